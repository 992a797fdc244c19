// verdict: unknown
// covers: a weak symbol without a definition may be missing
extern void reach_error(void);

extern int debug_level __attribute__((weak));

int main(void) {
  if (!&debug_level)
    reach_error();
  return 0;
}
