// <pwd.h>, <grp.h>: users and groups are inputs.

//@ __landfall_user: object
struct __landfall_user { char *name, *password; unsigned int user, group; char *about, *home, *shell; };

//@ __landfall_one_user: object
struct __landfall_user __landfall_one_user;

//@ __landfall_new_user: helper
struct __landfall_user *__landfall_new_user(unsigned long size) {
    if (size != sizeof(struct __landfall_user)) __landfall_unsupported("`getpwnam` with a structure of its own");
    if (!__landfall_told()) return (struct __landfall_user *)0;
    struct __landfall_user *user = &__landfall_one_user;
    user->name = __landfall_text("getpwnam");
    user->password = __landfall_text("getpwnam");
    user->about = __landfall_text("getpwnam");
    user->home = __landfall_text("getpwnam");
    user->shell = __landfall_text("getpwnam");
    user->user = __landfall_input_uint("getpwnam");
    user->group = __landfall_input_uint("getpwnam");
    return user;
}

//@ getpwnam: contract: null or any user
struct __landfall_user *getpwnam(const char *name) {
    __landfall_check_string(name);
    return __landfall_new_user(__landfall_pointee_result);
}

//@ getpwuid: contract: null or any user
struct __landfall_user *getpwuid(unsigned int number) { return __landfall_new_user(__landfall_pointee_result); }

//@ getpwent: contract: null or any user
struct __landfall_user *getpwent(void) { return __landfall_new_user(__landfall_pointee_result); }

//@ setpwent, endpwent: exact
void setpwent(void) {}

//@ __landfall_group: object
struct __landfall_group { char *name, *password; unsigned int number; char **members; };

//@ __landfall_one_group: object
struct __landfall_group __landfall_one_group;

//@ __landfall_members: object
char *__landfall_members[3];

//@ __landfall_new_group: helper
struct __landfall_group *__landfall_new_group(unsigned long size) {
    if (size != sizeof(struct __landfall_group)) __landfall_unsupported("`getgrnam` with a structure of its own");
    if (!__landfall_told()) return (struct __landfall_group *)0;
    struct __landfall_group *group = &__landfall_one_group;
    group->name = __landfall_text("getgrnam");
    group->password = __landfall_text("getgrnam");
    group->number = __landfall_input_uint("getgrnam");
    int members = __landfall_input_int("getgrnam");
    __landfall_assume(members >= 0);
    if (members > 2) __landfall_unsupported("a group of more than two members");
    for (int i = 0; i < 2; i++) __landfall_members[i] = i < members ? __landfall_text("getgrnam") : (char *)0;
    group->members = __landfall_members;
    return group;
}

//@ getgrnam: contract: null or any group
struct __landfall_group *getgrnam(const char *name) {
    __landfall_check_string(name);
    return __landfall_new_group(__landfall_pointee_result);
}

//@ getgrgid: contract: null or any group
struct __landfall_group *getgrgid(unsigned int number) { return __landfall_new_group(__landfall_pointee_result); }

//@ getgrent: contract: null or any group
struct __landfall_group *getgrent(void) { return __landfall_new_group(__landfall_pointee_result); }

//@ setgrent, endgrent: exact
void setgrent(void) {}

//@ getlogin: contract: null or a name
char *getlogin(void) {
    if (!__landfall_told()) return (char *)0;
    return __landfall_text("getlogin");
}

//@ getpass: contract: null or any text
char *getpass(const char *prompt) {
    __landfall_check_string(prompt);
    if (!__landfall_told()) return (char *)0;
    return __landfall_text("getpass");
}

//@ crypt: contract: null or any text
char *crypt(const char *key, const char *salt) {
    __landfall_check_string(key);
    __landfall_check_string(salt);
    if (!__landfall_told()) return (char *)0;
    return __landfall_text("crypt");
}
