#include "conformance/runner/children.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <mutex>
#include <set>

#include "conformance/runner/memory_in_use.h"

namespace kassay::runner {
namespace {

constexpr int kMostRounds = 5000;
constexpr useconds_t kPauseMicroseconds = 1000;

std::mutex mutex;

// The children that are not inherited. The first call, before any start, records the children that this
// process already has, for example from a shell that ran `exec`.
std::set<pid_t>& own_children() {
  static std::set<pid_t> own = [] {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    const std::vector<pid_t> before = children_of("/proc/self");
    return std::set<pid_t>(before.begin(), before.end());
  }();
  return own;
}

// Returns whether there were any.
bool kill_inherited() {
  bool any = false;
  for (const pid_t child : children_of("/proc/self")) {
    if (own_children().contains(child)) continue;
    any = true;
    kill(child, SIGKILL);
    waitpid(child, nullptr, WNOHANG);
  }
  return any;
}

}  // namespace

pid_t start_child(const std::function<pid_t()>& start) {
  const std::lock_guard lock(mutex);
  std::set<pid_t>& own = own_children();
  const pid_t child = start();
  if (child > 0) own.insert(child);
  return child;
}

void forget_child(pid_t child) {
  const std::lock_guard lock(mutex);
  own_children().erase(child);
}

void end_inherited() {
  const std::lock_guard lock(mutex);
  // A killed process leaves its children to this process; the next round kills them.
  for (int round = 0; round < kMostRounds && kill_inherited(); ++round) usleep(kPauseMicroseconds);
}

}  // namespace kassay::runner
