// Describes how a process ended, in words and as the outcome of a case.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

#include "conformance/runner/worker_process.h"

namespace kassay::runner {

struct ProcessStatus {
  int wait_status = 0;
  std::uint64_t peak_resident_bytes = 0;
};

// Whether the child has ended; it is not reaped.
bool has_ended(pid_t pid);

// Reaps the child; nothing if it has not ended.
std::optional<ProcessStatus> reap(pid_t pid);

// `by_itself`: it ended before kassay sent a signal. `memory`: its limit, 0 for none. `kernel_killed`: while it ran, the kernel killed
// a process for lack of memory.
End describe_end(const ProcessStatus& status, bool by_itself, std::uint64_t memory,
                 bool kernel_killed, const std::string& standard_error);

}  // namespace kassay::runner
