// verdict: safe
// covers: atomic operations of a program that runs alone; __ATOMIC_SEQ_CST needs no header
// se: safe
extern void reach_error(void);

void check(int condition) {
  if (!condition)
    reach_error();
}

int main(void) {
  _Atomic int counter;
  signed char small = 127;
  int expected = 5, items[4] = {0}, *cursor = items;
  __atomic_store_n(&counter, 3, __ATOMIC_SEQ_CST);
  check(__atomic_fetch_add(&counter, 4, __ATOMIC_SEQ_CST) == 3);
  check(!__atomic_compare_exchange_n(&counter, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  check(expected == 7);
  check(__atomic_compare_exchange_n(&counter, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  check(__atomic_exchange_n(&counter, 9, __ATOMIC_RELEASE) == 1);
  check(__atomic_nand_fetch(&counter, 8, __ATOMIC_RELAXED) == ~8);
  check(__atomic_add_fetch(&small, 1, __ATOMIC_RELAXED) == -128);
  check(__sync_val_compare_and_swap(&items[1], 0, 6) == 0 && items[1] == 6);
  check(__sync_bool_compare_and_swap(&items[1], 0, 7) == 0 && items[1] == 6);
  __atomic_fetch_add(&cursor, sizeof *cursor, __ATOMIC_RELAXED);
  check(*cursor == 6);
  return 0;
}
