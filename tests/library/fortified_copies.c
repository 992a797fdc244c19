// verdict: safe
#include <assert.h>
typedef unsigned long size_t;
extern void *__memcpy_chk(void *, const void *, size_t, size_t);
extern void *__memset_chk(void *, int, size_t, size_t);
extern void *__memmove_chk(void *, const void *, size_t, size_t);
extern char *__strcpy_chk(char *, const char *, size_t);
extern char *__strcat_chk(char *, const char *, size_t);
extern char *__strncpy_chk(char *, const char *, size_t, size_t);
int main(void) {
  char a[8], b[8];
  __builtin___memset_chk(a, 'x', 8, 8);
  __builtin___memcpy_chk(b, a, 8, __builtin_object_size(b, 0));
  assert(!(b[7] != 'x'));
  __memset_chk(b, 'y', 4, 8); __memcpy_chk(a, b, 8, 8); __memmove_chk(a + 1, a, 7, 7);
  assert(!(a[1] != 'y' || a[4] != 'y' || a[5] != 'x'));
  __builtin___strcpy_chk(a, "abc", 8); __strcat_chk(a, "de", 8); __builtin___strncpy_chk(b, a, 3, 8); 
  assert(!(a[4] != 'e' || b[2] != 'c'));
  return 0; }
