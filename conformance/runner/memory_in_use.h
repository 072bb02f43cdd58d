// Reads memory use from /proc and the control groups.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kassay::runner {

// The children of a process, given as its folder in /proc; empty if it has ended.
std::vector<pid_t> children_of(const std::string& process);

// Bytes that the process and all of its descendants hold, in memory or swapped out. A shared page counts once; mapped files do not
// count. 0 if /proc does not tell.
std::uint64_t memory_of_tree(pid_t root);

// How many processes the kernel has killed for lack of memory, in the control group of this process or on this machine. Never decreases.
std::uint64_t kills_for_memory();

}  // namespace kassay::runner
