#define STEP 3
