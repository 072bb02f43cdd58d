#include "conformance/guard/landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace kassay::guard {
namespace {

// Newer than the headers of Debian 12. A kernel accepts a structure longer than its own if the rest is 0.
struct Ruleset {
  std::uint64_t handled_access_fs = 0;
  std::uint64_t handled_access_net = 0;
  std::uint64_t scoped = 0;
};
constexpr std::uint64_t kTruncate = std::uint64_t{1} << 14;
constexpr std::uint64_t kScopeAbstractSockets = 1, kScopeSignals = 2;
constexpr int kVersionWithRefer = 2, kVersionWithTruncate = 3, kVersionWithScopes = 6;

constexpr std::uint64_t kToFiles = LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;
constexpr std::uint64_t kInFolders =
    LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
    LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM |
    LANDLOCK_ACCESS_FS_REFER;

long version_of_landlock() {
  return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

class Rules {
 public:
  explicit Rules(long version) {
    Ruleset ruleset{kToFiles | kInFolders, 0, 0};
    if (version < kVersionWithRefer) ruleset.handled_access_fs &= ~LANDLOCK_ACCESS_FS_REFER;
    if (version < kVersionWithTruncate) ruleset.handled_access_fs &= ~kTruncate;
    if (version >= kVersionWithScopes) ruleset.scoped = kScopeAbstractSockets | kScopeSignals;
    handled_ = ruleset.handled_access_fs;
    fd_ = static_cast<int>(syscall(SYS_landlock_create_ruleset, &ruleset, sizeof ruleset, 0U));
    keep_error(fd_);
  }
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;
  ~Rules() {
    if (fd_ >= 0) close(fd_);
  }

  void allow(const std::string& path, std::uint64_t access) {
    const int parent = open(path.c_str(), O_PATH | O_CLOEXEC);
    struct stat status {};
    if (parent < 0) return;  // a missing path does not need a rule
    fstat(parent, &status);
    if (!S_ISDIR(status.st_mode)) access &= kToFiles;
    const landlock_path_beneath_attr rule{access & handled_, parent};
    keep_error(syscall(SYS_landlock_add_rule, fd_, LANDLOCK_RULE_PATH_BENEATH, &rule, 0U));
    close(parent);
  }

  // Returns 0, or the errno of the first step that failed; after an error nothing is confined.
  int enforce() {
    if (failure_ == 0) keep_error(syscall(SYS_landlock_restrict_self, fd_, 0U));
    return failure_;
  }

 private:
  void keep_error(long result) {
    if (result < 0 && failure_ == 0) failure_ = errno;
  }

  std::uint64_t handled_ = 0;
  int fd_ = -1;
  int failure_ = 0;
};

}  // namespace

bool landlock_watches_truncation() { return version_of_landlock() >= kVersionWithTruncate; }

int confine_writes(const std::vector<std::string>& writable) {
  const long version = version_of_landlock();
  if (version < 0) return errno;
  Rules rules(version);
  for (const std::string& path : writable) rules.allow(path, kToFiles | kInFolders);
  rules.allow("/dev", kToFiles);
  // Programs name their threads by files there, and CUDA does not start without them.
  rules.allow("/proc/self", kToFiles);
  rules.allow("/dev/shm", kToFiles | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE);
  return rules.enforce();
}

}  // namespace kassay::guard
