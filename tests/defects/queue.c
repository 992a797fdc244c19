// Jobs by priority in a heap.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define MOST 5

static int heap[MOST], count;

static void push(int key)
{
    assert(count < MOST); // BUG assertion: 6
    int at = count++;
    while (at > 0 && heap[(at - 1) / 2] > key) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = key;
}

static int pop(void)
{
    int top = heap[0], last = heap[--count]; // BUG access: 0
    int at = 0;
    for (;;) {
        int child = 2 * at + 1;
        if (child + 1 < count && heap[child + 1] < heap[child])
            child++;
        if (child >= count || heap[child] >= last)
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return top;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 6)
        return 1;
    for (int i = 0; i < n; i++)
        push(__VERIFIER_nondet_int());
    int a = pop();
    int b = pop();
    int gap = b - a; // BUG overflow: 2,-2147483648,1
    return 10 / gap; // BUG division: 2,5,5
}
