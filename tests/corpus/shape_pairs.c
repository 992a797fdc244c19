// verdict: safe
// must-decide: shape
// options: --check memory --check leak
// covers: a list in which a node of one kind is always followed by one of another
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node { int opens; struct node *next; };
static struct node *make(int opens, struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->opens = opens;
    n->next = next;
    return n;
}
int main(void) {
    struct node *head = make(0, 0);
    while (__VERIFIER_nondet_int()) {
        head = make(0, head);
        if (__VERIFIER_nondet_int()) head = make(1, head);
    }
    while (head) {
        struct node *n = head->next;
        if (head->opens) {
            if (n->opens) reach_error();
            free(head);
            head = n;
            n = head->next;
        }
        free(head);
        head = n;
    }
    return 0;
}
