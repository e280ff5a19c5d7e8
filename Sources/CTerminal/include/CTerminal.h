// A terminal in raw mode, or without echo. Its settings are restored however the program ends, a crash
// included: every signal is handled whose default action ends a program.
//
// This code also runs in signal handlers. It is written in C to call only functions that POSIX lists
// as async-signal-safe (clock_gettime, getpgrp, getppid, poll, pthread_sigmask, raise, sigaction, sigaddset,
// sigemptyset, signal, tcflush, tcgetpgrp, tcsetattr, write). The handler of a crash also calls the one of the Swift runtime.

#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>

#include "CSearch.h"

// The signals that arrived since the last call to `cterminal_poll`.
typedef struct {
  int interrupts;  // Ctrl-C
  bool resized;    // the size of the window has changed
  bool resumed;    // the program was stopped and continues; the window must be drawn again
} cterminal_events;

// Puts the terminal `fd` into raw mode: no echo, and each byte is available at once. If `is_silent`, puts it into the
// mode of a prompt for a secret: a line without echo, which Ctrl-C ends. Returns 0, or the error number.
int cterminal_enter(int fd, bool is_silent);

// Sets the mode again, in case another program has changed it. No effect outside both modes.
void cterminal_renew(void);

// Restores the settings and the signal handlers. No effect outside both modes.
void cterminal_leave(void);

// Where the runtime of Swift prints backtraces, writes the message of a fatal error again after one, and lets
// SIGQUIT, which a person sends with Ctrl-\, end the program without one.
void cterminal_prepare_signals(void);

// A descriptor that is readable when there are events.
int cterminal_event_descriptor(void);

cterminal_events cterminal_poll(void);

// Lets `cterminal_poll` tell outside both modes, too, that the program was stopped with Ctrl-Z. A program that does not
// draw goes on in the background.
void cterminal_watch_stops(bool does_draw);

// The time in milliseconds for which Ctrl-Z has stopped the program, in a mode or after `cterminal_watch_stops`.
long long cterminal_stopped_time(void);

// Records Ctrl-C, and SIGTERM if asked to, from now on. A second one of either, 200 ms later, ends the program, in
// case it hangs.
// No effect where the signal is ignored. A watch within a watch takes the signals that arrive during it.
void cterminal_watch_interrupts(bool with_termination);

// Sets the time after which a signal counts as a second one, for tests.
void cterminal_set_repetition(int milliseconds);

// A descriptor that is readable when one of them has arrived since then.
int cterminal_watch_descriptor(void);

// Whether one of them has arrived since then.
bool cterminal_was_interrupted(void);

// SIGTERM or SIGHUP if it was recorded, also by a watch that has ended, else 0: the program ends when it has said
// what it has to say.
int cterminal_termination(void);

// Records SIGTERM and SIGHUP up to the end of the program. In raw mode, the signal first restores the terminal.
void cterminal_watch_endings(void);

void cterminal_stop_watching(bool with_termination);

// Starts so many threads at once and ends them. Returns 0, or the error number if the limits of the process
// allow fewer. On Apple systems it starts none and returns 0.
int cterminal_try_threads(int count);

// Opens an address with the program that the system has for it, in a process group of its own: Ctrl-C does not
// end a browser. Returns false if there is none.
bool cterminal_open_browser(const char *address);

// The size of the window. Returns false if it is unknown.
bool cterminal_size(int fd, int *columns, int *rows);

#endif
