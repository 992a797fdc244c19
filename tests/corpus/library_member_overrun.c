// verdict: unsafe
// options: --check memory
// covers: a library function that is given a member must stay inside of it, not only inside of the object
// se: unsafe
char *strcpy(char *to, const char *from);
struct account { char name[4]; int balance; };
int main(void) {
    struct account account = {"", 100};
    strcpy(account.name, "admin");
    return account.balance;
}
