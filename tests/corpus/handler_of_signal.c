// verdict: unknown
// covers: a handler may run at any time
void assert(int);
void (*signal(int number, void (*handler)(int)))(int);
static int caught;
static void handle(int number) { caught = number; }
int main(void) {
    signal(2, handle);
    assert(caught == 0);
    return 0;
}
