/* A queue of at most eight numbers that reads its commands from standard input. One comparison in it is wrong. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAPACITY 8

struct queue {
    int head;
    int count;
    int items[CAPACITY];
};

static void queue_init(struct queue *q)
{
    memset(q, 0, sizeof *q);
}

static int queue_full(const struct queue *q)
{
    return q->count == CAPACITY;
}

static int queue_empty(const struct queue *q)
{
    return q->count == 0;
}

static int queue_push(struct queue *q, int value)
{
    int tail;

    if (queue_full(q))
        return -1;
    tail = q->head + q->count;
    if (tail > CAPACITY)
        tail -= CAPACITY;
    q->items[tail] = value;
    q->count++;
    return 0;
}

static int queue_pop(struct queue *q, int *value)
{
    if (queue_empty(q))
        return -1;
    *value = q->items[q->head];
    q->head = (q->head + 1) % CAPACITY;
    q->count--;
    return 0;
}

/* 1 to push a value, 2 to pop one, 3 to end, 0 if it is something else. */
static int parse_command(const char *line, int *value)
{
    if (strncmp(line, "push ", 5) == 0) {
        *value = atoi(line + 5);
        return 1;
    }
    if (strcmp(line, "pop\n") == 0)
        return 2;
    return strcmp(line, "quit\n") == 0 ? 3 : 0;
}

int main(void)
{
    struct queue q;
    char line[64];
    int value, command = 0;

    queue_init(&q);
    while (command != 3 && fgets(line, sizeof line, stdin) != NULL) {
        command = parse_command(line, &value);
        if (command == 1 && queue_push(&q, value) != 0)
            printf("full\n");
        if (command == 2) {
            if (queue_pop(&q, &value) == 0)
                printf("%d\n", value);
            else
                printf("empty\n");
        }
    }
    return 0;
}

/* For landfall: any sequence of operations. What is in the queue must be what was put there. */
extern int __VERIFIER_nondet_int(void);

int check_queue(void)
{
    struct queue q;
    int value, kept = 0;

    queue_init(&q);
    for (int step = 1; step <= 12; step++) {
        if (__VERIFIER_nondet_int()) {
            if (queue_push(&q, step) == 0)
                kept++;
        } else if (queue_pop(&q, &value) == 0) {
            assert(value > 0 && value < step);
            kept--;
        }
        assert(q.count == kept);
    }
    return 0;
}
