// Starts a program with pipes for its standard streams, under a guard that later removes everything
// that the program leaves behind.
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
  pid_t pid = -1;                   // of the guard, which ends as the program ended
  Descriptor input, output, error;  // the runner's ends, non-blocking
  Descriptor guard;    // once it is closed, the guard kills the program and all its descendants
  std::string folder;  // for temporary files; the guard creates and removes it; empty: none
  std::string group;   // its control group, which the guard removes; empty: none
  guard::Measures measures{};
};

// Looks up the program in PATH and runs it under kassay-guard (conformance/guard), with default signal
// actions, a separate TMPDIR that is removed afterwards, only these three open files, and a sandbox as far
// as this machine permits. `memory` limits what it may allocate; 0: no limit. The limit is RLIMIT_DATA, so
// reserved address space, which CUDA and Java need, does not count. Throws CannotStart.
Spawned spawn(const std::vector<std::string>& command, std::uint64_t memory,
              const Sandbox& sandbox);

}  // namespace kassay::runner
