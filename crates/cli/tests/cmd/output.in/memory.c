typedef unsigned long size_t;
void *malloc(size_t size);
void free(void *pointer);
int __VERIFIER_nondet_int(void);

struct pair {
    int first;
    struct pair *next;
    char letter;
};

int main(void)
{
    struct pair a = {1, 0, 'x'};
    struct pair *p = malloc(sizeof *p);
    if (!p)
        return 1;
    p->next = &a;
    p->next->letter = 'y';
    free(p);
    if (__VERIFIER_nondet_int() == 7)
        return p->first;
    return 0;
}
