// A small picture, scaled and blurred.
// slow
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct image {
    int width, height;
    unsigned char *pixels;
};

static unsigned char *pixel(struct image *im, int x, int y)
{
    return &im->pixels[y * im->width + x];
}

static int blur(struct image *im, int x, int y)
{
    int sum = 0;
    for (int dx = -1; dx <= 1; dx++)
        sum += *pixel(im, x + dx, y); // BUG access: 1,1,0,0
    return sum / 3;
}

int main(void)
{
    struct image im;
    im.width = __VERIFIER_nondet_int();
    im.height = __VERIFIER_nondet_int();
    if (im.width < 0 || im.width > 4 || im.height < 0 || im.height > 3)
        return 1;
    im.pixels = calloc(im.width * im.height, 1);
    if (!im.pixels)
        return 1;
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int column = x % im.width; // BUG division: 0,1
    int row = y % im.height; // BUG division: 1,0
    *pixel(&im, column, abs(row)) = 200; // BUG access: 2,2,-1,0
    int mean = blur(&im, column, im.height - 1);
    if (mean == 66)
        free(im.pixels);
    return *im.pixels; // BUG access: 4,1,1,0
}
