// The measures that can isolate a backend, and how the guard reports them to the runner. Guard and runner
// must come from the same build.
#pragma once

#include <sys/resource.h>

#include <array>
#include <cstdint>

namespace kassay::guard {

// In the order of kSandboxMeasures (spec/lib/results.h).
enum Measure {
  kProcesses,  // a PID namespace: it cannot see or reach other processes, and its children end with it
  kNetwork,      // a network namespace with only its own loopback interface; or no sockets
  kFiles,        // it can write only to its own folder, /dev and the folders that it was allowed
  kSystemCalls,  // refuses calls that could leave the sandbox or that only a system's owner needs
  kPrivileges,   // it has only those of a plain process, and cannot gain more
  kLimits,       // of processes, open files and the size of files; no core files
  kMemory,       // a control group limits the total memory and number of its processes
  kMeasures
};

// By measure: 0 if it holds, otherwise the errno of the step that failed.
using Measures = std::array<int, kMeasures>;

constexpr rlim_t kMostProcesses = 8192;  // and threads: enough for several pools on many cores

// The first message of the guard.
struct Report {
  int failure = 0;  // the errno if the command could not be started; 0: it runs
  Measures measures{};
};

// The last message of the guard, after all processes of the command have ended.
struct Farewell {
  std::uint64_t kills = 0;  // by the kernel, because the control group ran out of memory
};

}  // namespace kassay::guard
