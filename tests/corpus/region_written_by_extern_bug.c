// verdict: unsafe
// must-decide: auto
// inputs: 0,0,0,3,3,120,4,121,5,0
// se: unsafe
// covers: a function without a body may write all of a large array that it is given
void fill(char *buffer, int size);
void reach_error(void) {}

int main(void) {
    char buffer[1000];
    fill(buffer, sizeof buffer);
    if (buffer[3] == 'x' && buffer[4] == 'y' && buffer[5] == 0) reach_error();
    return 0;
}
