// verdict: safe
// must-decide: auto, se, ufo
// covers: argc is not negative
void assert(int);
int main(int argc, char **argv) {
    assert(argc >= 0 && argv != 0);
    return 0;
}
