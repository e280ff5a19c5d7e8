#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// Bracketed paste: the terminal marks the beginning and the end of pasted text.
static const char paste_on[] = "\033[?2004h";
// Also resets colours and shows the cursor.
static const char back_to_normal[] = "\033[?2004l\033[0m\033[?25h";

static volatile sig_atomic_t is_raw;
static int terminal, pipe_ends[2] = {-1, -1};
static struct termios cooked, raw;

static volatile sig_atomic_t interrupts, resized, resumed;

// Signals that end the program, crashes included.
static const int ending[] = {SIGHUP,  SIGQUIT, SIGTERM, SIGPIPE, SIGALRM, SIGXCPU, SIGXFSZ,
                             SIGUSR1, SIGUSR2, SIGSEGV, SIGBUS,  SIGILL,  SIGTRAP, SIGFPE,
                             SIGABRT, SIGSYS};
static const int notifying[] = {SIGINT, SIGTSTP, SIGCONT, SIGWINCH};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct sigaction former_ending[COUNT(ending)], former_notifying[COUNT(notifying)];
// A handler needs a stack of its own: after an overflow the program's is full.
static char handler_stack[1 << 16];

static void write_terminal(const char *text, size_t size) {
  ssize_t ignored = write(terminal, text, size);
  (void)ignored;
}

static void set_raw(void) {
  tcsetattr(terminal, TCSANOW, &raw);
  write_terminal(paste_on, sizeof paste_on - 1);
}

static void set_cooked(void) {
  write_terminal(back_to_normal, sizeof back_to_normal - 1);
  tcsetattr(terminal, TCSANOW, &cooked);
}

static void wake(void) {
  char byte = 0;
  ssize_t ignored = write(pipe_ends[1], &byte, 1);
  (void)ignored;
}

// Delivers the signal with its default action now. It is blocked while it is handled.
static void do_default(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void on_ending(int number) {
  write_terminal("\r\n", 2);
  set_cooked();
  is_raw = 0;
  for (size_t i = 0; i < COUNT(ending); i++) {
    if (ending[i] == number) sigaction(number, &former_ending[i], NULL);
  }
  do_default(number);
}

static void on_interrupt(int number) {
  // The program has not polled since the first interrupt: it hangs.
  if (interrupts) {
    set_cooked();
    is_raw = 0;
    signal(number, SIG_DFL);
    do_default(number);
  }
  interrupts = interrupts + 1;
  wake();
}

static void on_stop(int number) {
  int error = errno;
  struct sigaction own;
  write_terminal("\r\n", 2);
  set_cooked();
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigemptyset(&standard.sa_mask);
  sigaction(number, &standard, &own);
  do_default(number);
  // The program continues here after SIGCONT.
  sigaction(number, &own, NULL);
  set_raw();
  resumed = 1;
  wake();
  errno = error;
}

static void on_change(int number) {
  int error = errno;
  if (number == SIGCONT) {
    set_raw();
    resumed = 1;
  } else {
    resized = 1;
  }
  wake();
  errno = error;
}

static void handle(int number, void (*handler)(int), struct sigaction *former) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  sigaction(number, NULL, former);
  // An ignored signal stays ignored: `nohup` and `trap ""` intend that.
  if (former->sa_handler != SIG_IGN) sigaction(number, &action, NULL);
}

int cterminal_enter(int fd) {
  if (is_raw) return 0;
  if (tcgetattr(fd, &cooked) != 0) return errno;
  if (pipe_ends[0] < 0) {
    if (pipe(pipe_ends) != 0) return errno;
    for (int i = 0; i < 2; i++) {
      fcntl(pipe_ends[i], F_SETFD, FD_CLOEXEC);
      fcntl(pipe_ends[i], F_SETFL, O_NONBLOCK);
    }
    atexit(cterminal_leave);
    stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    sigaltstack(&stack, NULL);
  }
  terminal = fd;
  raw = cooked;
  // Ctrl-C, Ctrl-Z and Ctrl-\ stay signals: they must work when the program hangs.
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
  raw.c_iflag &= ~(tcflag_t)(IXON | ICRNL | INLCR | IGNCR);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  is_raw = 1;
  for (size_t i = 0; i < COUNT(ending); i++) handle(ending[i], on_ending, &former_ending[i]);
  handle(notifying[0], on_interrupt, &former_notifying[0]);
  handle(notifying[1], on_stop, &former_notifying[1]);
  handle(notifying[2], on_change, &former_notifying[2]);
  handle(notifying[3], on_change, &former_notifying[3]);
  set_raw();
  return 0;
}

void cterminal_leave(void) {
  if (!is_raw) return;
  set_cooked();
  is_raw = 0;
  for (size_t i = 0; i < COUNT(ending); i++) sigaction(ending[i], &former_ending[i], NULL);
  for (size_t i = 0; i < COUNT(notifying); i++) sigaction(notifying[i], &former_notifying[i], NULL);
}

int cterminal_event_descriptor(void) { return pipe_ends[0]; }

cterminal_events cterminal_poll(void) {
  char bytes[64];
  while (read(pipe_ends[0], bytes, sizeof bytes) > 0) {
  }
  sigset_t set, former;
  sigemptyset(&set);
  for (size_t i = 0; i < COUNT(notifying); i++) sigaddset(&set, notifying[i]);
  pthread_sigmask(SIG_BLOCK, &set, &former);
  cterminal_events events = {interrupts, resized, resumed};
  interrupts = 0;
  resized = 0;
  resumed = 0;
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  return events;
}

static volatile sig_atomic_t is_interrupted;
static struct sigaction former_interrupt;

static void on_watched_interrupt(int number) {
  if (is_interrupted) {
    sigaction(number, &former_interrupt, NULL);
    do_default(number);
  }
  is_interrupted = 1;
}

void cterminal_watch_interrupts(void) {
  is_interrupted = 0;
  handle(SIGINT, on_watched_interrupt, &former_interrupt);
}

bool cterminal_was_interrupted(void) { return is_interrupted; }

void cterminal_stop_watching(void) { sigaction(SIGINT, &former_interrupt, NULL); }

bool cterminal_size(int fd, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return false;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return true;
}
