// Starts a program with pipes for its standard streams.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/runner/worker_process.h"

namespace kassay {

struct Spawned {
  pid_t pid = -1;
  Descriptor input, output, error;  // our ends, non-blocking
};

// The program is looked up in PATH, leads a process group of its own, has default signal actions
// and no open file beside the three. `memory` limits what it may allocate (RLIMIT_DATA: address
// space that is only reserved does not count, which CUDA and Java need); 0: no limit. Throws
// CannotStart.
Spawned spawn(const std::vector<std::string>& command, std::uint64_t memory);

}  // namespace kassay
