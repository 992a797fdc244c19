extern void bad(void);

int main(void)
{
    if (sizeof(long) == 4)
        bad();
    return 0;
}
