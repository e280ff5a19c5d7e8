// Counts allocations: `malloc` of the program takes the place of the C library's, whose own goes by
// another name too. Sanitizers replace `malloc` themselves, and are left to it.
#include "CAllocations.h"

#include <stdlib.h>

#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

#include <malloc.h>
#include <stdatomic.h>

static _Thread_local unsigned long count __attribute__((tls_model("initial-exec")));

// A counter that threads share slows them down: it runs only while somebody wants to know.
static atomic_bool all_are_counted;
static atomic_ulong count_of_all;

static void count_one(void) {
  count += 1;
  if (atomic_load_explicit(&all_are_counted, memory_order_relaxed))
    atomic_fetch_add_explicit(&count_of_all, 1, memory_order_relaxed);
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  count_one();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count_one();
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count_one();
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count_one();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  count_one();
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : 12;  // ENOMEM
}

unsigned long allocations_of_this_thread(void) { return count; }
bool allocations_are_counted(void) { return true; }

void count_allocations_of_all_threads(void) {
  atomic_store(&count_of_all, 0);
  atomic_store(&all_are_counted, true);
}

unsigned long allocations_of_all_threads(void) {
  atomic_store(&all_are_counted, false);
  return atomic_load(&count_of_all);
}

size_t bytes_in_use(void) {
#if __GLIBC_PREREQ(2, 33)
  struct mallinfo2 info = mallinfo2();
#else
  struct mallinfo info = mallinfo();
#endif
  return (size_t)info.uordblks + (size_t)info.hblkhd;
}

#else

unsigned long allocations_of_this_thread(void) { return 0; }
bool allocations_are_counted(void) { return false; }
void count_allocations_of_all_threads(void) {}
unsigned long allocations_of_all_threads(void) { return 0; }
size_t bytes_in_use(void) { return 0; }

#endif
