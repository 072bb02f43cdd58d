// A control group for each worker, where this machine and its user permit them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kassay::runner {

struct ControlGroup {
  std::string folder;  // empty: there is none
  int failure = 0;     // the errno of what prevents it
};

// A new group that may hold `memory` bytes (0: any number), whose folder whoever gets it ends (guard/control_group.h). It lies below the
// nearest group above this process that has the controllers of memory and processes for those below it. kassay switches on no
// controller: it would be on for others, too.
ControlGroup make_control_group(std::uint64_t memory);

// The same below one of these groups, the first that can.
ControlGroup make_control_group(const std::vector<std::string>& parents, std::uint64_t memory);

// The folders of the group of a process and of all above it, nearest first; `mounts` and `groups` are its /proc/self/mountinfo and
// /proc/self/cgroup. None where cgroup2 is not mounted.
std::vector<std::string> groups_above(const std::string& mounts, const std::string& groups);

}  // namespace kassay::runner
