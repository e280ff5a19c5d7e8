// Makes the contended path of Synchronization.Mutex visible to ThreadSanitizer, on Linux.
//
// The uncontended path of a mutex is inlined into its callers and instrumented. The contended path
// is in libswiftSynchronization, which the toolchain builds without instrumentation. The sanitizer
// therefore does not see that a thread acquires the mutex there, and reports a race between two
// accesses that are both inside `withLock`.
//
// The linker prefers the three functions below to those of the library. They call the library's
// functions, and tell the sanitizer that the mutex was acquired or is about to be released. No report
// has to be suppressed: an access outside of `withLock` is reported in every file.
//
// `build` verifies this with ThreadCheck.swift, also that the library still calls its functions so.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// Synchronization._MutexHandle: _lockSlow(UInt32), _tryLockSlow() -> Bool and _unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

void __tsan_acquire(void *address);
void __tsan_release(void *address);

static SWIFT void (*library_lock)(uint32_t, SELF);
static SWIFT bool (*library_try_lock)(SELF);
static SWIFT void (*library_unlock)(SELF);

__attribute__((constructor)) static void find_library_functions(void) {
  library_lock = dlsym(RTLD_NEXT, LOCK);
  library_try_lock = dlsym(RTLD_NEXT, TRY_LOCK);
  library_unlock = dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void lock(uint32_t thread, SELF) {
  library_lock(thread, self);
  __tsan_acquire(self);
}

SWIFT bool try_lock(SELF) __asm__(TRY_LOCK);
SWIFT bool try_lock(SELF) {
  bool is_locked = library_try_lock(self);
  if (is_locked) __tsan_acquire(self);
  return is_locked;
}

SWIFT void unlock(SELF) __asm__(UNLOCK);
SWIFT void unlock(SELF) {
  __tsan_release(self);
  library_unlock(self);
}
