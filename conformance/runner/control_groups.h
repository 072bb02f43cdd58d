// A control group for each worker, if this machine and its user permit it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kassay::runner {

struct ControlGroup {
  std::string folder;  // empty if no group could be created
  int failure = 0;     // the errno of the failed step
};

// A new group that may hold `memory` bytes (0: unlimited). The caller must end it (guard/control_group.h). Its parent is the nearest group
// above this process that gives its children the controllers of memory and processes. kassay does not switch on controllers, because that
// would affect other groups, too.
ControlGroup make_control_group(std::uint64_t memory);

// The same below the first of these groups that allows it.
ControlGroup make_control_group(const std::vector<std::string>& parents, std::uint64_t memory);

// The folders of a process's group and of all groups above it, nearest first; `mounts` and `groups` are its /proc/self/mountinfo and
// /proc/self/cgroup. Empty if cgroup2 is not mounted.
std::vector<std::string> groups_above(const std::string& mounts, const std::string& groups);

}  // namespace kassay::runner
