// verdict: unknown
// options: --check uninit
// covers: a record that is passed with a part that was never set is no error, and its parts are not followed into the callee
struct pair { int a, b; };

static int first(struct pair p) { return p.a; }

int main(void) {
    struct pair p;
    p.a = 1;
    return first(p);
}
