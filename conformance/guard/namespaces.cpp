#include "conformance/guard/namespaces.h"

#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "conformance/guard/kernel_file.h"

namespace kassay::guard {
namespace {

constexpr int kOfNetworks = CLONE_NEWNET | CLONE_NEWIPC;
constexpr int kOfProcesses = CLONE_NEWPID | CLONE_NEWNS;  // the second for a separate /proc
constexpr int kToTry[] = {kOfNetworks | kOfProcesses, CLONE_NEWUSER | kOfNetworks | kOfProcesses,
                          kOfNetworks, CLONE_NEWUSER | kOfNetworks, 0};

// Maps the user and the group to themselves; all others appear as `nobody`.
int map_user(uid_t user, gid_t group) {
  const auto itself = [](unsigned id) {
    return std::to_string(id) + " " + std::to_string(id) + " 1";
  };
  // Otherwise a process could gain access by leaving a group that is denied it.
  if (const int failure = write_kernel_file("/proc/self/setgroups", "deny")) return failure;
  if (const int failure = write_kernel_file("/proc/self/uid_map", itself(user))) return failure;
  return write_kernel_file("/proc/self/gid_map", itself(group));
}

int mount_anew(std::uint64_t memory) {
  constexpr unsigned long kPlain = MS_NOSUID | MS_NODEV;
  if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      mount("proc", "/proc", "proc", kPlain | MS_NOEXEC, nullptr) != 0) {
    return errno;
  }
  // Files in /dev/shm disappear with the namespace. If the folder does not exist, nothing can stay behind.
  const std::string size = memory > 0 ? ",size=" + std::to_string(memory) : "";
  mount("tmpfs", "/dev/shm", "tmpfs", kPlain, ("mode=1777" + size).c_str());
  return 0;
}

// For backends that connect to themselves at 127.0.0.1. A failure affects nothing else.
void raise_loopback() {
  const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  ifreq request{};
  std::strcpy(request.ifr_name, "lo");
  request.ifr_flags = IFF_UP;
  ioctl(fd, SIOCSIFFLAGS, &request);
  close(fd);
}

}  // namespace

std::span<const int> namespaces_to_try(bool sandbox) {
  return sandbox ? std::span(kToTry) : std::span(kToTry).last(1);
}

int furnish(int namespaces, uid_t user, gid_t group, std::uint64_t memory) {
  if ((namespaces & CLONE_NEWUSER) != 0) {
    if (const int failure = map_user(user, group)) return failure;
  }
  if ((namespaces & CLONE_NEWNS) != 0) {
    if (const int failure = mount_anew(memory)) return failure;
  }
  if ((namespaces & CLONE_NEWNET) != 0) raise_loopback();
  return 0;
}

}  // namespace kassay::guard
