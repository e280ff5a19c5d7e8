#ifndef CFORK_H
#define CFORK_H

#include <sys/types.h>

/// `fork`, which Swift does not offer because a forked program has one thread only.
pid_t fork_process(void);

#endif
