extern void reach_error(void);

int main(void)
{
    __float128 half = 0.5;

    if (half + half != 1.0)
        reach_error();
    return 0;
}
