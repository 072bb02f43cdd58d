// Namespaces of Linux in which the command runs.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>

namespace kassay::guard {

// The sets of namespaces to try, as flags of clone: the best first, none last. Only root may make
// them without a user namespace, which would take from it what root may read; where /proc cannot be
// mounted, as in some containers, a PID namespace would leave its processes with the /proc of others.
// Without a sandbox none is the only one.
std::span<const int> namespaces_to_try(bool sandbox);

// In the first process of new namespaces: makes them a place to run in. `user` and `group` are
// those of the guard, and stay the same within; `memory` bounds the files in /dev/shm, 0 does not.
// Returns 0 or an errno.
int furnish(int namespaces, uid_t user, gid_t group, std::uint64_t memory);

}  // namespace kassay::guard
