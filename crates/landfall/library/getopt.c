// <getopt.h>: options of a command line, as GNU has it: other arguments are moved behind them, unless the options begin with `+` or
// `-`, or the environment asks for the order of POSIX.

//@ optarg: object
char *optarg;

//@ optind: object
int optind = 1;

//@ opterr: object
int opterr = 1;

//@ optopt: object
int optopt = '?';

//@ __landfall_options: object
struct __landfall_options { int ready, order, first, last; char *rest; };

//@ __landfall_option_state: object
struct __landfall_options __landfall_option_state;

//@ __landfall_swap_arguments: helper
//! arguments: getopt: there are as many arguments as are said
void __landfall_swap_arguments(char **arguments, int from, int middle, int end) {
    // What is before the middle goes behind the rest, one by one.
    for (; middle < end; middle++) {
        char *moved = arguments[middle];
        for (int i = middle; i > from; i--) arguments[i] = arguments[i - 1];
        arguments[from] = moved;
        from++;
    }
}

//@ __landfall_is_option: helper
//! s: getopt: the arguments are strings
int __landfall_is_option(const char *s) { return s[0] == '-' && s[1] != 0; }

//@ __landfall_next_option: helper
// Goes to the next argument that is an option: gives 0, or what is to be given at once.
//! arguments: getopt: there are as many arguments as are said
//! letters: getopt: the options are a string that ends
int __landfall_next_option(int count, char **arguments, const char *letters) {
    struct __landfall_options *state = &__landfall_option_state;
    if (state->last > optind) state->last = optind;
    if (state->first > optind) state->first = optind;
    if (state->order == 0) {
        if (state->first != state->last && state->last != optind) {
            __landfall_swap_arguments(arguments, state->first, state->last, optind);
            state->first += optind - state->last;
        } else if (state->last != optind) {
            state->first = optind;
        }
        while (optind < count && !__landfall_is_option(arguments[optind])) optind++;
        state->last = optind;
    }
    if (optind != count && arguments[optind][0] == '-' && arguments[optind][1] == '-' && arguments[optind][2] == 0) {
        optind++;
        if (state->first != state->last && state->last != optind) {
            __landfall_swap_arguments(arguments, state->first, state->last, optind);
            state->first += optind - state->last;
        } else if (state->first == state->last) {
            state->first = optind;
        }
        state->last = count;
        optind = count;
    }
    if (optind == count) {
        if (state->first != state->last) optind = state->first;
        return -1;
    }
    if (!__landfall_is_option(arguments[optind])) {
        if (state->order == 1) return -1;
        optarg = arguments[optind];
        optind++;
        return 1;
    }
    return 0;
}

//@ __landfall_begin_options: helper
//! letters: getopt: the options are a string that ends
void __landfall_begin_options(const char *letters) {
    struct __landfall_options *state = &__landfall_option_state;
    optarg = (char *)0;
    if (optind != 0 && state->ready) return;
    if (optind == 0) optind = 1;
    state->ready = 1;
    state->first = state->last = optind;
    state->rest = (char *)0;
    state->order = letters[0] == '-' ? 2 : letters[0] == '+' || __landfall_input_int("POSIXLY_CORRECT") ? 1 : 0;
}

//@ __landfall_letter: helper
//! arguments: getopt: there are as many arguments as are said
//! letters: getopt: the options are a string that ends
int __landfall_letter(int count, char **arguments, const char *letters, int quiet) {
    struct __landfall_options *state = &__landfall_option_state;
    char c = *state->rest;
    state->rest++;
    int i = 0;
    while (letters[i] && letters[i] != c) i++;
    if (!*state->rest) optind++;
    if (!letters[i] || c == ':' || c == ';') {
        optopt = c;
        return '?';
    }
    if (c == 'W' && letters[i + 1] == ';') __landfall_unsupported("the option `W;`");
    if (letters[i + 1] != ':') return c;
    if (*state->rest) {
        optarg = state->rest;
        optind++;
    } else if (letters[i + 2] != ':') {
        if (optind == count) {
            state->rest = (char *)0;
            optopt = c;
            return quiet ? ':' : '?';
        }
        optarg = arguments[optind];
        optind++;
    }
    state->rest = (char *)0;
    return c;
}

//@ getopt: exact
int getopt(int count, char *const *given, const char *letters) {
    char **arguments = (char **)given;
    if (count < 1) return -1;
    struct __landfall_options *state = &__landfall_option_state;
    __landfall_begin_options(letters);
    if (letters[0] == '+' || letters[0] == '-') letters++;
    if (!state->rest || !*state->rest) {
        int found = __landfall_next_option(count, arguments, letters);
        if (found != 0) return found;
        state->rest = arguments[optind] + 1;
    }
    return __landfall_letter(count, arguments, letters, letters[0] == ':');
}

//@ __landfall_long: object
struct __landfall_long { const char *name; int has, *flag, value; };

//@ __landfall_find_long: helper
// The option of this name: its number, -1 if there is none, or -2 if it may be several.
//! options: getopt_long: there are options up to one without a name
int __landfall_find_long(const struct __landfall_long *options, const char *name, unsigned long length) {
    int found = -1, several = 0;
    for (int i = 0; options[i].name; i++) {
        if (strncmp(options[i].name, name, length) != 0) continue;
        if (options[i].name[length] == 0) return i;
        if (found < 0) found = i;
        else if (options[found].has != options[i].has || options[found].flag != options[i].flag || options[found].value != options[i].value) several = 1;
    }
    return several ? -2 : found;
}

//@ getopt_long: exact
//! place: getopt_long: there is a place for the number of the option, or null
//! options: getopt_long: there are options up to one without a name
int getopt_long(int count, char *const *given, const char *letters, const struct __landfall_long *options, int *place) {
    char **arguments = (char **)given;
    if (count < 1) return -1;
    struct __landfall_options *state = &__landfall_option_state;
    __landfall_begin_options(letters);
    if (letters[0] == '+' || letters[0] == '-') letters++;
    int quiet = letters[0] == ':';
    if (state->rest && *state->rest) return __landfall_letter(count, arguments, letters, quiet);
    int next = __landfall_next_option(count, arguments, letters);
    if (next != 0) return next;
    if (arguments[optind][1] != '-' || !options) {
        state->rest = arguments[optind] + 1;
        return __landfall_letter(count, arguments, letters, quiet);
    }
    char *name = arguments[optind] + 2;
    unsigned long length = 0;
    while (name[length] && name[length] != '=') length++;
    int found = __landfall_find_long(options, name, length);
    optind++;
    if (found < 0) {
        optopt = 0;
        return '?';
    }
    if (name[length]) {
        if (!options[found].has) {
            optopt = options[found].value;
            return '?';
        }
        optarg = name + length + 1;
    } else if (options[found].has == 1) {
        if (optind >= count) {
            optopt = options[found].value;
            return quiet ? ':' : '?';
        }
        optarg = arguments[optind];
        optind++;
    }
    if (place) *place = found;
    if (options[found].flag) {
        *options[found].flag = options[found].value;
        return 0;
    }
    return options[found].value;
}

//@ getopt_long_only: contract: unsupported
int getopt_long_only(int count, char *const *given, const char *letters, const void *options, int *place) {
    __landfall_unsupported("`getopt_long_only`");
    return -1;
}
