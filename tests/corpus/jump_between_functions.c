// verdict: unsafe
// must-decide: bmc
// inputs: 0
// covers: setjmp comes back a second time
void assert(int);
struct buffer { long words[32]; };
int setjmp(struct buffer *b);
void longjmp(struct buffer *b, int value);
static struct buffer b;
int main(void) {
    int times = setjmp(&b);
    if (times == 0) longjmp(&b, 3);
    assert(times == 0);
    return 0;
}
