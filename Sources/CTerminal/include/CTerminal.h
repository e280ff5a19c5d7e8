// A terminal in raw mode. Its settings are restored however the program ends, a crash included.
//
// This code also runs in signal handlers. It is written in C to call only functions that POSIX lists
// as async-signal-safe (tcsetattr, write, sigaction, pthread_sigmask, raise).

#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>

// The signals that arrived since the last call to `cterminal_poll`.
typedef struct {
  int interrupts;  // Ctrl-C
  bool resized;    // the size of the window has changed
  bool resumed;    // the program was stopped and continues; the window must be drawn again
} cterminal_events;

// Puts the terminal `fd` into raw mode: no echo, and each byte is available at once. Returns 0, or the
// error number.
int cterminal_enter(int fd);

// Restores the settings and the signal handlers. No effect outside raw mode.
void cterminal_leave(void);

// A descriptor that is readable when there are events.
int cterminal_event_descriptor(void);

cterminal_events cterminal_poll(void);

// Records Ctrl-C from now on. A second Ctrl-C has its former effect, in case the program hangs. No
// effect where Ctrl-C is ignored.
void cterminal_watch_interrupts(void);

// Whether Ctrl-C was pressed since then.
bool cterminal_was_interrupted(void);

void cterminal_stop_watching(void);

// The size of the window. Returns false if it is unknown.
bool cterminal_size(int fd, int *columns, int *rows);

#endif
