// verdict: unsafe
#include <time.h>

int main(void) {
    time_t far = 0x7fffffffffffffff;
    return localtime(&far)->tm_mon;
}
