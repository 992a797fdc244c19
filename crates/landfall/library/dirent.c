// <dirent.h>: folders are objects that are open or closed; what they hold is an input.

//@ __landfall_folder: object
struct __landfall_folder { int is_open; int number; char rest[24]; };

//@ __landfall_check_folder: helper
//! folder: a function of dirent.h: the argument is a folder
void __landfall_check_folder(struct __landfall_folder *folder) {
    __landfall_require(folder->is_open == 1, "a function of dirent.h: the folder is open");
}

//@ __landfall_new_folder: helper
struct __landfall_folder *__landfall_new_folder(void) {
    if (!__landfall_told()) return (struct __landfall_folder *)0;
    struct __landfall_folder *folder = __landfall_static_memory(sizeof(struct __landfall_folder));
    folder->is_open = 1;
    return folder;
}

//@ opendir: contract: null or a folder
struct __landfall_folder *opendir(const char *path) {
    __landfall_check_string(path);
    return __landfall_new_folder();
}

//@ fdopendir: contract: null or a folder
struct __landfall_folder *fdopendir(int fd) { return __landfall_new_folder(); }

//@ closedir: contract: success or failure
//! folder: closedir: the argument is a folder
int closedir(struct __landfall_folder *folder) {
    __landfall_require(folder->is_open == 1, "closedir: the folder is open");
    folder->is_open = 0;
    __landfall_closed = 1;
    return __landfall_input_int("closedir") ? -1 : 0;
}

//@ __landfall_entry: object
struct __landfall_entry { unsigned long number; long offset; unsigned short length; unsigned char type; char name[256]; };

//@ __landfall_entry64: object
struct __landfall_entry64 { unsigned long long number; long long offset; unsigned short length; unsigned char type; char name[256]; };

//@ readdir: contract: null or an entry of any name
struct __landfall_entry *readdir(struct __landfall_folder *folder) {
    __landfall_check_folder(folder);
    if (__landfall_pointee_result != sizeof(struct __landfall_entry)) __landfall_unsupported("`readdir` with a structure of its own");
    if (!__landfall_input_int("readdir")) return (struct __landfall_entry *)0;
    struct __landfall_entry *entry = __landfall_static_memory(sizeof(struct __landfall_entry));
    entry->number = __landfall_input_ulong("readdir");
    entry->offset = __landfall_input_long("readdir");
    entry->length = __landfall_input_ushort("readdir");
    entry->type = __landfall_input_uchar("readdir");
    __landfall_input_bytes(entry->name, 255, "readdir", "readdir");
    __landfall_assume(entry->name[0] != 0 && entry->name[0] != '/');
    entry->name[255] = 0;
    return entry;
}

//@ readdir64: contract: null or an entry of any name
struct __landfall_entry64 *readdir64(struct __landfall_folder *folder) {
    __landfall_check_folder(folder);
    if (__landfall_pointee_result != sizeof(struct __landfall_entry64)) __landfall_unsupported("`readdir64` with a structure of its own");
    if (!__landfall_input_int("readdir")) return (struct __landfall_entry64 *)0;
    struct __landfall_entry64 *entry = __landfall_static_memory(sizeof(struct __landfall_entry64));
    entry->number = __landfall_input_ulonglong("readdir");
    entry->offset = __landfall_input_longlong("readdir");
    entry->length = __landfall_input_ushort("readdir");
    entry->type = __landfall_input_uchar("readdir");
    __landfall_input_bytes(entry->name, 255, "readdir", "readdir");
    __landfall_assume(entry->name[0] != 0 && entry->name[0] != '/');
    entry->name[255] = 0;
    return entry;
}

//@ rewinddir: exact
void rewinddir(struct __landfall_folder *folder) { __landfall_check_folder(folder); }

//@ seekdir: exact
void seekdir(struct __landfall_folder *folder, long at) { __landfall_check_folder(folder); }

//@ telldir: contract: any place
long telldir(struct __landfall_folder *folder) {
    __landfall_check_folder(folder);
    return __landfall_unknown_long("telldir");
}

//@ dirfd: contract: any descriptor
int dirfd(struct __landfall_folder *folder) {
    __landfall_check_folder(folder);
    int fd = __landfall_unknown_int("dirfd");
    __landfall_assume(fd >= 0);
    return fd;
}
