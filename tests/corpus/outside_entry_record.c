// verdict: safe
// options: --entry update --check memory
// must-decide: auto, se
// covers: an argument of the entry function points to an object of its type, or is null
struct item { int count; struct item *next; char name[4]; };
int update(struct item *item) {
    if (!item) return 0;
    item->count = 3;
    item->name[3] = 0;
    if (item->next && item->next != item) item->next->count = 5;
    return item->count;
}
