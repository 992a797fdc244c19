// verdict: safe
// options: --check memory --check assert
// must-decide: auto
// covers: a function without a body gives a pointer to an object
void assert(int);
struct device { int id; int *registers; };
struct device *find(int);
int main(void) {
    struct device *found = find(3);
    if (!found) return 0;
    found->id = 7;
    if (found->registers) *found->registers = 1;
    assert(found->id == 7 || found->registers == &found->id);
    return 0;
}
