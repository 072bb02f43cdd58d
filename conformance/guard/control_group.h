// A control group of version 2 (cgroups(7)): processes whose total memory and number the kernel limits. It is a folder of the file system
// cgroup2. The runner creates the group; the guard ends it, or the runner does if the guard could not.
#pragma once

#include <cstdint>
#include <string>

namespace kassay::guard {

// Creates the folder. If its processes together hold more than `memory` bytes (0: unlimited), the kernel kills all of them; they cannot
// swap. At most kMostProcesses may exist. Returns 0 or an errno; after an error the group does not exist.
int make_group(const std::string& group, std::uint64_t memory);

// Moves this process to the group, with everything that it starts later. Returns 0 or an errno.
int join_group(const std::string& group);

// How many of its processes the kernel has killed for lack of memory; 0 if the group does not exist.
std::uint64_t kills_in_group(const std::string& group);

// Kills every process in it and removes it, in bounded time.
void end_group(const std::string& group);

}  // namespace kassay::guard
