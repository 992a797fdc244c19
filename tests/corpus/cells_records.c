// verdict: safe
// must-decide: auto, ufo
// gps: safe
// covers: an array of structures: each member is a region of its own
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct point { int x; int y; };
static struct point points[1000];

int main(void) {
    for (int i = 0; i < 1000; i++) {
        points[i].x = i;
        points[i].y = i + 1;
    }
    for (int i = 0; i < 1000; i++)
        if (points[i].x >= points[i].y) reach_error();
    return 0;
}
