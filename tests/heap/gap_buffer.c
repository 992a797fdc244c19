// An editor's buffer with a gap at the cursor.
// planted: false(valid-deref)
// slow: safe
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 16

static char buffer[SIZE];
static int gap_start, gap_end = SIZE;

static void insert(char c)
{
#ifdef PLANTED
    if (gap_start <= gap_end)
#else
    if (gap_start < gap_end)
#endif
        buffer[gap_start++] = c;
}

static void left(void)
{
    if (gap_start > 0)
        buffer[--gap_end] = buffer[--gap_start];
}

static void right(void)
{
    if (gap_end < SIZE)
        buffer[gap_start++] = buffer[gap_end++];
}

static void erase(void)
{
    if (gap_start > 0)
        gap_start--;
}

int main(void)
{
    for (;;) {
        switch (__VERIFIER_nondet_int()) {
        case 0: return 0;
        case 1: left(); break;
        case 2: right(); break;
        case 3: erase(); break;
        default: insert('x');
        }
        assert(gap_start >= 0 && gap_end <= SIZE);
    }
}
