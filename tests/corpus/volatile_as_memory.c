// verdict: safe
// options: --volatile memory --check assert
// must-decide: auto, se, ufo
// covers: with an option, volatile objects are memory like any other
void assert(int);
volatile unsigned char port;
int main(void) {
    port = 3;
    assert(port == 3);
    return 0;
}
