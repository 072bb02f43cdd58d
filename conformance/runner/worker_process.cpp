#include "conformance/runner/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <thread>

#include "conformance/guard/control_group.h"
#include "conformance/protocol/frame_reader.h"
#include "conformance/runner/backend_process.h"
#include "conformance/runner/children.h"
#include "conformance/runner/machine.h"
#include "conformance/runner/memory_in_use.h"
#include "conformance/runner/process_end.h"
#include "conformance/runner/spawn.h"

namespace kassay::runner {
namespace {

using std::chrono::duration;
using std::chrono::milliseconds;

constexpr std::size_t kErrorTextBytes = 64 * 1024;
// How long a wait lasts before it checks whether the run was cancelled.
constexpr milliseconds kCancellationInterval{100};
constexpr milliseconds kMemoryInterval{250};  // a look takes up to a few milliseconds
// After this long, a killed process that is stuck inside the kernel is left behind, with its guard.
constexpr double kReapSeconds = 5;
constexpr std::chrono::microseconds kGuardPause{200};

// Which descriptors are ready; after an interrupted wait, none.
template <std::size_t N>
void wait_ready(std::array<pollfd, N>& fds, milliseconds timeout) {
  if (poll(fds.data(), fds.size(), static_cast<int>(timeout.count())) <= 0) {
    for (pollfd& fd : fds) fd.revents = 0;
  }
}

// Returns whether the process ended within kReapSeconds.
bool wait_until_ended(pid_t pid) {
  const Clock::time_point deadline = deadline_after(kReapSeconds);
  while (!has_ended(pid) && Clock::now() < deadline) std::this_thread::sleep_for(kGuardPause);
  return has_ended(pid);
}

bool would_block() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

void Descriptor::reset() {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
}

Clock::time_point deadline_after(double seconds) {
  constexpr double kYear = 365.0 * 24 * 3600;
  double bounded = seconds > 0 ? std::min(seconds, kYear) : 0;
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(duration<double>(bounded));
}

WorkerProcess::WorkerProcess(const std::vector<std::string>& command, std::uint64_t memory,
                             const Sandbox& sandbox, const std::atomic<bool>* cancelled)
    : program_(command.front()),
      memory_(memory),
      kills_before_(kills_for_memory()),
      cancelled_(cancelled) {
  Spawned spawned = spawn(command, memory, sandbox);
  pid_ = spawned.pid;
  input_ = std::move(spawned.input);
  output_ = std::move(spawned.output);
  error_ = std::move(spawned.error);
  guard_ = std::move(spawned.guard);
  folder_ = std::move(spawned.folder);
  group_ = std::move(spawned.group);
  measures_ = spawned.measures;
}

WorkerProcess::~WorkerProcess() {
  if (pid_ > 0) end(0);
}

void WorkerProcess::check_cancelled() const {
  if (cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed)) {
    throw Cancelled("interrupted");
  }
}

std::uint64_t WorkerProcess::memory() const { return memory_of_tree(pid_); }

std::optional<Interruption> WorkerProcess::excess_of_memory() {
  const bool bounded = !group_.empty() && measures_[guard::kMemory] == 0;
  if (memory_ == 0 || bounded || Clock::now() < next_look_) return std::nullopt;
  const std::uint64_t held = memory();
  next_look_ = Clock::now() + kMemoryInterval;
  if (held <= memory_) return std::nullopt;
  return Interruption{Interruption::Cause::kMemory,
                      std::to_string(held) + " bytes, but the limit is " + std::to_string(memory_)};
}

bool WorkerProcess::write_some(std::span<const std::byte>& pending) {
  while (!pending.empty()) {
    ssize_t count = write(input_.get(), pending.data(), pending.size());
    if (count < 0) return would_block();
    pending = pending.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

void WorkerProcess::read_standard_error() {
  if (error_.get() < 0) return;
  char buffer[16 * 1024];
  ssize_t count = read(error_.get(), buffer, sizeof buffer);
  if (count < 0 && would_block()) return;
  if (count <= 0) {
    error_.reset();
    return;
  }
  error_text_.append(buffer, static_cast<std::size_t>(count));
  if (error_text_.size() > 2 * kErrorTextBytes) {
    error_text_.erase(0, error_text_.size() - kErrorTextBytes);
  }
}

std::variant<protocol::Frame, Interruption> WorkerProcess::exchange(
    std::span<const std::byte> request, Clock::time_point deadline, std::uint64_t max_answer) {
  error_text_.clear();
  std::span<const std::byte> pending = request;
  bool writable = write_some(pending);
  protocol::FrameReader reader(max_answer);
  while (true) {
    check_cancelled();
    if (auto excess = excess_of_memory()) return *excess;
    auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    if (left <= milliseconds::zero())
      return Interruption{Interruption::Cause::kTimeout, reader.detail()};
    // poll skips a negative descriptor.
    bool write_pending = writable && !pending.empty();
    std::array<pollfd, 3> fds = {{{output_.get(), POLLIN, 0},
                                  {error_.get(), POLLIN, 0},
                                  {write_pending ? input_.get() : -1, POLLOUT, 0}}};
    wait_ready(fds, std::min(left, kCancellationInterval));
    if (fds[1].revents != 0) read_standard_error();
    if (fds[2].revents != 0) writable = write_some(pending);
    if (fds[0].revents == 0) continue;
    switch (reader.read_from(output_.get())) {
      case protocol::FrameReader::State::kPartial:
        continue;
      case protocol::FrameReader::State::kEnded:
        return Interruption{Interruption::Cause::kEnded, reader.detail()};
      case protocol::FrameReader::State::kViolation:
        return Interruption{Interruption::Cause::kViolation, reader.detail()};
      case protocol::FrameReader::State::kComplete:
        break;
    }
    if (writable && !pending.empty()) {
      return Interruption{Interruption::Cause::kViolation,
                          "it answered before it had read the whole request"};
    }
    std::array<pollfd, 2> rest = {{{output_.get(), POLLIN, 0}, {error_.get(), POLLIN, 0}}};
    wait_ready(rest, milliseconds::zero());
    if (rest[1].revents != 0) read_standard_error();
    if ((rest[0].revents & POLLIN) != 0) {
      return Interruption{Interruption::Cause::kViolation,
                          "it wrote more than one answer" + protocol::waiting_text(output_.get())};
    }
    if (auto excess = excess_of_memory()) return *excess;
    return reader.take();
  }
}

std::optional<Interruption> WorkerProcess::unasked() {
  std::array<pollfd, 1> fds = {{{output_.get(), POLLIN, 0}}};
  wait_ready(fds, milliseconds::zero());
  if (fds[0].revents == 0) return std::nullopt;
  if ((fds[0].revents & POLLIN) != 0) {
    return Interruption{Interruption::Cause::kViolation,
                        "it wrote something between cases, after the answer to the previous one" +
                            protocol::waiting_text(output_.get())};
  }
  return Interruption{Interruption::Cause::kEnded,
                      "between cases, after the answer to the previous one"};
}

void WorkerProcess::stop(std::span<const std::byte> request, double seconds) {
  write_some(request);
  // Its standard error must not fill up while it ends.
  Clock::time_point deadline = deadline_after(seconds);
  while (Clock::now() < deadline && error_.get() >= 0 && !has_ended(pid_)) {
    std::array<pollfd, 2> fds = {{{error_.get(), POLLIN, 0}, {output_.get(), 0, 0}}};
    wait_ready(fds, milliseconds{20});
    read_standard_error();
    if (fds[1].revents != 0) break;  // its output is closed: it is ending
  }
  input_.reset();
  end(std::chrono::duration<double>(deadline - Clock::now()).count());
}

bool WorkerProcess::killed_for_memory() const {
  if (group_.empty()) return kills_for_memory() > kills_before_;
  guard::Farewell farewell;
  const bool told = recv(guard_.get(), &farewell, sizeof farewell, MSG_DONTWAIT) == sizeof farewell;
  return (told ? farewell.kills : guard::kills_in_group(group_)) > 0;
}

End WorkerProcess::end(double seconds) {
  Clock::time_point deadline = deadline_after(seconds);
  std::chrono::microseconds pause{50};
  while (!has_ended(pid_) && Clock::now() < deadline) {
    read_standard_error();
    std::this_thread::sleep_for(pause);
    pause = std::min<std::chrono::microseconds>(2 * pause, milliseconds{10});
  }
  bool by_itself = has_ended(pid_);
  shutdown(guard_.get(), SHUT_WR);
  if (!wait_until_ended(pid_)) {
    kill(pid_, SIGKILL);  // the guard does not respond
    wait_until_ended(pid_);
  }
  std::optional<ProcessStatus> status = reap(pid_);
  if (status) forget_child(pid_);
  // If the guard could not finish, its processes are now children of this one.
  end_inherited();
  const bool kernel_killed = killed_for_memory();
  if (!group_.empty()) guard::end_group(group_);
  guard_.reset();
  remove_folder(folder_);
  pid_ = -1;
  input_.reset();
  output_.reset();
  for (int i = 0; i < 64 && error_.get() >= 0; ++i) read_standard_error();
  error_.reset();
  if (!status) return {Outcome::kCrash, "cannot be ended: it is stuck inside the kernel"};
  return describe_end(*status, by_itself, memory_, kernel_killed, error_text_);
}

const std::string& WorkerProcess::standard_error() const { return error_text_; }

}  // namespace kassay::runner
