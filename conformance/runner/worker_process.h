// One worker process and its three pipes. It is spawned under a guard, never forked. Whatever it
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
// `seconds` from now, however large.
Clock::time_point deadline_after(double seconds);

// Why no frame came.
struct Interruption {
  enum class Cause {
    kEnded,      // it closed its output, as an ending process does
    kTimeout,    // the deadline passed
    kViolation,  // what it wrote is not a message
    kBreach,     // it said that its backend broke the contract of their interface
    kMemory,     // with all that it has started it holds more memory than it may
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
  // `memory`: bytes that the process may allocate, and that it may hold together with what it starts; 0 for no limit. Throws CannotStart if there is no
  // such program, and where the sandbox lacks what it must have.
  WorkerProcess(const std::vector<std::string>& command, std::uint64_t memory,
                const Sandbox& sandbox, const std::atomic<bool>* cancelled);
  WorkerProcess(const WorkerProcess&) = delete;
  // Kills what is left of it.
  ~WorkerProcess();

  const guard::Measures& measures() const { return measures_; }

  // Bytes that it holds, with its guard and with all that it has started (memory_in_use.h).
  std::uint64_t memory() const;

  // Sends a frame and waits for one of at most `max_answer` bytes. Throws Cancelled.
  std::variant<protocol::Frame, Interruption> exchange(std::span<const std::byte> request,
                                                       Clock::time_point deadline,
                                                       std::uint64_t max_answer);

  // What it did since the last answer although it must not: it wrote, or closed its output.
  std::optional<Interruption> unasked();

  // Sends `request`, closes its input and gives it `seconds` to exit by itself; then the same as
  // `end`.
  void stop(std::span<const std::byte> request, double seconds);

  // Waits up to `seconds` for it to exit by itself, then kills what is left of it and everything it
  // has started, and reaps.
  End end(double seconds);

  // The last part of what it wrote to standard error since the last exchange began.
  const std::string& standard_error() const;

 private:
  bool write_some(std::span<const std::byte>& pending);  // false: the other side is closed
  void read_standard_error();
  void check_cancelled() const;
  // What it is to be ended for; looks from time to time.
  std::optional<Interruption> excess_of_memory();

  std::string program_;
  std::uint64_t memory_;
  std::uint64_t kills_before_;  // for lack of memory, by the kernel
  Clock::time_point next_look_{};
  const std::atomic<bool>* cancelled_;
  // Whether the kernel has killed something of it for lack of memory, now that its guard has ended.
  bool killed_for_memory() const;

  std::string folder_;
  std::string group_;  // its control group; empty: it has none
  guard::Measures measures_{};
  pid_t pid_ = -1;                             // of its guard, which ends the way it ended
  Descriptor input_, output_, error_, guard_;  // our ends
  std::string error_text_;
};

}  // namespace kassay::runner
