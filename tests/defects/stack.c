// A stack machine for expressions in postfix form.
// slow
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

enum { PUSH, ADD, SUB, MUL, DIV, SHL, STOP };

int main(void)
{
    int stack[4], top = 0;
    for (int step = 0; step < 8; step++) {
        unsigned char op = __VERIFIER_nondet_uchar();
        if (op == STOP)
            break;
        if (op == PUSH) {
            stack[top++] = __VERIFIER_nondet_int(); // BUG access: 0,1,0,1,0,1,0,1,0,1
            continue;
        }
        if (top < 2)
            break;
        int b = stack[--top], a = stack[--top];
        switch (op) {
        case ADD:
            a = a + b; // BUG overflow: 0,2147483647,0,1,1
            break;
        case SUB:
            a = a - b; // BUG overflow: 0,-2147483648,0,1,2
            break;
        case MUL:
            if (a > 1000 || a < -1000 || b > 1000 || b < -1000)
                return 1;
            a = a * b;
            break;
        case DIV:
            a = a / b; // BUG division: 0,7,0,0,4; overflow: 0,-2147483648,0,-1,4
            break;
        case SHL:
            if (a < 0 || a > 15)
                return 1;
            a = a << b; // BUG shift: 0,1,0,40,5; overflow: 0,15,0,30,5
            break;
        default:
            return 2;
        }
        stack[top++] = a;
    }
    return 0;
}
