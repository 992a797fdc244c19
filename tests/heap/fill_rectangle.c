// A rectangle is filled on a screen in memory, clipped at the edges.
// planted: false(valid-deref)
// slow: safe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define WIDTH 40
#define HEIGHT 25

static char screen[HEIGHT][WIDTH];

static void fill(int x0, int y0, int x1, int y1, char c)
{
    if (x0 < 0)
        x0 = 0;
    if (y0 < 0)
        y0 = 0;
    if (x1 > WIDTH)
        x1 = WIDTH;
#ifdef PLANTED
    if (y1 > WIDTH)
        y1 = WIDTH;
#else
    if (y1 > HEIGHT)
        y1 = HEIGHT;
#endif
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            screen[y][x] = c;
}

int main(void)
{
    int x0 = __VERIFIER_nondet_int(), y0 = __VERIFIER_nondet_int();
    int x1 = __VERIFIER_nondet_int(), y1 = __VERIFIER_nondet_int();
    fill(x0, y0, x1, y1, '#');
    return screen[0][0];
}
