// How a run adds its line although others may add theirs at the same time.
#include "reports/history/append.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "reports/history/history.h"
#include "spec/lib/atomic_file.h"
#include "spec/lib/error.h"

namespace kassay::reports {
namespace {

constexpr mode_t kPermissions = 0666;  // less the umask

class AppendedFile {
 public:
  explicit AppendedFile(const std::string& file)
      : file_(file),
        descriptor_(::open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, kPermissions)) {
    if (descriptor_ < 0) fail("opened", "Give --history a file in a folder that you can write to.");
  }
  AppendedFile(const AppendedFile&) = delete;
  AppendedFile& operator=(const AppendedFile&) = delete;
  ~AppendedFile() {
    if (descriptor_ >= 0) ::close(descriptor_);  // which releases the lock
  }

  // Until the file is closed, no other run appends to it. So an incomplete line has no writer.
  void lock() const {
    while (::flock(descriptor_, LOCK_EX) != 0) {
      if (errno != EINTR)
        fail("locked", "Give --history a file on a file system that supports locks.");
    }
  }

  void drop_unfinished_line() const {
    const off_t size = this->size();
    off_t end = size;
    std::vector<char> block(1 << 12);
    while (end > 0) {
      const off_t begin = end - std::min<off_t>(end, static_cast<off_t>(block.size()));
      const auto length = static_cast<std::size_t>(end - begin);
      if (::pread(descriptor_, block.data(), length, begin) != static_cast<ssize_t>(length)) {
        fail("read", "Make sure that nothing else writes to it, and try again.");
      }
      const auto newline =
          std::find(block.rend() - static_cast<std::ptrdiff_t>(length), block.rend(), '\n');
      end = begin + (block.rend() - newline);
      if (newline != block.rend()) break;
    }
    if (end < size) cut(end);
  }

  void append(const std::string& line) {
    const off_t before = size();
    ssize_t written = 0;
    do {
      written = ::write(descriptor_, line.data(), line.size());
    } while (written < 0 && errno == EINTR);
    if (written != static_cast<ssize_t>(line.size())) {
      if (written > 0) cut(before);
      if (written >= 0) errno = ENOSPC;
      fail("written", "Make room on the disk; the results themselves are not affected.");
    }
    if (::fsync(descriptor_) != 0) fail("written to the disk", "Check the disk.");
    sync_name(file_);
    const int closed = ::close(std::exchange(descriptor_, -1));
    if (closed != 0) fail("closed", "Check the disk.");
  }

 private:
  off_t size() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail("read", "Check the disk.");
    return status.st_size;
  }
  void cut(off_t size) const {
    if (::ftruncate(descriptor_, size) != 0) fail("cut", "Check the disk.");
  }
  [[noreturn]] void fail(const std::string& verb, const std::string& remedy) const {
    throw FileError(file_, "", "cannot be " + verb + ": " + std::strerror(errno), remedy);
  }

  std::string file_;
  int descriptor_;
};

}  // namespace

void prepare_history(const std::string& file) {
  read_history(file);
  const AppendedFile appended(file);
  appended.lock();
}

void append_history(const std::string& file, const HistoryEntry& entry) {
  AppendedFile appended(file);
  appended.lock();
  appended.drop_unfinished_line();
  appended.append(to_line(entry) + "\n");
}

}  // namespace kassay::reports
