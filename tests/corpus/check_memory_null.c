// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// options: --check memory
// covers: a null pointer that is followed
struct list { int value; struct list *next; };
int main(void) {
    struct list b = { 2, 0 }, a = { 1, &b };
    return a.next->next->value;
}
