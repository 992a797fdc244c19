// A hash table with chains: keys are entered once.
// planted: false(valid-deref)
// slow: safe
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define BUCKETS 4

struct entry {
    int key, count;
    struct entry *next;
};

static struct entry *table[BUCKETS];

static unsigned hash(int key)
{
#ifdef PLANTED
    return (unsigned)key % (BUCKETS + 1);
#else
    return (unsigned)key % BUCKETS;
#endif
}

static struct entry *lookup(int key)
{
    struct entry *e = table[hash(key)];
    while (e && e->key != key)
        e = e->next;
    return e;
}

static void enter(int key)
{
    struct entry *e = lookup(key);
    if (!e) {
        e = malloc(sizeof *e);
        if (!e)
            abort();
        e->key = key;
        e->count = 0;
        e->next = table[hash(key)];
        table[hash(key)] = e;
    }
    e->count++;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        int key = __VERIFIER_nondet_int();
        enter(key);
        assert(lookup(key)->count > 0);
    }
    for (int i = 0; i < BUCKETS; i++) {
        while (table[i]) {
            struct entry *next = table[i]->next;
            free(table[i]);
            table[i] = next;
        }
    }
    return 0;
}
