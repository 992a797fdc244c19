// verdict: safe
// must-decide: auto, ufo
// covers: a program that runs for ever without reaching an error is safe
void reach_error(void);
int main(void) {
    int x = 0;
    while (x == 0) { }
    reach_error();
    return 0;
}
