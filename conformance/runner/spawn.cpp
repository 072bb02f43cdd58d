#include "conformance/runner/spawn.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <initializer_list>
#include <mutex>
#include <utility>

#include "conformance/guard/control_group.h"
#include "conformance/runner/backend_argument.h"
#include "conformance/runner/backend_process.h"
#include "conformance/runner/children.h"
#include "conformance/runner/control_groups.h"
#include "conformance/runner/machine.h"

namespace kassay::runner {
namespace {

constexpr int kGuardSocket = STDERR_FILENO + 1;  // the descriptor that the guard expects
constexpr int kPipeBytes = 1 << 20;              // fewer wake-ups for large tensors; not essential

struct Pipe {
  Descriptor read, write;
};

Pipe owned(int made, const int (&fds)[2]) {
  if (made != 0) {
    throw CannotStart(std::string("cannot make a pipe for a worker: ") + std::strerror(errno) +
                      "; use fewer --jobs or raise the limit of open files (ulimit -n)");
  }
  Pipe result{Descriptor(fds[0]), Descriptor(fds[1])};
  // If kassay's own standard streams are closed, a pipe may get a descriptor number that the child
  // overwrites when it rearranges its descriptors.
  for (Descriptor* end : {&result.read, &result.write}) {
    if (end->get() <= kGuardSocket) {
      *end = Descriptor(fcntl(end->get(), F_DUPFD_CLOEXEC, kGuardSocket + 1));
    }
  }
  return result;
}

Pipe make_pipe() {
  int fds[2];
  return owned(pipe2(fds, O_CLOEXEC), fds);
}

// Both ends can be read and written.
Pipe make_socket() {
  int fds[2];
  return owned(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), fds);
}

void set_nonblocking(const Descriptor& descriptor) {
  fcntl(descriptor.get(), F_SETFL, fcntl(descriptor.get(), F_GETFL) | O_NONBLOCK);
}

// Writing to a worker that has ended must return an error, not kill the runner.
void ignore_broken_pipes() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action {};
    sigaction(SIGPIPE, nullptr, &action);
    if (action.sa_handler == SIG_DFL) std::signal(SIGPIPE, SIG_IGN);
  });
}

class SpawnSettings {
 public:
  // The child's descriptors 0, 1, ...; it gets no others.
  explicit SpawnSettings(std::initializer_list<int> descriptors) {
    posix_spawn_file_actions_init(&actions_);
    int number = 0;
    for (const int each : descriptors) {
      posix_spawn_file_actions_adddup2(&actions_, each, number++);
    }
    posix_spawn_file_actions_addclosefrom_np(&actions_, number);
    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

// If the guard does not run within this time, the machine is overloaded beyond use.
constexpr int kGuardMilliseconds = 30'000;

guard::Report wait_for_guard(const Descriptor& socket) {
  pollfd fd{socket.get(), POLLIN, 0};
  guard::Report report;
  while (true) {
    const int ready = poll(&fd, 1, kGuardMilliseconds);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return {.failure = ETIMEDOUT};
    const ssize_t count = read(socket.get(), &report, sizeof report);
    if (count < 0 && errno == EINTR) continue;
    if (count == sizeof report) return report;
    return {.failure = ECHILD};
  }
}

std::vector<std::string> guard_command(const std::vector<std::string>& command,
                                       std::uint64_t memory, const Spawned& spawned,
                                       const Sandbox& sandbox) {
  std::vector<std::string> words = {program_directory() + "/kassay-guard", "--memory",
                                    std::to_string(memory)};
  if (!spawned.folder.empty()) words.insert(words.end(), {"--folder", spawned.folder});
  if (!spawned.group.empty()) words.insert(words.end(), {"--group", spawned.group});
  if (sandbox.mode != SandboxMode::kOff) words.emplace_back("--sandbox");
  for (const std::string& path : sandbox.writable) {
    words.insert(words.end(), {"--writable", path});
  }
  words.emplace_back("--");
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

}  // namespace

Spawned spawn(const std::vector<std::string>& command, std::uint64_t memory,
              const Sandbox& sandbox) {
  ignore_broken_pipes();
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe error = make_pipe();
  Pipe guard = make_socket();
  SpawnSettings settings(
      {input.read.get(), output.write.get(), error.write.get(), guard.write.get()});
  Spawned result;
  result.folder = new_temporary_name();
  const ControlGroup group =
      sandbox.mode == SandboxMode::kOff ? ControlGroup{} : make_control_group(memory);
  result.group = group.folder;
  const auto remove_places = [&] {
    remove_folder(result.folder);
    if (!result.group.empty()) guard::end_group(result.group);
  };
  std::vector<std::string> words = guard_command(command, memory, result, sandbox);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  int failure = 0;
  start_child([&] {
    failure = posix_spawn(&result.pid, arguments[0], settings.actions(), settings.attributes(),
                          arguments.data(), environ);
    return failure == 0 ? result.pid : -1;
  });
  if (failure != 0) {
    remove_places();
    throw CannotStart("cannot start " + words[0] + ", a part of kassay: " + std::strerror(failure));
  }
  guard.write.reset();
  guard::Report report = wait_for_guard(guard.read);
  if (group.failure != 0) report.measures[guard::kMemory] = group.failure;
  result.measures = report.measures;
  failure = report.failure;
  const std::string lacking = shortcoming(record_of(sandbox, report.measures));
  if (failure != 0 || !lacking.empty()) {
    guard.read.reset();
    waitpid(result.pid, nullptr, 0);
    forget_child(result.pid);
    remove_places();
  }
  if (failure == ENOENT) {
    throw CannotStart("there is no program \"" + command[0] +
                      "\", or the interpreter that its first line names is missing");
  }
  if (failure != 0) {
    throw CannotStart(
        "cannot start \"" + command[0] + "\": " + std::strerror(failure) +
        (failure == EACCES ? "; is it executable (chmod +x)?" : "") +
        (failure == ENOEXEC ? "; a script needs a first line such as #!/bin/sh" : ""));
  }
  if (!lacking.empty()) throw CannotStart(lacking);
  result.input = std::move(input.write);
  result.output = std::move(output.read);
  result.error = std::move(error.read);
  result.guard = std::move(guard.read);
  for (const Descriptor* end : {&result.input, &result.output, &result.error}) {
    set_nonblocking(*end);
    fcntl(end->get(), F_SETPIPE_SZ, kPipeBytes);
  }
  return result;
}

}  // namespace kassay::runner
