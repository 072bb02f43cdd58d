// Limits the system calls of a process with a seccomp filter.
#pragma once

namespace kassay::guard {

// Calls that are refused only if no other measure makes them harmless.
struct Refusals {
  bool tracing = true;     // of processes: harmless if it sees only its own processes
  bool network = true;     // IPv4 and IPv6 sockets: harmless without a network
  bool truncation = true;  // of a file by its name: Landlock controls it since Linux 6.2
};

// From now on the kernel refuses system calls of this process that could change namespaces or mounts, reach
// parts of the kernel that no other measure controls, or do what only the owner of a system does. Local
// sockets still work; `refusals` decides about IPv4 and IPv6. A refused call returns EPERM, a refused socket
// EAFNOSUPPORT. Returns 0 or an errno.
int filter_system_calls(const Refusals& refusals);

}  // namespace kassay::guard
