#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#ifdef __APPLE__
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

// Bracketed paste: the terminal marks the beginning and the end of pasted text.
static const char paste_on[] = "\033[?2004h";
// Also resets colours and shows the cursor.
static const char back_to_normal[] = "\033[?2004l\033[0m\033[?25h";

// The modes that are set here: that of the line editor, and that of a prompt for a secret.
typedef enum { mode_none, mode_raw, mode_silent } terminal_mode;

static volatile sig_atomic_t mode = mode_none;
static int terminal, events[2] = {-1, -1}, watch[2] = {-1, -1};
// The settings before, and the settings of the mode.
static struct termios cooked, own;

static volatile sig_atomic_t interrupts, resized, resumed;

// The actions before, and whether this code has replaced them.
static struct sigaction former[NSIG];
static bool is_handled[NSIG];
// A handler needs a stack of its own: after an overflow the program's is full.
static char handler_stack[1 << 16];

static void write_terminal(const char *text, size_t size) {
  ssize_t ignored = write(terminal, text, size);
  (void)ignored;
}

// Whether the terminal is this program's. In the background it belongs to another program, and
// changing its settings would stop this one.
static bool is_in_foreground(void) {
  pid_t group = tcgetpgrp(terminal);
  return group < 0 || group == getpgrp();
}

// The signal that ends the program; 0 if none has arrived.
static atomic_int termination;

// Whether the program draws into its terminal; a server does not.
static bool draws = true;

// A program that is continued in the background would draw into the window of the shell: it stops again, as one
// that sets the terminal does. Where nobody can continue it, the signal has no effect. A program that is ending goes on.
static void stop_in_background(void) {
  if (draws && termination == 0 && !is_in_foreground()) raise(SIGTTOU);
}

static void set_own(void) {
  if (mode == mode_none || !is_in_foreground()) return;
  tcsetattr(terminal, TCSANOW, &own);
  if (mode == mode_raw) write_terminal(paste_on, sizeof paste_on - 1);
}

static void set_cooked(void) {
  if (!is_in_foreground()) return;
  if (mode == mode_raw) write_terminal(back_to_normal, sizeof back_to_normal - 1);
  tcsetattr(terminal, TCSANOW, &cooked);
}

// Drops the keys of a secret that were typed and not read: the next program would read them, and show
// them. `poll` lets the kernel take in keys that it has received; it would otherwise do so later, when
// echo is on again. TCSAFLUSH would wait while output is paused.
static void drop_secret(void) {
  if (mode != mode_silent || !is_in_foreground()) return;
  struct pollfd input = {.fd = terminal, .events = POLLIN};
  tcflush(terminal, TCIFLUSH);
  poll(&input, 1, 0);
  tcflush(terminal, TCIFLUSH);
}

static void wake(int pipe_ends[2]) {
  char byte = 0;
  ssize_t ignored = write(pipe_ends[1], &byte, 1);
  (void)ignored;
}

static void drain(int pipe_ends[2]) {
  char bytes[64];
  while (read(pipe_ends[0], bytes, sizeof bytes) > 0) {
  }
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
  int error = errno;
  write_terminal("\r\n", 2);
  drop_secret();
  set_cooked();
  mode = mode_none;
  sigaction(number, &former[number], NULL);
  do_default(number);
  // A former handler, such as that of a recording, returns.
  errno = error;
}

static void on_interrupt(int number) {
  int error = errno;
  // The program has not polled since the first interrupt: it hangs.
  if (interrupts) {
    set_cooked();
    mode = mode_none;
    signal(number, SIG_DFL);
    do_default(number);
  }
  interrupts = interrupts + 1;
  wake(events);
  errno = error;
}

// The time in milliseconds, above 0.
static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000 + 1;
}

static atomic_llong stopped_time;

static void on_stop(int number) {
  int error = errno;
  struct sigaction this;
  if (mode != mode_none) {
    write_terminal("\r\n", 2);
    drop_secret();
    set_cooked();
  }
  long long stop = now();
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigemptyset(&standard.sa_mask);
  sigaction(number, &standard, &this);
  do_default(number);
  // The program continues here after SIGCONT.
  stop_in_background();
  atomic_fetch_add(&stopped_time, now() - stop);
  sigaction(number, &this, NULL);
  set_own();
  resumed = 1;
  wake(events);
  errno = error;
}

static void on_change(int number) {
  int error = errno;
  if (number == SIGCONT) {
    stop_in_background();
    set_own();
    resumed = 1;
  } else {
    resized = 1;
  }
  wake(events);
  errno = error;
}

// The handler of a signal; NULL for a signal whose action stays.
//
// Every signal is handled whose default action ends the program, crashes included. They are listed by
// exclusion, because systems have more of them than POSIX names: SIGSTKFLT, SIGPWR, SIGEMT and the
// real-time signals.
static void (*handler_of(int number))(int) {
  switch (number) {
    case SIGKILL:
    case SIGSTOP:
    case SIGCHLD:
    case SIGURG:
    case SIGTTIN:
    case SIGTTOU:
#ifdef __APPLE__
    case SIGIO:
    case SIGINFO:
#endif
      return NULL;
    case SIGINT:
      return mode == mode_raw ? on_interrupt : on_ending;
    case SIGTSTP:
      return on_stop;
    case SIGCONT:
    case SIGWINCH:
      return on_change;
    default:
      return on_ending;
  }
}

// Whether a handler of the program for this signal usually returns: that of a profiler or of a timer.
static bool is_periodic(int number) {
  if (number == SIGPROF || number == SIGVTALRM || number == SIGALRM || number == SIGIO) return true;
#ifdef SIGRTMIN
  if (number >= SIGRTMIN && number <= SIGRTMAX) return true;
#endif
  return false;
}

static bool handle(int number, struct sigaction action, struct sigaction *before) {
  action.sa_flags |= SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  // A signal that ends a stopped program arrives with SIGCONT: its handler runs to its end first. That of a stop
  // counts the stops that come after SIGCONT.
  if (action.sa_handler != on_stop) sigaddset(&action.sa_mask, SIGCONT);
  // The system reserves some numbers.
  if (sigaction(number, NULL, before) != 0) return false;
  // An ignored signal stays ignored: `nohup` and `trap ""` intend that.
  if (before->sa_handler == SIG_IGN) return false;
  if (before->sa_handler != SIG_DFL && is_periodic(number)) return false;
  return sigaction(number, &action, NULL) == 0;
}

#ifdef __linux__
// The address of the message of the fatal error that ends the program, since Swift 6.3.
extern const char **swift_getFatalErrorMessageBuffer(void) __attribute__((weak));

static struct sigaction backtraces[NSIG];

static void on_crash(int number, siginfo_t *info, void *context) {
  backtraces[number].sa_sigaction(number, info, context);
  if (swift_getFatalErrorMessageBuffer != NULL) {
    const char *message = *swift_getFatalErrorMessageBuffer();
    ssize_t ignored = message == NULL ? 0 : write(STDERR_FILENO, message, strlen(message));
    (void)ignored;
  }
  signal(number, SIG_DFL);
  // A signal that was sent does not repeat by itself, as that of a fault does.
  raise(number);
}
#endif

void cterminal_prepare_signals(void) {
#ifdef __linux__
  struct sigaction quit;
  if (sigaction(SIGQUIT, NULL, &quit) == 0 && quit.sa_flags & SA_SIGINFO) signal(SIGQUIT, SIG_DFL);
  struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int number = 1; number < NSIG; number++) {
    struct sigaction *backtrace = &backtraces[number];
    if (!csearch_is_crash(number) || sigaction(number, NULL, backtrace) != 0) continue;
    if (backtrace->sa_flags & SA_SIGINFO) sigaction(number, &action, NULL);
  }
#endif
}

static int prepare(int pipe_ends[2]) {
  if (pipe_ends[0] >= 0) return 0;
  if (pipe(pipe_ends) != 0) return errno;
  for (int i = 0; i < 2; i++) {
    fcntl(pipe_ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(pipe_ends[i], F_SETFL, O_NONBLOCK);
  }
  return 0;
}

void cterminal_watch_stops(bool does_draw) {
  draws = does_draw;
  struct sigaction action = {.sa_handler = on_stop, .sa_flags = SA_RESTART}, former;
  if (prepare(events) == 0) handle(SIGTSTP, action, &former);
}

long long cterminal_stopped_time(void) { return atomic_load(&stopped_time); }

static int enter(int fd, terminal_mode new) {
  static bool is_prepared;
  if (tcgetattr(fd, &cooked) != 0) return errno;
  int error = prepare(events);
  if (error != 0) return error;
  if (!is_prepared) {
    atexit(cterminal_leave);
    stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    sigaltstack(&stack, NULL);
    is_prepared = true;
  }
  terminal = fd;
  own = cooked;
  if (new == mode_raw) {
    // Ctrl-C, Ctrl-Z and Ctrl-\ stay signals: they must work when the program hangs.
    own.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    own.c_iflag &= ~(tcflag_t)(IXON | ICRNL | INLCR | IGNCR);
    own.c_cc[VMIN] = 1;
    own.c_cc[VTIME] = 0;
  } else {
    // Ctrl-C ends the line and not the program.
    own.c_lflag &= ~(tcflag_t)(ECHO | ISIG);
    own.c_cc[VEOL] = 3;
  }
  interrupts = resized = resumed = 0;
  mode = new;
  for (int number = 1; number < NSIG; number++) {
    void (*handler)(int) = handler_of(number);
    struct sigaction action = {.sa_handler = handler};
    is_handled[number] = handler != NULL && handle(number, action, &former[number]);
  }
  set_own();
  return 0;
}

int cterminal_enter(int fd, bool is_silent) {
  return mode == mode_none ? enter(fd, is_silent ? mode_silent : mode_raw) : 0;
}

void cterminal_renew(void) {
  if (mode != mode_none && is_in_foreground()) tcsetattr(terminal, TCSANOW, &own);
}

void cterminal_leave(void) {
  if (mode == mode_none) return;
  set_cooked();
  // From here on no handler sets the mode again.
  mode = mode_none;
  for (int number = 1; number < NSIG; number++) {
    if (is_handled[number]) sigaction(number, &former[number], NULL);
    is_handled[number] = false;
  }
}

int cterminal_event_descriptor(void) { return events[0]; }

cterminal_events cterminal_poll(void) {
  drain(events);
  sigset_t set, former;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTSTP);
  sigaddset(&set, SIGCONT);
  sigaddset(&set, SIGWINCH);
  pthread_sigmask(SIG_BLOCK, &set, &former);
  cterminal_events found = {interrupts, resized, resumed};
  interrupts = 0;
  resized = 0;
  resumed = 0;
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  return found;
}

// Read by all threads of a search.
static atomic_bool is_interrupted;
// Guards what follows. The handler only reads it while it is set.
static pthread_mutex_t watch_lock = PTHREAD_MUTEX_INITIALIZER;
typedef struct {
  int number, watches;
  bool is_handled;
  // The time when it first arrived from the parent, and from others; 0 before.
  atomic_llong arrivals[2];
  struct sigaction former;
} watched_signal;
static watched_signal interrupt_watch = {.number = SIGINT}, termination_watch = {.number = SIGTERM},
                      hangup_watch = {.number = SIGHUP};

// In milliseconds. A signal to a process and to its group, as `timeout` sends it, arrives twice at once.
static volatile sig_atomic_t repetition = 200;

void cterminal_set_repetition(int milliseconds) { repetition = milliseconds; }

static void on_watched(int number, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  watched_signal *watched = number == SIGTERM  ? &termination_watch
                            : number == SIGHUP ? &hangup_watch
                                               : &interrupt_watch;
  // A signal to all processes arrives twice, because a parent forwards it. It counts once.
  bool is_from_other = info->si_code != SI_USER || info->si_pid != getppid();
  long long first = atomic_load(&watched->arrivals[is_from_other]), time = now();
  // The program has not ended since the first one: it hangs.
  if (first > 0 && time - first >= repetition) {
    if (mode != mode_none) set_cooked();
    mode = mode_none;
    signal(number, SIG_DFL);
    do_default(number);
  }
  bool is_repeated = first > 0 || atomic_load(&watched->arrivals[!is_from_other]) > 0;
  if (first == 0) atomic_store(&watched->arrivals[is_from_other], time);
  if (is_repeated) return;
  is_interrupted = true;
  if (number != SIGINT) termination = number;
  wake(watch);
  errno = error;
}

static void begin_watch(watched_signal *watched) {
  if (watched->watches++ > 0) return;
  struct sigaction action = {.sa_sigaction = on_watched, .sa_flags = SA_SIGINFO};
  watched->is_handled = handle(watched->number, action, &watched->former);
}

static void forget_interrupts(void) {
  is_interrupted = false;
  for (int i = 0; i < 2; i++) atomic_store(&interrupt_watch.arrivals[i], 0);
  drain(watch);
}

// Returns true if it was the last of the watches.
static bool end_watch(watched_signal *watched) {
  if (--watched->watches > 0) return false;
  if (watched->is_handled) sigaction(watched->number, &watched->former, NULL);
  return true;
}

void cterminal_watch_interrupts(bool with_termination) {
  pthread_mutex_lock(&watch_lock);
  if (interrupt_watch.watches == 0) {
    prepare(watch);
    forget_interrupts();
  }
  begin_watch(&interrupt_watch);
  if (with_termination) begin_watch(&termination_watch);
  pthread_mutex_unlock(&watch_lock);
}

int cterminal_watch_descriptor(void) { return watch[0]; }

bool cterminal_was_interrupted(void) { return is_interrupted; }

int cterminal_termination(void) { return termination; }

void cterminal_watch_endings(void) {
  pthread_mutex_lock(&watch_lock);
  prepare(watch);
  begin_watch(&termination_watch);
  begin_watch(&hangup_watch);
  pthread_mutex_unlock(&watch_lock);
}

void cterminal_stop_watching(bool with_termination) {
  pthread_mutex_lock(&watch_lock);
  if (with_termination) end_watch(&termination_watch);
  if (!end_watch(&interrupt_watch)) {
    forget_interrupts();
  } else {
    // A later wait is for what arrives then, or for the end of the program.
    drain(watch);
    if (termination != 0) wake(watch);
  }
  pthread_mutex_unlock(&watch_lock);
}

bool cterminal_size(int fd, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return false;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return true;
}

bool cterminal_open_browser(const char *address) {
#ifdef __APPLE__
  char *words[] = {"open", (char *)address, NULL};
#else
  char *words[] = {"xdg-open", (char *)address, NULL};
#endif
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  for (int fd = 0; fd < 3; fd++)
    posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t pid;
  int error = posix_spawnp(&pid, words[0], &actions, &attributes, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error == 0;
}

#ifdef __APPLE__
// The limits of a shell on memory do not hold there. If a process has had a second thread, the runtime of
// Objective-C ends its forked child at the first use of some classes.
int cterminal_try_threads(int count) {
  (void)count;
  return 0;
}
#else
static void *wait_for(void *gate) {
  pthread_mutex_lock(gate);
  pthread_mutex_unlock(gate);
  return NULL;
}

int cterminal_try_threads(int count) {
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  pthread_t threads[count];
  int started = 0, problem = 0;
  pthread_mutex_lock(&gate);
  while (started < count && problem == 0) {
    problem = pthread_create(&threads[started], NULL, wait_for, &gate);
    if (problem == 0) started += 1;
  }
  pthread_mutex_unlock(&gate);
  while (started > 0) pthread_join(threads[--started], NULL);
  return problem;
}
#endif
