// The Linux namespaces that the command runs in.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>

namespace kassay::guard {

// The sets of namespaces to try, as flags of clone: the best first, the empty set last. Only root can
// create them without a user namespace, and does so because a user namespace would take away root's right
// to read files. If /proc cannot be mounted, as in some containers, processes in a PID namespace would see
// the /proc of others. Without a sandbox, only the empty set.
std::span<const int> namespaces_to_try(bool sandbox);

// Sets up new namespaces; call it in their first process. `user` and `group` are those of the guard and
// stay the same inside. `memory` limits the files in /dev/shm; 0: no limit. Returns 0 or an errno.
int furnish(int namespaces, uid_t user, gid_t group, std::uint64_t memory);

}  // namespace kassay::guard
