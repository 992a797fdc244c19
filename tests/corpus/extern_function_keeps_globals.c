// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: a function without a body changes no variable it is not given
void assert(int);
void notify(int code);
unsigned char level(void);
static int state = 1;
int main(void) {
    notify(state);
    assert(state == 1);
    assert(level() <= 255);
    return 0;
}
