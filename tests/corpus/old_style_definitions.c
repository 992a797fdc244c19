// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: K&R definitions, implicit int, calls before declaration, unspecified parameters
void assert();
add(a, b)
int a;
{
    return a + b;
}
narrow(c)
char c;
{
    return c;
}
static forward();
main()
{
    assert(add(2, 3) == 5);
    assert(narrow(300) == 44);
    assert(forward(4) == 8);
    assert(unseen(6) == 7);
    return 0;
}
static forward(x) { return 2 * x; }
unseen(x) { return x + 1; }
