// A search tree: numbers are inserted, all is freed.
// planted: false(valid-deref)
// slow: safe
// open: safe: bounded, but recursive and with pointers to links
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};

static void insert(struct tree **at, int key)
{
    while (*at) {
        if ((*at)->key == key)
            return;
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    }
#ifdef PLANTED
    struct tree *t = malloc(sizeof(t));
#else
    struct tree *t = malloc(sizeof(*t));
#endif
    if (!t)
        abort();
    t->key = key;
    t->left = t->right = NULL;
    *at = t;
}

static int release(struct tree *t)
{
    if (!t)
        return 0;
    assert(!t->left || t->left->key < t->key);
    int count = 1 + release(t->left) + release(t->right);
    free(t);
    return count;
}

int main(void)
{
    struct tree *root = NULL;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    for (int i = 0; i < n; i++)
        insert(&root, __VERIFIER_nondet_int());
    assert(release(root) <= n);
    return 0;
}
