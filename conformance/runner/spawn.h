// Starts a program with pipes for its standard streams, under a guard that leaves nothing of it
// behind.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/guard/measures.h"
#include "conformance/runner/sandbox.h"
#include "conformance/runner/worker_process.h"

namespace kassay::runner {

struct Spawned {
  pid_t pid = -1;                   // of the guard, which ends the way the program ended
  Descriptor input, output, error;  // our ends, non-blocking
  Descriptor guard;    // once it is closed, the guard kills the program and all its descendants
  std::string folder;  // for temporary files, which the guard makes and removes; empty: it has none
  std::string group;   // its control group, which the guard removes; empty: it has none
  guard::Measures measures{};
};

// The program is looked up in PATH and runs under kassay-guard (conformance/guard), with default
// signal actions, its own TMPDIR that is removed afterwards, no open files but these three, and in a
// sandbox as far as this machine permits it.
// `memory` limits what it may allocate (RLIMIT_DATA: reserved address space does not count, because
// CUDA and Java need it); 0: no limit. Throws CannotStart.
Spawned spawn(const std::vector<std::string>& command, std::uint64_t memory,
              const Sandbox& sandbox);

}  // namespace kassay::runner
