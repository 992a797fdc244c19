extern int sensor(void);
extern void reach_error(void);

int main(void)
{
    int x = sensor();

    if (x > 0 && x < 0)
        reach_error();
    return 0;
}
