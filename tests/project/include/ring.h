typedef struct {
    unsigned first, count;
    int cells[RING_SIZE];
} ring;

typedef enum { DONE, FULL } outcome;

outcome ring_put(ring *r, int value);
int ring_sum(const ring *r);
int checksum(int value);
