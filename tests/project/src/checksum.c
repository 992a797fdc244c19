#include "ring.h"

static int place = STEP;

int checksum(int value) { return (value & 15) + place; }
