// Starts the command under a supervisor process, which is the first process of the PID namespace if there is one.
#pragma once

#include <sys/types.h>

#include "conformance/guard/measures.h"
#include "conformance/guard/order.h"

namespace kassay::guard {

constexpr int kWrongUse = 2;  // the exit status if the command was not started

struct Started {
  pid_t pid = -1;   // of the supervisor, which ends once the command has ended
  int status = -1;  // a pipe that receives one int: how the command ended, as from wait(2)
  Report report;
};

// Only the standard streams are open in the command; they stay open in the calling process, too. Signals
// are blocked in the calling process, not in the command.
Started start(const Order& order);

// Redirects the standard streams of this process to /dev/null, so that only the command keeps their ends
// open and the runner notices when it closes them.
void leave_standard_streams();

}  // namespace kassay::guard
