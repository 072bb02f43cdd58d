// Processes whose memory and number the kernel bounds together: a control group of version 2 (cgroups(7)), which is a folder of the
// file system cgroup2. Runner and guard both use this: the runner makes the group, and ends it where the guard could not.
#pragma once

#include <cstdint>
#include <string>

namespace kassay::guard {

// Makes the folder. The processes in it together hold at most `memory` bytes (0: any number), nothing of it swapped out, or else the
// kernel ends all of them; and they are at most kMostProcesses. Returns 0 or an errno, and then there is no such group.
int make_group(const std::string& group, std::uint64_t memory);

// This process and all that it starts from now on belong to the group. Returns 0 or an errno.
int join_group(const std::string& group);

// How many of its processes the kernel has killed for lack of memory; 0 where there is no such group.
std::uint64_t kills_in_group(const std::string& group);

// Kills all that is in it and removes it, in bounded time.
void end_group(const std::string& group);

}  // namespace kassay::guard
