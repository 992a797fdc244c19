// <search.h>: linear search and lists. Trees and hash tables keep memory of their own.

//@ lsearch: exact
//! n: lsearch: there is a number of elements
void *lsearch(const void *key, void *base, unsigned long *n, unsigned long size, int (*compare)(const void *, const void *)) {
    char *here = base;
    unsigned long count = *n;
    for (unsigned long i = 0; i < count; i++) {
        if (compare(key, here) == 0) return here;
        here += size;
    }
    __builtin_memcpy(here, key, size);
    *n = count + 1;
    return here;
}

//@ __landfall_list: object
struct __landfall_list { struct __landfall_list *forward, *backward; };

//@ insque: exact
//! e: insque: the first argument is an element
//! p: insque: the second argument is an element, or null
void insque(void *element, void *before) {
    struct __landfall_list *e = element, *p = before;
    if (!p) {
        e->forward = (struct __landfall_list *)0;
        e->backward = (struct __landfall_list *)0;
        return;
    }
    struct __landfall_list *after = p->forward;
    p->forward = e;
    e->forward = after;
    e->backward = p;
    if (after) after->backward = e;
}

//@ remque: exact
//! e: remque: the argument is an element
void remque(void *element) {
    struct __landfall_list *e = element, *after = e->forward, *before = e->backward;
    if (after) after->backward = before;
    if (before) before->forward = after;
}
