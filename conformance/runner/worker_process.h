// One worker process and its three pipes. It is spawned under a guard, never forked. Every call here
// returns in bounded time, even if the worker misbehaves.
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

#include "conformance/guard/measures.h"
#include "conformance/protocol/frame_reader.h"
#include "conformance/runner/sandbox.h"
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
// `seconds` from now; safe for any size.
Clock::time_point deadline_after(double seconds);

// Why no frame came.
struct Interruption {
  enum class Cause {
    kEnded,      // it closed its output, usually because it ended
    kTimeout,    // the deadline passed
    kViolation,  // it wrote something that is not a message
    kBreach,     // it reported that its backend broke the contract of the plug-in interface
    kMemory,     // it and its descendants hold more memory than the limit
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
  // `memory`: bytes that the process may allocate, and that it and its descendants may hold together; 0 for no limit. Throws CannotStart
  // if the program does not exist, or if the sandbox lacks a required measure.
  WorkerProcess(const std::vector<std::string>& command, std::uint64_t memory,
                const Sandbox& sandbox, const std::atomic<bool>* cancelled);
  WorkerProcess(const WorkerProcess&) = delete;
  // Kills the process and its descendants.
  ~WorkerProcess();

  const guard::Measures& measures() const { return measures_; }

  // Bytes that it, its guard and its descendants hold (memory_in_use.h).
  std::uint64_t memory() const;

  // Sends a frame and waits for one of at most `max_answer` bytes. Throws Cancelled.
  std::variant<protocol::Frame, Interruption> exchange(std::span<const std::byte> request,
                                                       Clock::time_point deadline,
                                                       std::uint64_t max_answer);

  // Reports a worker that wrote something or closed its output since the last answer.
  std::optional<Interruption> unasked();

  // Sends `request`, closes the worker's input and gives it `seconds` to exit by itself; then does the
  // same as `end`.
  void stop(std::span<const std::byte> request, double seconds);

  // Waits up to `seconds` for it to exit by itself, then kills it and its descendants, and reaps it.
  End end(double seconds);

  // The last part of what it wrote to standard error since the last exchange began.
  const std::string& standard_error() const;

 private:
  bool write_some(std::span<const std::byte>& pending);  // false: the other side is closed
  void read_standard_error();
  void check_cancelled() const;
  // The reason to end it, if it holds too much memory. Measures only once per kMemoryInterval.
  std::optional<Interruption> excess_of_memory();

  std::string program_;
  std::uint64_t memory_;
  std::uint64_t kills_before_;  // by the kernel for lack of memory, before the start
  Clock::time_point next_look_{};
  const std::atomic<bool>* cancelled_;
  // Whether the kernel killed one of its processes for lack of memory. Requires that its guard has ended.
  bool killed_for_memory() const;

  std::string folder_;
  std::string group_;  // its control group; empty: none
  guard::Measures measures_{};
  pid_t pid_ = -1;                             // of its guard, which ends as the worker ended
  Descriptor input_, output_, error_, guard_;  // the runner's ends
  std::string error_text_;
};

}  // namespace kassay::runner
