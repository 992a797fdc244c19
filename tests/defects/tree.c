// A search tree with nodes in an array.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define NODES 4

struct node {
    int key, left, right;
};

static struct node nodes[NODES];
static int count;

static int make(int key)
{
    nodes[count].key = key; // BUG access: 5,5,3,8,1,9
    nodes[count].left = nodes[count].right = -1;
    return count++;
}

static void insert(int root, int key)
{
    for (;;) {
        int *next = key < nodes[root].key ? &nodes[root].left : &nodes[root].right;
        if (*next < 0) {
            *next = make(key);
            return;
        }
        root = *next;
    }
}

static int smallest(int root)
{
    int at = root;
    while (nodes[at].key > 0) // BUG access: 1,7
        at = nodes[at].left;
    return nodes[at].key;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 5)
        return 0;
    int root = make(__VERIFIER_nondet_int());
    for (int i = 1; i < n; i++)
        insert(root, __VERIFIER_nondet_int());
    int least = smallest(root);
    assert(least <= nodes[0].key);
    int size = -least; // BUG overflow: 1,-2147483648
    assert(size != 77); // BUG assertion: 1,-77
    return size;
}
