#include "does-not-exist.h"
int main(void)
{
    return 0;
}
