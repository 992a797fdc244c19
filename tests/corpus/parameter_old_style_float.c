// verdict: safe
// covers: without a prototype a float is passed as a double and converted when the function is entered
// se: safe
extern void reach_error(void);

float half(x, n)
float x;
unsigned char n;
{
  x = x + n;
  return x / 2;
}

int main(void) {
  if (half(0.5f, 257) != 0.75f)
    reach_error();
  if (half(1.0, 1) != 1)
    reach_error();
  return 0;
}
