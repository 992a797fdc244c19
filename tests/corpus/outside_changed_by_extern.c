// verdict: unknown
// covers: what a pointer from outside points to may be changed by those who know it
void assert(int);
struct device { int id; };
struct device *find(int);
int main(void) {
    struct device *found = find(3);
    if (!found) return 0;
    found->id = 7;
    find(4);
    assert(found->id == 7);
    return 0;
}
