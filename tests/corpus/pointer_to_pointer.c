// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: pointers to pointers, to members and to structures; void pointers
void assert(int);
struct node { int value; struct node *next; };
static void advance(struct node **at) { *at = (*at)->next; }
static void set(void *where, int value) { *(int *)where = value; }
int main(void) {
    struct node c = { 3, 0 }, b = { 2, &c }, a = { 1, &b };
    struct node *p = &a;
    int sum = 0;
    while (p) {
        sum += p->value;
        advance(&p);
    }
    assert(sum == 6);
    set(&b.value, 20);
    assert(a.next->value == 20 && a.next->next->value == 3);
    return 0;
}
