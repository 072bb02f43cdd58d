#include "spec/lib/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "spec/lib/error.h"

namespace kassay {
namespace {

constexpr int kTemporaryNames = 100;  // attempts before giving up on finding a free one
constexpr std::size_t kFirstBlock = 1 << 16;
constexpr std::size_t kLargestFile = std::size_t{1} << 30;

std::string remedy_of(int error, const std::string& if_missing) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return if_missing;
    case EACCES:
    case EPERM:
    case EROFS:
      return "Choose a place that you may use, or change its permissions.";
    case ENOSPC:
    case EDQUOT:
      return "Free some space, or choose a place on another disk.";
    case EFBIG:
      return "Raise the limit on the size of files, or choose another disk.";
    case EISDIR:
      return "Name a file, not a folder.";
    case EMFILE:
    case ENFILE:
      return "Close files or raise the limit on open ones (ulimit -n).";
    default:
      return "Check the path and the disk.";
  }
}

[[noreturn]] void fail(const std::string& file, const std::string& attempt, int error,
                       const std::string& if_missing) {
  throw FileError(file, "", attempt + " failed: " + std::generic_category().message(error),
                  remedy_of(error, if_missing));
}

// Owns a descriptor, and the name of an unfinished file until it is renamed.
class OpenFile {
 public:
  OpenFile(int descriptor, std::string unfinished = "")
      : descriptor_(descriptor), unfinished_(std::move(unfinished)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!unfinished_.empty()) ::unlink(unfinished_.c_str());
  }
  int descriptor() const { return descriptor_; }
  // A full network disk may only report it here.
  int close() { return ::close(std::exchange(descriptor_, -1)); }
  int rename_to(const std::string& file) {
    const int result = std::rename(unfinished_.c_str(), file.c_str());
    if (result == 0) unfinished_.clear();
    return result;
  }

 private:
  int descriptor_;
  std::string unfinished_;
};

constexpr char kMakeFolder[] = "Make the folder first, or choose another.";

void write_all(int descriptor, std::string_view contents, const std::string& file) {
  while (!contents.empty()) {
    const ssize_t written = ::write(descriptor, contents.data(), contents.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail(file, "writing", written < 0 ? errno : EIO, kMakeFolder);
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
}

void write_in_place(const std::string& file, std::string_view contents) {
  OpenFile output(::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (output.descriptor() < 0) fail(file, "opening for writing", errno, kMakeFolder);
  write_all(output.descriptor(), contents, file);
  if (output.close() != 0) fail(file, "closing", errno, kMakeFolder);
}

// A name that no other process and no other thread of this one uses.
std::string temporary_name(const std::filesystem::path& target, int attempt) {
  static std::atomic<unsigned> counter = 0;
  const std::string name = ".kassay." + std::to_string(::getpid()) + "." +
                           std::to_string(counter++) + "." + std::to_string(attempt) + ".tmp";
  return (target.parent_path() / name).string();
}

// An unfinished file, to be renamed to `target`, which is `file` with links resolved.
OpenFile open_beside(const std::string& file, const std::filesystem::path& target) {
  std::string temporary;
  int descriptor = -1;
  for (int attempt = 0; attempt < kTemporaryNames && descriptor < 0; ++attempt) {
    temporary = temporary_name(target, attempt);
    descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST) break;
  }
  if (descriptor < 0) fail(file, "creating a file next to it", errno, kMakeFolder);
  return {descriptor, temporary};
}

struct Target {
  bool exists = false;
  bool in_place =
      false;  // a device or a pipe: renaming over /dev/null would replace the device itself
  mode_t permissions = 0;           // if it exists
  std::filesystem::path path = {};  // with links resolved
};

Target target_of(const std::string& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return {.path = file};
  if (S_ISDIR(status.st_mode)) fail(file, "writing", EISDIR, kMakeFolder);
  std::error_code unknown;
  std::filesystem::path path = std::filesystem::canonical(file, unknown);
  if (path.empty()) path = file;
  return {true, !S_ISREG(status.st_mode), status.st_mode & 07777, std::move(path)};
}

}  // namespace

FileBytes read_file(const std::string& file, const std::string& remedy) {
  const OpenFile input(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (input.descriptor() < 0) fail(file, "opening", errno, remedy);
  struct stat status {};
  if (::fstat(input.descriptor(), &status) != 0) fail(file, "reading", errno, remedy);
  const auto check_size = [&](std::size_t size) {
    if (size <= kLargestFile) return;
    throw FileError(file, "", "it has more than 1 GiB, more than any file of kassay", remedy);
  };
  check_size(static_cast<std::size_t>(std::max<off_t>(status.st_size, 0)));
  // One byte more than the size of a regular file, so that its end is found without growing.
  std::size_t capacity =
      status.st_size > 0 ? static_cast<std::size_t>(status.st_size) + 1 : kFirstBlock;
  FileBytes bytes;
  const auto allocate = [](std::size_t size) {
    return std::shared_ptr<std::byte>(new std::byte[size], std::default_delete<std::byte[]>());
  };
  bytes.data = allocate(capacity);
  while (true) {
    if (bytes.size == capacity) {
      capacity = std::min(capacity * 2, kLargestFile + 1);
      auto larger = allocate(capacity);
      std::copy_n(bytes.data.get(), bytes.size, larger.get());
      bytes.data = std::move(larger);
    }
    const ssize_t count =
        ::read(input.descriptor(), bytes.data.get() + bytes.size, capacity - bytes.size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(file, "reading", errno, remedy);
    if (count == 0) return bytes;
    bytes.size += static_cast<std::size_t>(count);
    check_size(bytes.size);
  }
}

void sync_name(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  const OpenFile opened(
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.descriptor() >= 0) ::fsync(opened.descriptor());
}

void check_writable(const std::string& file) {
  const Target target = target_of(file);
  if (!target.in_place) {
    open_beside(file, target.path);
  } else if (::access(file.c_str(), W_OK) != 0) {
    fail(file, "opening for writing", errno, kMakeFolder);
  }
}

void write_file(const std::string& file, std::string_view contents) {
  const Target target = target_of(file);
  if (target.in_place) return write_in_place(file, contents);

  OpenFile output = open_beside(file, target.path);
  if (target.exists) ::fchmod(output.descriptor(), target.permissions);
  write_all(output.descriptor(), contents, file);
  // The name must not come to the disk before the contents.
  if (::fsync(output.descriptor()) != 0) fail(file, "writing to the disk", errno, kMakeFolder);
  if (output.close() != 0) fail(file, "closing", errno, kMakeFolder);
  if (output.rename_to(target.path.string()) != 0)
    fail(file, "renaming into place", errno, kMakeFolder);
  sync_name(target.path.string());
}

}  // namespace kassay
