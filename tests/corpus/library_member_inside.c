// verdict: safe
// options: --check memory
// covers: a library function that is given a member and stays inside of it
// se: safe
char *strcpy(char *to, const char *from);
unsigned long strlen(const char *s);
struct account { char name[4]; int balance; };
int main(void) {
    struct account account = {"", 100};
    strcpy(account.name, "bob");
    return strlen(account.name) == 3 ? 0 : account.balance / 0;
}
