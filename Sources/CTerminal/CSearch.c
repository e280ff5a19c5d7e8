#include "CSearch.h"

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
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#else
#include <mach-o/dyld.h>
#endif
#ifdef __APPLE__
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

#ifdef __APPLE__
// A program with this section says that it forks. Without it, if a process has had a second thread, the runtime of
// Objective-C ends its forked child at the first use of some classes. A library may have started the thread.
__attribute__((used, section("__DATA,__objc_fork_ok"))) static char fork_ok;
#endif

// The number of the present step, in memory that parent and child share; 0 before the first step.
static _Atomic uint64_t *steps;
// The number after that of the step at which time or a person ended the search, in the same memory; 0 if none did.
static _Atomic uint64_t *early_end;
static uint64_t last_step, last_early_end, own_step;
static const uint64_t after_the_last = UINT64_MAX;

static volatile sig_atomic_t child;
static const int forwarded[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
enum { forwarded_count = sizeof forwarded / sizeof forwarded[0] };

// Stops this process with the default action of the signal, which has no effect where no shell could continue it.
static void stop(int number) {
  struct sigaction standard = {.sa_handler = SIG_DFL}, own;
  sigset_t set;
  sigemptyset(&standard.sa_mask);
  sigemptyset(&set);
  sigaddset(&set, number);
  sigaction(number, &standard, &own);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  sigaction(number, &own, NULL);
}

static void on_signal(int number) {
  int error = errno;
  if (child > 0) kill(child, number == SIGTSTP ? SIGSTOP : number);
  if (number == SIGTSTP) stop(number);
  // A stopped child takes no signal but SIGCONT and SIGKILL.
  if (child > 0) kill(child, SIGCONT);
  errno = error;
}

static const int crashes[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGSYS};
enum { crash_count = sizeof crashes / sizeof crashes[0] };

bool csearch_is_crash(int number) {
  for (int i = 0; i < crash_count; i++) {
    if (crashes[i] == number) return true;
  }
  return false;
}

// Waits for the end of the child; false if a step took too long.
static bool wait_for_end(int fd, int64_t bound) {
  // The number is read four times in the time that a step may take.
  int64_t interval = bound / 4 > 0 ? bound / 4 : 1;
  uint64_t seen = after_the_last;
  int repeats = 0;
  while (true) {
    struct pollfd end = {.fd = fd, .events = POLLIN};
    int count = poll(&end, 1, interval > 3600000 ? 3600000 : (int)interval);
    if (count > 0) return true;
    if (count < 0) continue;
    uint64_t now = atomic_load(steps);
    repeats = now == seen ? repeats + 1 : 0;
    seen = now;
    if (repeats >= 4 && now != after_the_last) return false;
  }
}

csearch_end csearch_run(int64_t bound, uint64_t last) {
  csearch_end result = {.kind = csearch_here, .number = 0};
  if (steps == NULL) {
    void *page = mmap(NULL, 2 * sizeof *steps, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return result;
    steps = page;
    early_end = steps + 1;
  }
  int ends[2];
  if (pipe(ends) != 0) return result;
  atomic_store(steps, 0);
  last_step = last;
  last_early_end = last > 0 ? atomic_load(early_end) : 0;
  atomic_store(early_end, 0);
  own_step = 0;
  child = 0;
  struct sigaction former[forwarded_count], forward = {.sa_handler = on_signal};
  sigemptyset(&forward.sa_mask);
  for (int i = 0; i < forwarded_count; i++) {
    sigaction(forwarded[i], &forward, &former[i]);
    if (former[i].sa_handler == SIG_IGN) sigaction(forwarded[i], &former[i], NULL);
  }
#ifdef __linux__
  pid_t parent = getpid();
#endif
  pid_t pid = fork();
  if (pid == 0) {
    setpgid(0, 0);
    // The child is a background process of the terminal. With `stty tostop`, its first output would stop it. The
    // processes that replay its trails inherit this.
    signal(SIGTTOU, SIG_IGN);
  }
  if (pid > 0) {
    setpgid(pid, pid);
    child = pid;
  }
  if (pid <= 0) {
    for (int i = 0; i < forwarded_count; i++) sigaction(forwarded[i], &former[i], NULL);
    close(ends[0]);
    // The write end stays open until the child ends.
    if (pid < 0) close(ends[1]);
    if (pid == 0) {
      fcntl(ends[1], F_SETFD, FD_CLOEXEC);
      // A backtrace takes seconds, and the trail tells more.
      for (int i = 0; i < crash_count; i++) signal(crashes[i], SIG_DFL);
#ifdef __linux__
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(1);
#endif
    }
    return result;
  }
  close(ends[1]);
  bool has_ended = wait_for_end(ends[0], bound);
  if (!has_ended) kill(pid, SIGKILL);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  child = 0;
  for (int i = 0; i < forwarded_count; i++) sigaction(forwarded[i], &former[i], NULL);
  close(ends[0]);
  result.step = atomic_load(steps);
  if (!has_ended) {
    result.kind = csearch_too_long;
  } else if (WIFEXITED(status)) {
    result.kind = csearch_ended;
    result.number = WEXITSTATUS(status);
  } else {
    result.kind = csearch_crashed;
    result.number = WTERMSIG(status);
    if (!csearch_is_crash(result.number)) {
      // A person or the system ended the child; it is the end of this program too.
      signal(result.number, SIG_DFL);
      raise(result.number);
      _exit(128 + result.number);
    }
  }
  return result;
}

bool csearch_take_step(void) {
  if (steps == NULL) return true;
  atomic_store_explicit(steps, ++own_step, memory_order_relaxed);
  return last_step == 0 || own_step < last_step;
}

void csearch_end_early(void) {
  if (steps != NULL && atomic_load(early_end) == 0) atomic_store(early_end, own_step + 1);
}

bool csearch_ended_early(void) { return last_early_end > 0 && own_step + 1 >= last_early_end; }

void csearch_end_steps(void) {
  if (steps != NULL) atomic_store(steps, after_the_last);
}

// The environment without the variable that fixes the hash seed.
static char **environment_with_seed(void) {
  static const char fixed[] = "SWIFT_DETERMINISTIC_HASHING=";
  size_t count = 0, kept = 0;
  while (environ[count] != NULL) count++;
  char **result = calloc(count + 1, sizeof *result);
  if (result == NULL) return NULL;
  for (size_t i = 0; i < count; i++) {
    if (strncmp(environ[i], fixed, sizeof fixed - 1) != 0) result[kept++] = environ[i];
  }
  return result;
}

static bool path_of_program(char *path, uint32_t size) {
#ifdef __linux__
  static const char link[] = "/proc/self/exe";
  memcpy(path, link, sizeof link);
  return size >= sizeof link;
#else
  return _NSGetExecutablePath(path, &size) == 0;
#endif
}

uint64_t csearch_digest_program(void) {
  char path[4096];
  if (!path_of_program(path, sizeof path)) return 0;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  // FNV-1a with words in place of bytes: a program has tens of megabytes.
  uint64_t hash = 0xcbf29ce484222325, words[8192];
  ssize_t count;
  while ((count = read(fd, words, sizeof words)) > 0) {
    memset((char *)words + count, 0, sizeof words - (size_t)count);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
      hash = (hash ^ words[i]) * 0x100000001b3;
      hash ^= hash >> 32;
    }
  }
  close(fd);
  return count == 0 ? hash : 0;
}

csearch_checker csearch_start_checker(char *const arguments[]) {
  csearch_checker result = {.pid = 0, .socket = -1};
  char path[4096];
  int ends[2], other = -1;
  if (!path_of_program(path, sizeof path)) return result;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return result;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  // Above the numbers that the other process has it under.
  other = fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
  close(ends[1]);
#ifdef SO_NOSIGPIPE
  int on = 1;
  setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  char **environment = environment_with_seed();
  posix_spawn_file_actions_t actions;
  if (other >= 0 && environment != NULL && posix_spawn_file_actions_init(&actions) == 0) {
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, other, 3);
    pid_t pid = 0;
    if (posix_spawn(&pid, path, &actions, NULL, arguments, environment) == 0) result.pid = pid;
    posix_spawn_file_actions_destroy(&actions);
  }
  free(environment);
  if (other >= 0) close(other);
  if (result.pid > 0) {
    result.socket = ends[0];
  } else {
    close(ends[0]);
  }
  return result;
}

void csearch_become_checker(void) {
  for (int i = 0; i < crash_count; i++) signal(crashes[i], SIG_DFL);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

bool csearch_send(int socket, const void *bytes, size_t count) {
#ifdef MSG_NOSIGNAL
  int flags = MSG_NOSIGNAL;
#else
  int flags = 0;
#endif
  const char *rest = bytes;
  while (count > 0) {
    ssize_t sent = send(socket, rest, count, flags);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    rest += sent;
    count -= (size_t)sent;
  }
  return true;
}

int csearch_stop_checker(csearch_checker checker) {
  close(checker.socket);
  int status = 0;
  // A process that has crashed is not killed any more.
  kill(checker.pid, SIGKILL);
  while (waitpid(checker.pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) && csearch_is_crash(WTERMSIG(status)) ? WTERMSIG(status) : 0;
}
