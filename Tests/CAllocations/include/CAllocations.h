#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdbool.h>

/// How often this thread has allocated memory so far, where allocations are counted.
unsigned long allocations_of_this_thread(void);

/// Whether allocations are counted: with the GNU C library, and without a sanitizer.
bool allocations_are_counted(void);

#endif
