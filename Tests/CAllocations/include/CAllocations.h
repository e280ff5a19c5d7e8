#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>

/// How often this thread has allocated memory so far, where allocations are counted.
unsigned long allocations_of_this_thread(void);

/// Counts what all threads allocate, from zero, until it is asked for.
void count_allocations_of_all_threads(void);

/// How often all threads together have allocated memory since then.
unsigned long allocations_of_all_threads(void);

/// How much memory is allocated and not freed, what the allocator adds to each block included.
size_t bytes_in_use(void);

/// Whether allocations are counted: with the GNU C library, and without a sanitizer.
bool allocations_are_counted(void);

#endif
