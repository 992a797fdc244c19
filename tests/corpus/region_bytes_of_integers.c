// verdict: safe
// se: safe
// covers: integers read from bytes of a large array, and bytes of a large array of integers
static unsigned char bytes[4096];
static unsigned int words[4096];
void reach_error(void) {}

int main(void) {
    for (int i = 0; i < 8; i++) bytes[i] = i + 1;
    unsigned int *p = (unsigned int *)(bytes + 4);
    if (*p != 0x08070605) reach_error();
    *p = 0x01020304;
    if (bytes[4] != 4 || bytes[7] != 1 || bytes[3] != 4) reach_error();
    words[7] = 0xaabbccdd;
    unsigned char *q = (unsigned char *)&words[7];
    if (q[0] != 0xdd || q[3] != 0xaa) reach_error();
    q[1] = 0;
    if (words[7] != 0xaabb00dd) reach_error();
    return 0;
}
