// The children of this process: those that it has started, and those that it inherits when a guard is
// killed. From the first start on, this process is the reaper of all its descendants.
#pragma once

#include <sys/types.h>

#include <functional>

namespace kassay::runner {

// `start` starts a child and returns its process id; a value below 1 means failure. One call at a time.
pid_t start_child(const std::function<pid_t()>& start);

// Call this for a child that was reaped, because its process id may be reused.
void forget_child(pid_t child);

// Kills the inherited children, in bounded time. Children from start_child, and those from before its first call, stay.
void end_inherited();

}  // namespace kassay::runner
