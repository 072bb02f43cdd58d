// The program `kassay-guard`: between the runner and the process of a backend, so that nothing of
// the backend outlives its use, not even where the runner is killed or where children of the backend
// have left its process group and session; and so that it reaches nothing but its own, as far as the
// kernel permits that (measures.h).
//
// It makes the folder, starts the command (start.h), writes a Report to the socket at file descriptor 3,
// and waits: for the end of the command, or for the runner to close its side of the socket. Then it
// kills every descendant, writes a Farewell, removes folder and control group, and ends as the command
// has ended. The runner's own standard streams are the command's; the guard keeps none of them open.
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
constexpr int kSignalBase = 128;  // as a shell tells a signal in an exit status
constexpr useconds_t kPauseMicroseconds = 200;

constexpr char kHelp[] =
    "Keeps the process of a backend from leaving anything behind. kassay starts it.\n"
    "Usage: kassay-guard [--memory BYTES] [--folder DIR] [--group DIR] [--sandbox\n"
    "         [--writable PATH]...] COMMAND [ARGUMENT]...\n"
    "\n"
    "It makes DIR of --folder for the temporary files of COMMAND, starts that with at most\n"
    "--memory bytes to allocate (0: no limit) in the control group of --group, and ends it and\n"
    "all its descendants once the socket at file descriptor 3 is closed. With --sandbox it takes\n"
    "from it, as far as this kernel permits, the network, the sight of other processes, and the\n"
    "right to write elsewhere than in --folder and --writable.\n";

// Here and not in the runner, which may be killed before it has started anybody who removes the folder. No name is left where none can
// be made.
void make_folder(std::string& folder) {
  if (mkdir(folder.c_str(), S_IRWXU) != 0) folder.clear();
  if (!folder.empty()) setenv("TMPDIR", folder.c_str(), 1);
}

// Reaps whatever has ended; the status of the supervisor once it is among them. Whether any child is
// left.
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

// This process is the reaper of all its descendants: those of a process that is killed become its
// own children, and come next.
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

// How the command ended; where its supervisor was killed, how that did.
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
