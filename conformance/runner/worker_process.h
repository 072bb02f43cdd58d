// One worker process and its three pipes. It is spawned under a guard, never forked, and whatever it
// does, every call here returns in bounded time.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "spec/lib/results.h"

namespace kassay::runner {

// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { reset(); }
  int get() const { return fd_; }
  void reset();

 private:
  int fd_ = -1;
};

using Clock = std::chrono::steady_clock;
// `seconds` from now, however large.
Clock::time_point deadline_after(double seconds);

// What follows the length of a message.
struct Frame {
  std::shared_ptr<std::byte> buffer;
  std::size_t size = 0;
};

// Why no frame came.
struct Interruption {
  enum class Cause {
    kEnded,      // it closed its output, as a process that ends does
    kTimeout,    // the deadline passed
    kViolation,  // what it wrote is no message
    kBreach,     // it said that its backend broke the contract of their interface
  };
  Cause cause;
  std::string detail;
};

// How a process ended.
struct End {
  Outcome outcome = Outcome::kCrash;  // kCrash or kOutOfMemory
  std::string description;            // "was killed by SIGSEGV (Segmentation fault)"
};

class WorkerProcess {
 public:
  // `memory`: bytes the process may allocate, 0 for no limit. Throws CannotStart where there is no
  // such program.
  WorkerProcess(const std::vector<std::string>& command, std::uint64_t memory,
                const std::atomic<bool>* cancelled);
  WorkerProcess(const WorkerProcess&) = delete;
  // Kills what is left of it.
  ~WorkerProcess();

  // Sends a frame and waits for one of at most `max_answer` bytes. Throws Cancelled.
  std::variant<Frame, Interruption> exchange(std::span<const std::byte> request,
                                             Clock::time_point deadline, std::uint64_t max_answer);

  // What it has done since the last answer that it must not: written, or closed its output.
  std::optional<Interruption> unasked();

  // Sends `request`, closes its input and gives it `seconds` to end by itself; then as `end`.
  void stop(std::span<const std::byte> request, double seconds);

  // Waits up to `seconds` for it to end by itself, then kills what is left of it, whatever it has
  // started too, and reaps.
  End end(double seconds);

  // What it wrote to standard error since the last exchange began, the last part of it.
  std::string standard_error() const;

 private:
  bool write_some(std::span<const std::byte>& pending);  // false: the other side is closed
  void read_standard_error();
  void check_cancelled() const;

  std::string program_;
  std::uint64_t memory_;
  const std::atomic<bool>* cancelled_;
  pid_t pid_ = -1;                             // of its guard, which ends as it has ended
  Descriptor input_, output_, error_, guard_;  // our ends
  std::string error_text_;
};

}  // namespace kassay::runner
