// verdict: unsafe
// inputs: 0
// must-decide: auto, se, ufo
// covers: each read of a volatile object may give something else
void assert(int);
volatile unsigned char port;
int main(void) {
    port = 3;
    assert(port == 3);
    return 0;
}
