#include "conformance/guard/control_group.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <utility>

#include "conformance/guard/kernel_file.h"
#include "conformance/guard/measures.h"

namespace kassay::guard {
namespace {

constexpr mode_t kPermissions = 0755;
// A killed process stays in its group until it has ended.
constexpr int kMostTries = 5000;
constexpr useconds_t kPauseMicroseconds = 1000;

// A kernel without swap lacks the limit for it, too.
bool can_swap() { return access("/proc/swaps", F_OK) == 0; }

int set_limits(const std::string& group, std::uint64_t memory) {
  const std::pair<const char*, std::string> limits[] = {
      {"/memory.max", memory > 0 ? std::to_string(memory) : "max"},
      {"/memory.oom.group", "1"},
      {"/pids.max", std::to_string(kMostProcesses)}};
  for (const auto& [file, limit] : limits) {
    if (const int failure = write_kernel_file(group + file, limit)) return failure;
  }
  return can_swap() ? write_kernel_file(group + "/memory.swap.max", "0") : 0;
}

}  // namespace

int make_group(const std::string& group, std::uint64_t memory) {
  if (mkdir(group.c_str(), kPermissions) != 0) return errno;
  const int failure = set_limits(group, memory);
  if (failure != 0) rmdir(group.c_str());
  return failure;
}

int join_group(const std::string& group) { return write_kernel_file(group + "/cgroup.procs", "0"); }

std::uint64_t kills_in_group(const std::string& group) {
  std::ifstream events(group + "/memory.events");
  std::string name;
  for (std::uint64_t count = 0; events >> name >> count;) {
    if (name == "oom_kill") return count;
  }
  return 0;
}

void end_group(const std::string& group) {
  write_kernel_file(group + "/cgroup.kill", "1");
  for (int i = 0; i < kMostTries && rmdir(group.c_str()) != 0 && errno == EBUSY; ++i) {
    usleep(kPauseMicroseconds);
  }
}

}  // namespace kassay::guard
