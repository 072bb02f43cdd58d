// Where a process may write: rules of Landlock, which a process sets for itself without any privilege.
#pragma once

#include <string>
#include <vector>

namespace kassay::guard {

// Whether the kernel's Landlock watches the truncation of files by their names.
bool landlock_watches_truncation();

// From now on this process writes only beneath these folders and in these files, in its standard
// streams, in devices, and in what /proc has of itself. Where the kernel can do it (Linux 6.12), it sends signals only to processes
// that it has started itself. Returns 0 or an errno: EOPNOTSUPP where Landlock is switched off, ENOSYS
// where the kernel has none.
int confine_writes(const std::vector<std::string>& writable);

}  // namespace kassay::guard
