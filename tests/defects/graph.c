// Ways through a small graph.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define NODES 3

static int edge[NODES][NODES], queue[NODES], distance[NODES];

static int reach(int from, int to)
{
    int head = 0, tail = 0;
    for (int i = 0; i < NODES; i++)
        distance[i] = -1;
    distance[from] = 0;
    queue[tail++] = from;
    while (distance[to] < 0) {
        int at = queue[head++]; // BUG access: 0,0,0,0,0,0,1
        for (int i = 0; i < NODES; i++) {
            if (!edge[at][i] || distance[i] == 0)
                continue;
            distance[i] = distance[at] + 1;
            queue[tail++] = i;
        }
    }
    return distance[to];
}

int main(void)
{
    for (int i = 0; i < NODES; i++)
        edge[i][(i + 1) % NODES] = __VERIFIER_nondet_uchar() & 1;
    edge[0][2] = __VERIFIER_nondet_uchar() & 1;
    edge[1][0] = edge[2][1] = __VERIFIER_nondet_uchar() & 1;
    int from = __VERIFIER_nondet_uchar(), to = __VERIFIER_nondet_uchar();
    if (from >= NODES || to >= NODES)
        return 1;
    int d = reach(from, to);
    int speed = 6 / d; // BUG division: 0
    assert(speed > 3); // BUG assertion: 1,1,1,0,0,0,2
    return speed;
}
