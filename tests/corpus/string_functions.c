// verdict: safe
// se: safe
// covers: functions on strings do what they say
unsigned long strlen(const char *);
char *strcpy(char *, const char *), *strncpy(char *, const char *, unsigned long), *strcat(char *, const char *);
char *strchr(const char *, int), *strrchr(const char *, int), *strstr(const char *, const char *);
int strcmp(const char *, const char *), strncmp(const char *, const char *, unsigned long);
int memcmp(const void *, const void *, unsigned long);
void reach_error(void) {}
#define CHECK(c) if (!(c)) reach_error()

int main(void) {
    char a[16], b[8];
    CHECK(strlen("hello") == 5 && strlen("") == 0);
    strcpy(a, "one");
    CHECK(strlen(a) == 3 && a[3] == 0);
    strcat(a, " two");
    CHECK(strcmp(a, "one two") == 0 && strcmp(a, "one") > 0 && strcmp("a", "b") < 0);
    strncpy(b, "xyz", 6);
    CHECK(b[2] == 'z' && b[3] == 0 && b[5] == 0);
    CHECK(strncmp("abcd", "abxx", 2) == 0 && strncmp("abcd", "abxx", 3) < 0);
    CHECK(strchr(a, 'w') == a + 5 && strchr(a, 'q') == 0 && strrchr(a, 'o') == a + 6);
    CHECK(strstr(a, "two") == a + 4);
    CHECK(memcmp("abc", "abd", 2) == 0 && memcmp("abc", "abd", 3) < 0);
    CHECK(strcmp("\xff", "a") > 0);
    return 0;
}
