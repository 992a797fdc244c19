// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 3,1
// covers: parameters of the entry function are arbitrary
void assert(int);
int main(int argc, char **argv) {
    assert(argc != 3);
    return 0;
}
