// The program `kassay-guard`: between the runner and the process of a backend, so that nothing of
// the backend outlives its use, not even where the runner is killed or where children of the backend
// have left its process group and session.
//
//   kassay-guard MEMORY COMMAND...      file descriptor 3 is a socket to the runner
//
// It starts COMMAND with at most MEMORY bytes to allocate (0: no limit) and a temporary folder of its
// own, writes an int to the socket (0, or the errno of what could not be started), and waits: for
// the end of the command, or for the runner to close the socket. Then it kills every descendant,
// removes the folder, and ends as the command has ended. The runner's own standard streams are the
// command's; the guard keeps none of them open.
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace {

constexpr int kRunner = 3;
constexpr int kWrongUse = 2;
constexpr int kSignalBase = 128;  // as a shell tells a signal in an exit status
constexpr useconds_t kPauseMicroseconds = 200;

// The folder that the backend finds as TMPDIR; empty where none can be made.
std::string make_private_folder() {
  std::error_code failure;
  std::string name = std::filesystem::temp_directory_path(failure).string() + "/kassay-XXXXXX";
  if (failure || mkdtemp(name.data()) == nullptr) return {};
  setenv("TMPDIR", name.c_str(), 1);
  return name;
}

// Should memory run out all the same, the kernel shall choose the backend, not the runner. Not
// possible everywhere, and then nothing is lost but the preference.
void offer_to_kernel() { std::ofstream("/proc/self/oom_score_adj") << 1000; }

void limit_memory(rlim_t memory) {
#if !defined(__SANITIZE_ADDRESS__)  // whose shadow memory alone takes terabytes
  const rlimit limit{memory, memory};
  if (memory > 0) setrlimit(RLIMIT_DATA, &limit);
#else
  static_cast<void>(memory);
#endif
}

// In the child: becomes the command, or tells why not.
[[noreturn]] void become(char** command, rlim_t memory, int report) {
  // A group of its own: what the backend does to its group does not reach the guard.
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  offer_to_kernel();
  limit_memory(memory);
  close(kRunner);
  execvp(command[0], command);
  const int failure = errno;
  static_cast<void>(!write(report, &failure, sizeof failure));
  _exit(kWrongUse);
}

struct Started {
  pid_t pid = -1;
  int failure = 0;  // an errno
};

Started start(char** command, rlim_t memory) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return {-1, errno};
  Started started;
  started.pid = fork();
  if (started.pid < 0) return {-1, errno};
  if (started.pid == 0) become(command, memory, report[1]);
  close(report[1]);
  // Nothing comes where the command has started: its end of the pipe was closed by that.
  if (read(report[0], &started.failure, sizeof started.failure) <= 0) started.failure = 0;
  close(report[0]);
  return started;
}

// From here on, the ends of the standard streams are the backend's alone: the runner sees it when
// they are closed.
void leave_standard_streams() {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, stream);
}

// Reaps whatever has ended; the status of the command once it is among them. Whether any child is
// left.
bool reap(pid_t command, std::optional<int>& status) {
  int each = 0;
  pid_t pid = 0;
  while ((pid = waitpid(-1, &each, WNOHANG)) > 0) {
    if (pid == command) status = each;
  }
  return pid == 0;
}

void wait_for_end(pid_t command, int signals, std::optional<int>& status) {
  pollfd fds[] = {{kRunner, POLLIN, 0}, {signals, POLLIN, 0}};
  while (true) {
    reap(command, status);
    if (status || (fds[0].revents != 0)) return;
    if (poll(fds, 2, -1) < 0) continue;
    signalfd_siginfo info;
    if (fds[1].revents != 0) static_cast<void>(!read(signals, &info, sizeof info));
  }
}

// This process is the reaper of all its descendants: those of a process that is killed become its
// own children, and come next.
void kill_descendants(pid_t command, std::optional<int>& status) {
  const std::string children = "/proc/self/task/" + std::to_string(getpid()) + "/children";
  if (!status) kill(command, SIGKILL);
  while (true) {
    std::ifstream list(children);
    for (pid_t pid = 0; list >> pid;) kill(pid, SIGKILL);
    if (!reap(command, status)) return;
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

}  // namespace

int main(int argc, char** argv) {
  static constexpr char kHelp[] =
      "Keeps the process of a backend from leaving anything behind. kassay starts it.\n"
      "Usage: kassay-guard MEMORY COMMAND...\n"
      "\n"
      "It starts COMMAND with at most MEMORY bytes to allocate (0: no limit), and ends it and all "
      "its\n"
      "descendants once the socket at file descriptor 3 is closed.\n";
  if (argc == 2 && std::strcmp(argv[1], "--help") == 0)
    return write(STDOUT_FILENO, kHelp, sizeof kHelp - 1) < 0 ? kWrongUse : 0;
  if (argc < 3 || fcntl(kRunner, F_SETFD, FD_CLOEXEC) != 0) {
    static_cast<void>(!write(STDERR_FILENO, kHelp, sizeof kHelp - 1));
    return kWrongUse;
  }
  const auto memory = static_cast<rlim_t>(std::strtoull(argv[1], nullptr, 10));
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  const int signals = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);

  const std::string folder = make_private_folder();
  const Started started = start(argv + 2, memory);
  leave_standard_streams();
  static_cast<void>(!write(kRunner, &started.failure, sizeof started.failure));
  std::optional<int> status;
  if (started.pid > 0) {
    wait_for_end(started.pid, signals, status);
    kill_descendants(started.pid, status);
  }
  std::error_code ignored;
  if (!folder.empty()) std::filesystem::remove_all(folder, ignored);
  end_as(status.value_or(kWrongUse << 8));
}
