// verdict: safe
// options: --check memory --check assert
// must-decide: auto
// covers: argv has argc strings and a null pointer behind them
void assert(int);
int main(int argc, char **argv) {
    assert(argc >= 0);
    assert(argv[argc] == 0);
    if (argc > 1) assert(argv[1] != 0 && argv[1] != argv[0]);
    return 0;
}
