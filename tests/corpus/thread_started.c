// verdict: unsafe
// inputs: 0,0
// must-decide: auto, se
// covers: a thread that is started runs
void assert(int);
typedef unsigned long pthread_t;
int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *), void *argument);
int pthread_join(pthread_t thread, void **result);
static int shared;
static void *work(void *nothing) {
    shared++;
    return nothing;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    assert(shared == 0);
    return 0;
}
