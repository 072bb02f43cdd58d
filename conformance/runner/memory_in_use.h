// What /proc and the control groups say about memory.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kassay::runner {

// The children of a process, which is a folder of /proc; none of one that has ended.
std::vector<pid_t> children_of(const std::string& process);

// Bytes that the process and all of its descendants hold, in memory or swapped out: their own, and those that they share, a page of
// which counts once. Files that they map do not count. 0 where /proc does not tell.
std::uint64_t memory_of_tree(pid_t root);

// How many processes the kernel has killed for lack of memory: in the control group of this process, or else on this machine. It only grows.
std::uint64_t kills_for_memory();

}  // namespace kassay::runner
