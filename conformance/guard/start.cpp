#include "conformance/guard/start.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>

#include "conformance/guard/control_group.h"
#include "conformance/guard/namespaces.h"
#include "conformance/guard/restrict.h"

namespace kassay::guard {
namespace {

struct Pipe {
  int read = -1, write = -1;
};

Pipe make_pipe() {
  int ends[2] = {-1, -1};
  static_cast<void>(pipe2(ends, O_CLOEXEC) != 0);  // after a failure, reading fails below
  return {ends[0], ends[1]};
}

template <class T>
bool send(int pipe, const T& message) {
  return write(pipe, &message, sizeof message) == sizeof message;
}
template <class T>
bool receive(int pipe, T& message) {
  return read(pipe, &message, sizeof message) == sizeof message;
}

// If memory runs out anyway, the kernel should kill the backend, not the runner. Where this is not
// possible, only the preference is lost.
void offer_to_kernel() { std::ofstream("/proc/self/oom_score_adj") << 1000; }

void limit_memory(rlim_t memory) {
#if !defined(__SANITIZE_ADDRESS__)  // its shadow memory takes terabytes
  const rlimit limit{memory, memory};
  if (memory > 0) setrlimit(RLIMIT_DATA, &limit);
#else
  static_cast<void>(memory);
#endif
}

// Runs in the process of the command: executes it, or reports the errno.
// `joined`: 0, or the errno of joining the control group.
[[noreturn]] void become(const Order& order, int namespaces, int joined, int report) {
  setsid();  // no terminal, and signals to its process group reach no other process
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  offer_to_kernel();
  limit_memory(order.memory);
  Measures measures{};
  measures[kMemory] = joined;
  if (order.sandbox) restrict_to(order, namespaces, measures);
  send(report, measures);
  execvp(order.command[0], order.command);
  send(report, errno);
  _exit(kWrongUse);
}

// Runs in the first process of the namespaces: starts the command, reaps processes that lose their
// parent, and reports how the command ended.
[[noreturn]] void supervise(const Order& order, int namespaces, uid_t user, gid_t group, int report,
                            int status) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int joined = order.group.empty() ? 0 : join_group(order.group);
  const int failure = furnish(namespaces, user, group, order.memory);
  if (!send(report, failure) || failure != 0) _exit(kWrongUse);
  const pid_t command = fork();
  if (command == 0) become(order, namespaces, joined, report);
  leave_standard_streams();
  close(report);
  if (command < 0) _exit(kWrongUse);
  int how = 0;
  for (pid_t pid = 0; pid != command;) pid = wait(&how);
  send(status, how);
  _exit(0);
}

// Starts the command in these namespaces. Returns 0, or an errno if the namespaces cannot be created.
int start_in(int namespaces, const Order& order, Started& started) {
  const Pipe report = make_pipe();
  const Pipe status = make_pipe();
  const uid_t user = geteuid();
  const gid_t group = getegid();
  // Like fork, with flags.
  started.pid = static_cast<pid_t>(syscall(SYS_clone, namespaces | SIGCHLD, 0, 0, 0, 0));
  if (started.pid == 0) supervise(order, namespaces, user, group, report.write, status.write);
  int failure = started.pid < 0 ? errno : 0;
  close(report.write);
  close(status.write);
  started.status = status.read;
  if (failure == 0 && !receive(report.read, failure)) failure = ECHILD;
  if (failure != 0) {
    if (started.pid > 0) waitpid(started.pid, nullptr, 0);
    close(status.read);
  } else if (!receive(report.read, started.report.measures)) {
    started.report.failure = EAGAIN;  // no more processes are possible
  } else {
    // If the command has started, nothing follows: exec has closed its end of the pipe.
    receive(report.read, started.report.failure);
  }
  close(report.read);
  return failure;
}

}  // namespace

Started start(const Order& order) {
  Started started;
  int failure = 0, failure_of_processes = 0;
  for (const int namespaces : namespaces_to_try(order.sandbox)) {
    const bool alone = (namespaces & CLONE_NEWPID) != 0;
    failure = start_in(namespaces, order, started);
    if (failure == 0) {
      if (!alone) started.report.measures[kProcesses] = failure_of_processes;
      return started;
    }
    if (alone) failure_of_processes = failure;
  }
  started.report.failure = failure;
  return started;
}

void leave_standard_streams() {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, stream);
}

}  // namespace kassay::guard
