#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>

/// How often this thread has allocated memory so far, where allocations are counted.
unsigned long allocations_of_this_thread(void);

/// The bytes that this thread has allocated so far, those that it has freed included.
unsigned long bytes_of_this_thread(void);

/// Counts what all threads allocate, from zero, until it is asked for.
void count_allocations_of_all_threads(void);

/// How often all threads together have allocated memory since then.
unsigned long allocations_of_all_threads(void);

/// Counts the bytes of all blocks from now on, which slows every allocation down.
void count_bytes(void);

/// The bytes of the blocks that are allocated and not freed. Before `count_bytes` this is the figure of the C
/// library, which includes freed blocks that it keeps for the thread.
size_t bytes_in_use(void);

/// Whether allocations are counted: with the GNU C library, and without a sanitizer.
bool allocations_are_counted(void);

#endif
