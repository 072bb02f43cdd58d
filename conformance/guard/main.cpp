// The program `kassay-guard` runs between the runner and the process of a backend. It ensures that nothing
// of the backend stays behind, even if the runner is killed or children of the backend leave its process
// group and session. It also confines the backend, as far as the kernel permits (measures.h).
//
// It creates the folder, starts the command (start.h) and writes a Report to the socket at file descriptor
// 3. Then it waits until the command ends or the runner closes its side of the socket. Finally it kills
// every descendant, writes a Farewell, removes the folder and the control group, and ends as the command
// ended. The command inherits the guard's standard streams; the guard does not keep them open.
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "conformance/guard/control_group.h"
#include "conformance/guard/start.h"

namespace {

using namespace kassay::guard;

constexpr int kRunner = 3;
constexpr int kSignalBase = 128;  // a shell reports death by signal N as exit status 128 + N
constexpr useconds_t kPauseMicroseconds = 200;

constexpr char kHelp[] =
    "Runs a backend and removes everything that it leaves behind. kassay starts this program.\n"
    "Usage: kassay-guard [--memory BYTES] [--folder DIR] [--group DIR] [--sandbox\n"
    "         [--writable PATH]...] COMMAND [ARGUMENT]...\n"
    "\n"
    "It creates the folder of --folder for temporary files and starts COMMAND in the control\n"
    "group of --group. Each process of COMMAND may allocate at most --memory bytes (0: no limit).\n"
    "Once the socket at file descriptor 3 is closed, it kills COMMAND and all its descendants.\n"
    "With --sandbox, as far as this kernel permits, COMMAND has no network, sees no other\n"
    "processes, and can write only to --folder and --writable.\n";

// The guard creates the folder, because the runner could be killed between creating it and starting the guard that removes it. Clears the
// name if the folder cannot be created.
void make_folder(std::string& folder) {
  if (mkdir(folder.c_str(), S_IRWXU) != 0) folder.clear();
  if (!folder.empty()) setenv("TMPDIR", folder.c_str(), 1);
}

// Reaps every child that has ended. Sets `status` if the supervisor is among them. Returns whether any
// child is left.
bool reap(pid_t supervisor, std::optional<int>& status) {
  int each = 0;
  pid_t pid = 0;
  while ((pid = waitpid(-1, &each, WNOHANG)) > 0) {
    if (pid == supervisor) status = each;
  }
  return pid == 0;
}

void wait_for_end(pid_t supervisor, int signals, std::optional<int>& status) {
  pollfd fds[] = {{kRunner, POLLIN, 0}, {signals, POLLIN, 0}};
  while (true) {
    reap(supervisor, status);
    if (status || (fds[0].revents != 0)) return;
    if (poll(fds, 2, -1) < 0) continue;
    signalfd_siginfo info;
    if (fds[1].revents != 0) static_cast<void>(!read(signals, &info, sizeof info));
  }
}

// This process is the reaper of all its descendants: when it kills a process, the children of that process
// become its own, and it kills them next.
void kill_descendants(pid_t supervisor, std::optional<int>& status) {
  const std::string children = "/proc/self/task/" + std::to_string(getpid()) + "/children";
  if (!status) kill(supervisor, SIGKILL);
  while (true) {
    std::ifstream list(children);
    for (pid_t pid = 0; list >> pid;) kill(pid, SIGKILL);
    if (!reap(supervisor, status)) return;
    usleep(kPauseMicroseconds);
  }
}

[[noreturn]] void end_as(int status) {
  if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
  const int number = WTERMSIG(status);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  std::signal(number, SIG_DFL);
  sigset_t it;
  sigemptyset(&it);
  sigaddset(&it, number);
  sigprocmask(SIG_UNBLOCK, &it, nullptr);
  raise(number);
  _exit(kSignalBase + number);
}

// How the command ended; if its supervisor was killed, how the supervisor ended.
int end_of(const Started& started) {
  std::optional<int> status;
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  const int signals = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
  wait_for_end(started.pid, signals, status);
  kill_descendants(started.pid, status);
  int told = 0;
  return read(started.status, &told, sizeof told) == sizeof told ? told : status.value_or(0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--help") == 0)
    return write(STDOUT_FILENO, kHelp, sizeof kHelp - 1) < 0 ? kWrongUse : 0;
  std::optional<Order> order = read_order(argc, argv);
  if (!order || fcntl(kRunner, F_SETFD, FD_CLOEXEC) != 0) {
    static_cast<void>(!write(STDERR_FILENO, kHelp, sizeof kHelp - 1));
    return kWrongUse;
  }
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  make_folder(order->folder);

  const Started started = start(*order);
  leave_standard_streams();
  static_cast<void>(!write(kRunner, &started.report, sizeof started.report));
  const int status = started.report.failure == 0 ? end_of(started) : kWrongUse << 8;
  if (!order->group.empty()) {
    const Farewell farewell{kills_in_group(order->group)};
    static_cast<void>(!write(kRunner, &farewell, sizeof farewell));
    end_group(order->group);
  }
  std::error_code ignored;
  if (!order->folder.empty()) std::filesystem::remove_all(order->folder, ignored);
  end_as(status);
}
