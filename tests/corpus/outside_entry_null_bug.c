// verdict: unsafe
// inputs: 1
// options: --entry update --check memory
// must-decide: auto, se
// covers: an argument of the entry function may be null
struct item { int count; };
int update(struct item *item) {
    item->count = 3;
    return item->count;
}
