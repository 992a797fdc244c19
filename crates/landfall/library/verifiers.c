// Functions by which other verifiers are told of inputs. Those for assumptions, assertions and memory are built in.

//@ klee_int: exact
int klee_int(const char *name) { return __landfall_input_int("klee_int"); }

//@ klee_range: exact
int klee_range(int begin, int end, const char *name) {
    int value = __landfall_input_int("klee_range");
    __landfall_assume(value >= begin && value < end);
    return value;
}

//@ Frama_C_interval: exact
int Frama_C_interval(int min, int max) {
    int value = __landfall_input_int("Frama_C_interval");
    __landfall_assume(value >= min && value <= max);
    return value;
}

//@ Frama_C_nondet: exact
int Frama_C_nondet(int a, int b) { return __landfall_input_int("Frama_C_nondet") ? a : b; }
