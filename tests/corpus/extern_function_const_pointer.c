// verdict: safe
// must-decide: auto, se, ufo
// covers: what is passed as a pointer to const is not written
void assert(int);
int weigh(const int *item);
int main(void) {
    int item = 5;
    weigh(&item);
    assert(item == 5);
    return 0;
}
