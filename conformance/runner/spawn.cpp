#include "conformance/runner/spawn.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>

#include "conformance/runner/backend_process.h"

namespace kassay {
namespace {

constexpr int kPipeBytes = 1 << 20;  // fewer wake-ups for large tensors; a wish, not a need

struct Pipe {
  Descriptor read, write;
};

Pipe make_pipe() {
  int fds[2];
  if (pipe2(fds, O_CLOEXEC) != 0) {
    throw CannotStart(std::string("cannot make a pipe for a worker: ") + std::strerror(errno) +
                      "; use fewer --jobs or raise the limit of open files (ulimit -n)");
  }
  Pipe result{Descriptor(fds[0]), Descriptor(fds[1])};
  // Where our own standard streams are closed, a pipe may get their numbers, which the child's
  // rearrangement of 0, 1 and 2 would overwrite.
  for (Descriptor* end : {&result.read, &result.write}) {
    if (end->get() <= STDERR_FILENO) {
      *end = Descriptor(fcntl(end->get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    }
  }
  return result;
}

void set_nonblocking(const Descriptor& descriptor) {
  fcntl(descriptor.get(), F_SETFL, fcntl(descriptor.get(), F_GETFL) | O_NONBLOCK);
}

// Writing to a worker that has ended must be an error here, not the end of the runner.
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
  SpawnSettings(int input, int output, int error) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, error, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
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

// Should memory run out all the same, the kernel shall choose the worker, not the runner.
void offer_to_kernel(pid_t pid) {
  Descriptor file(
      open(("/proc/" + std::to_string(pid) + "/oom_score_adj").c_str(), O_WRONLY | O_CLOEXEC));
  constexpr char kFirst[] = "1000";
  // Not possible everywhere, and then nothing is lost but the preference.
  if (file.get() >= 0 && write(file.get(), kFirst, sizeof kFirst - 1) < 0) return;
}

void limit_memory(pid_t pid, std::uint64_t memory) {
#if defined(__SANITIZE_ADDRESS__)
  // The shadow memory of the sanitizer alone takes terabytes.
  static_cast<void>(pid);
  static_cast<void>(memory);
#else
  if (memory == 0) return;
  rlimit limit{memory, memory};
  prlimit(pid, RLIMIT_DATA, &limit, nullptr);
#endif
}

}  // namespace

Spawned spawn(const std::vector<std::string>& command, std::uint64_t memory) {
  ignore_broken_pipes();
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe error = make_pipe();
  SpawnSettings settings(input.read.get(), output.write.get(), error.write.get());
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);

  Spawned result;
  int failure = posix_spawnp(&result.pid, arguments[0], settings.actions(), settings.attributes(),
                             arguments.data(), environ);
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
  limit_memory(result.pid, memory);
  offer_to_kernel(result.pid);
  result.input = std::move(input.write);
  result.output = std::move(output.read);
  result.error = std::move(error.read);
  for (const Descriptor* end : {&result.input, &result.output, &result.error}) {
    set_nonblocking(*end);
    fcntl(end->get(), F_SETPIPE_SZ, kPipeBytes);
  }
  return result;
}

}  // namespace kassay
