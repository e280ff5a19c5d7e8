// A search in a child process, so that a crash of the searched app does not end the search without a
// result. The child counts its steps in memory that it shares with its parent. After a crash, the same
// search runs again up to the step that crashed.
//
// It is written in C, because Swift has no `fork`, and because the handlers of signals may only call
// functions that POSIX lists as async-signal-safe (kill, pthread_sigmask, raise, sigaction, sigaddset, sigemptyset).

#ifndef CSEARCH_H
#define CSEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  csearch_here,      // this process runs the search: it is the child, or there is none
  csearch_ended,     // the child ended with the status `number`
  csearch_crashed,   // the signal `number` ended the child
  csearch_too_long,  // the child was killed, because a step took too long
} csearch_kind;

typedef struct {
  csearch_kind kind;
  int number;
  uint64_t step;  // the number of the last step that the child began; 0 if it began none
} csearch_end;

// Forks, and waits for the end of the child. Signals that end or stop this program are passed on to the
// child, which has a process group of its own.
//
// `bound` is the time in milliseconds that a step may take, and `last` the step before which the
// search ends; 0 for none. Call it while the program has a single thread.
csearch_end csearch_run(int64_t bound, uint64_t last);

// Counts a step that begins. Returns false if the search ends before it, and from then on.
bool csearch_take_step(void);

// Time or a person ends the search in the present step. States that were found are still visited, in further steps.
void csearch_end_early(void);

// Whether the search that this one repeats had ended early when it came to the present step.
bool csearch_ended_early(void);

// The search is over; what follows may take any time.
void csearch_end_steps(void);

// A number for the contents of the file of this program: another one for another build. 0 if it cannot be read.
uint64_t csearch_digest_program(void);

// Another process of this program, with another hash seed, which replays what a search claims. It has the
// other end of the socket as its descriptor 3, and no standard input and output.
typedef struct {
  int pid;  // 0 if it could not be started
  int socket;
} csearch_checker;

// `arguments` begins with the name of the program, and ends with NULL.
csearch_checker csearch_start_checker(char *const arguments[]);

// Called first in that process. It ends with the process that started it.
void csearch_become_checker(void);

// Returns false if the other process has ended.
bool csearch_send(int socket, const void *bytes, size_t count);

// Whether the system sends the signal for an error of a program.
bool csearch_is_crash(int number);

// Ends the process. Returns the number of the signal of its crash; 0 if it did not crash.
int csearch_stop_checker(csearch_checker checker);

#endif
