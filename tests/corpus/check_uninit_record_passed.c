// verdict: safe
// options: --check uninit
// covers: a record that is passed with a part that was never set is no error if that part is not used
struct pair { int a, b; };

static int first(struct pair p) { return p.a; }

int main(void) {
    struct pair p;
    p.a = 1;
    return first(p);
}
