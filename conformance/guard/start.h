// Starts the command below a process of its own, which is the first of a PID namespace where there is one.
#pragma once

#include <sys/types.h>

#include "conformance/guard/measures.h"
#include "conformance/guard/order.h"

namespace kassay::guard {

constexpr int kWrongUse = 2;  // the exit status where the command was not started

struct Started {
  pid_t pid = -1;   // of that process; it ends once the command has ended
  int status = -1;  // a pipe, at whose end lies an int: how the command ended, as wait tells it
  Report report;
};

// The command has no files open but the standard streams; in the calling process those are still
// open. Signals are blocked in it, and not in the command.
Started start(const Order& order);

// Points the standard streams of this process to nothing, so that their ends are the command's alone:
// the runner sees it when they are closed.
void leave_standard_streams();

}  // namespace kassay::guard
