// verdict: unknown
// covers: a function of the program whose address is handed out may be called
void assert(int);
static int fired;
static void on_event(void) { fired = 1; }
void watch(void (*callback)(void));
int main(void) {
    watch(on_event);
    assert(fired == 0);
    return 0;
}
