#ifndef CFORK_H
#define CFORK_H

#include <sys/types.h>

/// `fork`, which Swift does not offer because a forked program has one thread only.
pid_t fork_process(void);

/// Gives this thread a working folder of its own; -1 if that fails.
int enter_folder(const char *path);

#endif
