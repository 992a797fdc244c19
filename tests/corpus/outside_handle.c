// verdict: unsafe
// must-decide: auto
// options: --check assert --entry direct
// inputs: 0,0,7,0,0
// covers: a handle, which is converted to a pointer to the whole record
void assert(int);
struct handle { int have; };
struct state { struct handle head; int mode; int how; };
int direct(struct handle *handle) {
    struct state *state;
    if (handle == 0) return 0;
    state = (struct state *)handle;
    assert(state->mode != 7);
    return state->how;
}
