extern int __VERIFIER_nondet_int(void);
extern int sensor(void);
extern void reach_error(void);

int main(int argc)
{
    int x = __VERIFIER_nondet_int();
    int y = sensor();

    if (argc == 5 && x == 7 && y == argc + x)
        reach_error();
    return 0;
}
