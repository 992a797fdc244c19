// <errno.h>: one variable, since there is one thread. Functions without a body may change it, as they may in the real world.

//@ __landfall_errno: object
int __landfall_errno;

//@ __errno_location, __error: exact
int *__errno_location(void) { return &__landfall_errno; }
