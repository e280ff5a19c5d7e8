#define _GNU_SOURCE
#include "CFork.h"

#include <sched.h>
#include <unistd.h>

pid_t fork_process(void) { return fork(); }

#ifdef __APPLE__
extern int pthread_chdir_np(const char *path);

int enter_folder(const char *path) { return pthread_chdir_np(path); }
#else
int enter_folder(const char *path) { return unshare(CLONE_FS) == 0 ? chdir(path) : -1; }
#endif
