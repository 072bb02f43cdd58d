// What can stand between a backend and the machine, and what the guard tells the runner about it.
// Both of them are of one build.
#pragma once

#include <array>

namespace kassay::guard {

// In the order of kSandboxMeasures (spec/lib/results.h).
enum Measure {
  kProcesses,  // a PID namespace: it sees and reaches no other process, and all it starts ends with it
  kNetwork,  // a network namespace without any interface but its own loopback; or no sockets
  kFiles,    // it writes in its own folder, in /dev and where it is allowed to, and nowhere else
  kSystemCalls,  // none with which it could leave the sandbox, or do what only a system's owner does
  kPrivileges,   // none above those of a plain process, and no way to get any
  kLimits,       // of processes, open files and the size of files; no core files
  kMeasures
};

// By measure: 0 where it holds, or else the errno of what prevents it.
using Measures = std::array<int, kMeasures>;

// The only message of the guard.
struct Report {
  int failure = 0;  // the errno of what could not be started; 0: the command runs
  Measures measures{};
};

}  // namespace kassay::guard
