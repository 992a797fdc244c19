// <signal.h>: handlers run where the program raises their signal. That somebody else sends it is unsupported, so that nothing is proved
// of a program that installs a handler of its own.

//@ __landfall_handler: object
typedef void (*__landfall_handler)(int);

//@ __landfall_handlers: object
__landfall_handler __landfall_handlers[65];

//@ __landfall_handled: object
int __landfall_handled;

//@ signal, bsd_signal: contract: handlers run where their signal is raised
__landfall_handler signal(int number, __landfall_handler handler) {
    if (number < 1 || number > 64 || number == 9 || number == 19) {
        __landfall_errno = 22;
        return (__landfall_handler)-1;
    }
    if (handler != (__landfall_handler)0 && handler != (__landfall_handler)1 && __landfall_open_int("signal"))
        __landfall_unsupported("a signal that comes at any time");
    __landfall_handler old = __landfall_handlers[number];
    __landfall_handlers[number] = handler;
    return old;
}

//@ raise: exact
int raise(int number) {
    if (number == 0) return 0;
    if (number < 1 || number > 64) {
        __landfall_errno = 22;
        return -1;
    }
    __landfall_handler handler = __landfall_handlers[number];
    if (handler == (__landfall_handler)0) {
        if (number >= 19 && number <= 22) __landfall_unsupported("a signal that stops the program");
        if (number != 17 && number != 18 && number != 23 && number != 28) _Exit(128 + number);
    } else if (handler != (__landfall_handler)1) {
        if (__landfall_handled) __landfall_unsupported("a signal that is raised in a handler");
        __landfall_handled = 1;
        handler(number);
        __landfall_handled = 0;
    }
    return 0;
}
