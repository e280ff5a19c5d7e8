// Counts allocations: `malloc` of the program takes the place of the C library's, whose own goes by
// another name too. Sanitizers replace `malloc` themselves, and are left to it.
#include "CAllocations.h"

#include <stdlib.h>

#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

#include <malloc.h>
#include <stdatomic.h>

static _Thread_local unsigned long count __attribute__((tls_model("initial-exec")));
static _Thread_local unsigned long bytes __attribute__((tls_model("initial-exec")));

// A counter that threads share slows them down: it runs only while somebody wants to know.
static atomic_bool all_are_counted;
static atomic_ulong count_of_all;

static void count_one(size_t size) {
  count += 1;
  bytes += size;
  if (atomic_load_explicit(&all_are_counted, memory_order_relaxed))
    atomic_fetch_add_explicit(&count_of_all, 1, memory_order_relaxed);
}

// Also a counter that threads share. The C library's own figure also counts blocks that are free and kept
// for a thread.
static atomic_bool bytes_are_counted;
static atomic_ulong live_bytes;

static void *counted(void *block) {
  if (atomic_load_explicit(&bytes_are_counted, memory_order_relaxed))
    atomic_fetch_add_explicit(&live_bytes, malloc_usable_size(block), memory_order_relaxed);
  return block;
}

static void discount(void *block) {
  if (atomic_load_explicit(&bytes_are_counted, memory_order_relaxed))
    atomic_fetch_sub_explicit(&live_bytes, malloc_usable_size(block), memory_order_relaxed);
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

void *malloc(size_t size) {
  count_one(size);
  return counted(__libc_malloc(size));
}

void *calloc(size_t number, size_t size) {
  count_one(number * size);
  return counted(__libc_calloc(number, size));
}

void *realloc(void *block, size_t size) {
  count_one(size);
  discount(block);
  void *moved = __libc_realloc(block, size);
  // A failed call leaves the block as it was.
  counted(moved == NULL && size > 0 ? block : moved);
  return moved;
}

void *aligned_alloc(size_t alignment, size_t size) {
  count_one(size);
  return counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  count_one(size);
  *block = counted(__libc_memalign(alignment, size));
  return *block ? 0 : 12;  // ENOMEM
}

void free(void *block) {
  discount(block);
  __libc_free(block);
}

unsigned long allocations_of_this_thread(void) { return count; }
unsigned long bytes_of_this_thread(void) { return bytes; }
bool allocations_are_counted(void) { return true; }

void count_allocations_of_all_threads(void) {
  atomic_store(&count_of_all, 0);
  atomic_store(&all_are_counted, true);
}

unsigned long allocations_of_all_threads(void) {
  atomic_store(&all_are_counted, false);
  return atomic_load(&count_of_all);
}

static size_t bytes_of_the_c_library(void) {
#if __GLIBC_PREREQ(2, 33)
  struct mallinfo2 info = mallinfo2();
#else
  struct mallinfo info = mallinfo();
#endif
  return (size_t)info.uordblks + (size_t)info.hblkhd;
}

void count_bytes(void) {
  atomic_store(&live_bytes, bytes_of_the_c_library());
  atomic_store(&bytes_are_counted, true);
}

size_t bytes_in_use(void) {
  return atomic_load(&bytes_are_counted) ? atomic_load(&live_bytes) : bytes_of_the_c_library();
}

#else

unsigned long allocations_of_this_thread(void) { return 0; }
unsigned long bytes_of_this_thread(void) { return 0; }
bool allocations_are_counted(void) { return false; }
void count_allocations_of_all_threads(void) {}
unsigned long allocations_of_all_threads(void) { return 0; }
void count_bytes(void) {}
size_t bytes_in_use(void) { return 0; }

#endif
