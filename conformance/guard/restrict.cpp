#include "conformance/guard/restrict.h"

#include <linux/capability.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <utility>

#include "conformance/guard/landlock.h"
#include "conformance/guard/system_calls.h"

namespace kassay::guard {
namespace {

constexpr rlim_t kMostOpenFiles = 65536;
constexpr rlim_t kLargestFile = rlim_t{16} << 30;
// Not 0, because Linux still sends core files to a collecting program at a limit of 0; but too small for
// any core file.
constexpr rlim_t kCoreFile = 1;

int at_most(int resource, rlim_t most) {
  rlimit limit{};
  getrlimit(static_cast<__rlimit_resource>(resource), &limit);
  limit = {std::min(limit.rlim_cur, most), std::min(limit.rlim_max, most)};
  return setrlimit(static_cast<__rlimit_resource>(resource), &limit) == 0 ? 0 : errno;
}

// Outside a user namespace, all processes of the user would count.
int limit(bool counts_its_own) {
  int failure = counts_its_own ? at_most(RLIMIT_NPROC, kMostProcesses) : 0;
  for (const auto& [resource, most] : {std::pair<int, rlim_t>{RLIMIT_NOFILE, kMostOpenFiles},
                                       {RLIMIT_FSIZE, kLargestFile},
                                       {RLIMIT_CORE, kCoreFile}}) {
    if (failure == 0) failure = at_most(resource, most);
  }
  return failure;
}

// Programs of root keep the right to read files of other users, as with sudo; Landlock limits where they write.
int drop_privileges() {
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability) >= 0; ++capability) {
    if (capability == CAP_DAC_OVERRIDE || capability == CAP_DAC_READ_SEARCH) continue;
    // Fails for a plain user, who does not have capabilities anyway.
    if (prctl(PR_CAPBSET_DROP, capability) != 0 && geteuid() == 0) return errno;
  }
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
}

// The leak sanitizer traces the process that it checks, and ends it with an error if it must not trace. The user's settings win.
void look_for_no_leaks() {
  const char* const options = std::getenv("LSAN_OPTIONS");
  const std::string users = options == nullptr ? "" : std::string(":") + options;
  setenv("LSAN_OPTIONS", ("detect_leaks=0" + users).c_str(), 1);
}

}  // namespace

void restrict_to(const Order& order, int namespaces, Measures& measures) {
  const bool alone = (namespaces & CLONE_NEWPID) != 0;
  const bool no_network = (namespaces & CLONE_NEWNET) != 0;
  measures[kLimits] = limit((namespaces & CLONE_NEWUSER) != 0);
  measures[kPrivileges] = drop_privileges();
  std::vector<std::string> writable = order.writable;
  if (!order.folder.empty()) writable.push_back(order.folder);
  measures[kFiles] = confine_writes(writable);
  if (!alone) look_for_no_leaks();
  measures[kSystemCalls] = filter_system_calls(
      {.tracing = !alone, .network = !no_network, .truncation = !landlock_watches_truncation()});
  if (!no_network) measures[kNetwork] = measures[kSystemCalls];
  // A process that can write there can leave the group.
  if (measures[kFiles] != 0 && access((order.group + "/cgroup.procs").c_str(), W_OK) == 0)
    measures[kMemory] = measures[kFiles];
}

}  // namespace kassay::guard
