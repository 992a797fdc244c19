/* Every form of statement. Compiles with gcc. */
extern int input(void);
int control(int n) {
    __label__ local, other;
    int sum = 0;
    if (n) sum = 1; else if (n > 1) sum = 2; else if (n > 2) { sum = 3; } else sum = 4;
    if (n) if (sum) sum++; else sum--;
    while (sum < 10) sum++;
    do sum--; while (sum > 5);
    for (;;) break;
    for (int i = 0, j = 1; i < j; i++, j--) { if (i) continue; sum += i; }
    for (sum = 0; sum < 3; ) ++sum;
    switch (n) {
    case 0: case 1: sum = 1; break;
    case 2 ... 5: sum = 2;
        __attribute__((fallthrough));
    case 'a': { sum = 3; }
    default: sum = 4;
    }
    switch (n) case 7: sum = 7;
    goto local;
local: __attribute__((unused));
    sum += 1;
other:
    {
        void *target = &&end;
        goto *target;
    }
end:
    int declared_behind_label = 1;
    ;
    {}
    __asm__ volatile ("nop");
    __asm__ ("add %1, %0" : "=r"(sum), [named] "+m"(n) : "r"(n), "0"(sum) : "cc", "memory");
    __asm__ volatile ("" ::: "memory");
    __asm__ goto ("jmp %l0" : : : : done);
    _Static_assert(1, "inside");
    if (input()) return sum;
    return declared_behind_label;
done: ;
}
void nothing(void) { return; }
int duff(int count, char *to, const char *from) {
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to = *from++;
    case 7:      *to = *from++;
    case 1:      *to = *from++;
            } while (--n > 0);
    }
    return n;
last:
}
int main(void) {
    while (1) {
        int x = input();
        if (x < 0) goto out;
        do { if (x == 3) break; x--; } while (x);
    }
out:
    return 0;
}
