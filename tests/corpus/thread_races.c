// verdict: unknown
// covers: nothing is proved of a program that starts a thread, whose order is one of many
void assert(int);
typedef unsigned long pthread_t;
int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *), void *argument);
int pthread_join(pthread_t thread, void **result);
static int shared;
static void *work(void *nothing) {
    int old = shared;
    shared = old + 1;
    return nothing;
}
int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(shared == 2);
    return 0;
}
