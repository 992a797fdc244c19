// A list of what was used last: what is touched moves to the front.
// planted: false(valid-deref)
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define ROOM 3

struct entry {
    int key;
    struct entry *next;
};

static struct entry *front;
static int size;

static void touch(int key)
{
    struct entry *prev = NULL, *e = front;
    while (e && e->key != key && e->next) {
        prev = e;
        e = e->next;
    }
    if (!e || (e->key != key && size < ROOM)) {
        e = malloc(sizeof *e);
        if (!e)
            abort();
        size++;
    } else if (prev) {
        prev->next = e->next;
    } else {
#ifdef PLANTED
        front = e->next;
        free(e);
#else
        front = e->next;
#endif
    }
    e->key = key;
    e->next = front;
    front = e;
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        int key = __VERIFIER_nondet_int();
        touch(key);
        assert(front->key == key && size <= ROOM);
    }
    while (front) {
        struct entry *next = front->next;
        free(front);
        front = next;
        size--;
    }
    assert(size == 0);
    return 0;
}
