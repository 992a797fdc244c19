// verdict: unsafe
// must-decide: auto
// se: unsafe
// covers: there is no limit on the depth of calls
void reach_error(void);
int down(int n) {
    if (n == 0) reach_error();
    return down(n - 1);
}
int main(void) { return down(3000); }
