// The children of this process: those that it has started, and those that it inherits where a guard is
// killed, because from the first start on it is the reaper of all its descendants.
#pragma once

#include <sys/types.h>

#include <functional>

namespace kassay::runner {

// `start` starts a child and returns its number, or none below 1. One call at a time.
pid_t start_child(const std::function<pid_t()>& start);

// A child that was reaped: its number may come again.
void forget_child(pid_t child);

// Ends all children that neither start_child nor anybody before it has started, in bounded time.
void end_inherited();

}  // namespace kassay::runner
