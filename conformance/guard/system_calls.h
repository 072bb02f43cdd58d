// Which system calls a process may make: a filter of seccomp.
#pragma once

namespace kassay::guard {

// What is refused only where nothing else prevents its harm.
struct Refusals {
  bool tracing = true;     // of processes: harmless to one that sees only its own
  bool network = true;     // sockets of IPv4 and IPv6: harmless where there is no network
  bool truncation = true;  // of a file by its name: Landlock watches it since Linux 6.2
};

// From now on this process makes no system call with which it could change namespaces or mounts,
// reach the kernel by ways that no other measure watches, or do what only the owner of a system does.
// Of sockets it has those of this machine, and those of `refusals`. A refused call returns EPERM, a
// refused socket EAFNOSUPPORT. Returns 0 or an errno.
int filter_system_calls(const Refusals& refusals);

}  // namespace kassay::guard
