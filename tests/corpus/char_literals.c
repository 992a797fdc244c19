// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: character constants and escapes
void assert(int);
int main(void) {
    assert('A' == 65 && '\n' == 10 && '\0' == 0 && '\x41' == 'A' && '\101' == 'A');
    assert('\xff' == -1);
    assert('\'' == 39 && '"' == 34 && '\\' == 92);
    assert('ab' == 24930);
    assert(L'x' == 120);
    char c = '9';
    assert(c - '0' == 9);
    return 0;
}
