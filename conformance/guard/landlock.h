// Limits where a process may write, with Landlock: a process can restrict itself without privileges.
#pragma once

#include <string>
#include <vector>

namespace kassay::guard {

// Whether the kernel's Landlock controls truncate(2).
bool landlock_watches_truncation();

// From now on this process can write only to these folders and files, its standard streams, devices, and
// its own files in /proc. If the kernel supports it (Linux 6.12), it can send signals only to processes
// that it has started itself. Returns 0 or an errno: EOPNOTSUPP if Landlock is switched off, ENOSYS if the
// kernel lacks it.
int confine_writes(const std::vector<std::string>& writable);

}  // namespace kassay::guard
