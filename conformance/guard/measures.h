// What can stand between a backend and the machine, and what the guard tells the runner about it.
// Both of them are of one build.
#pragma once

#include <sys/resource.h>

#include <array>
#include <cstdint>

namespace kassay::guard {

// In the order of kSandboxMeasures (spec/lib/results.h).
enum Measure {
  kProcesses,  // a PID namespace: it sees and reaches no other process, and all it starts ends with it
  kNetwork,  // a network namespace without any interface but its own loopback; or no sockets
  kFiles,    // it writes in its own folder, in /dev and where it is allowed to, and nowhere else
  kSystemCalls,  // none with which it could leave the sandbox, or do what only a system's owner does
  kPrivileges,   // none above those of a plain process, and no way to get any
  kLimits,       // of processes, open files and the size of files; no core files
  kMemory,  // a control group: all that it starts holds no more than it may, and has a largest number
  kMeasures
};

// By measure: 0 where it holds, or else the errno of what prevents it.
using Measures = std::array<int, kMeasures>;

constexpr rlim_t kMostProcesses = 8192;  // and threads: several pools on each of many processors

// The first message of the guard.
struct Report {
  int failure = 0;  // the errno of what could not be started; 0: the command runs
  Measures measures{};
};

// Its last one, when nothing of the command is left.
struct Farewell {
  std::uint64_t kills = 0;  // by the kernel, for lack of memory in the control group
};

}  // namespace kassay::guard
