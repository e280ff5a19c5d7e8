// Counts the allocations of each thread: `malloc` of the program takes the place of the C library's,
// whose own goes by another name too. Sanitizers replace `malloc` themselves, and are left to it.
#include "CAllocations.h"

#include <stdlib.h>

#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

static _Thread_local unsigned long count __attribute__((tls_model("initial-exec")));

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  count += 1;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count += 1;
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count += 1;
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count += 1;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  count += 1;
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : 12;  // ENOMEM
}

unsigned long allocations_of_this_thread(void) { return count; }
bool allocations_are_counted(void) { return true; }

#else

unsigned long allocations_of_this_thread(void) { return 0; }
bool allocations_are_counted(void) { return false; }

#endif
