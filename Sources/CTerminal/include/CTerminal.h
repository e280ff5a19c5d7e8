// A terminal in raw mode that is put back on every way out, a crash included.
//
// What is here runs in signal handlers too, and so is C: it calls nothing that POSIX does not list as
// async-signal-safe (tcsetattr, write, sigaction, pthread_sigmask, raise).

#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>

// What signals have said since it was last asked.
typedef struct {
  int interrupts;  // Ctrl-C
  bool resized;    // the window has another size
  bool resumed;    // the program was stopped, and goes on: what was drawn may be gone
} cterminal_news;

// Takes over the terminal `fd`: no echo, and bytes as they are typed. Returns 0, or the error number.
int cterminal_enter(int fd);

// Puts back the settings and what signals did before. Without effect where nothing was taken over.
void cterminal_leave(void);

// Readable when there are news; for `poll`.
int cterminal_news_descriptor(void);

cterminal_news cterminal_take_news(void);

// From here on Ctrl-C is noted, and ends nothing. A second one does what it did before: the
// program hangs. Without effect where it is ignored.
void cterminal_watch_interrupts(void);

// Whether it came since.
bool cterminal_was_interrupted(void);

void cterminal_stop_watching(void);

// The size of the window; false if it is unknown.
bool cterminal_size(int fd, int *columns, int *rows);

#endif
