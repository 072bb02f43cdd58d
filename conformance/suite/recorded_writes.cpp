// A library for LD_PRELOAD. It records in the file $KASSAY_RECORD what its process does to the files below $KASSAY_RECORDED_FOLDER, one
// line each: "write FILE", "sync FILE", "rename FILE TO". The names of these files must not contain spaces.
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>

namespace {

void record(const std::string& what, const std::string& file) {
  const char* const folder = std::getenv("KASSAY_RECORDED_FOLDER");
  const char* const record = std::getenv("KASSAY_RECORD");
  if (folder == nullptr || record == nullptr || !file.starts_with(folder)) return;
  const int before = errno;
  const int out = open(record, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  const std::string line = what + " " + file + "\n";
  syscall(SYS_write, out, line.data(), line.size());
  close(out);
  errno = before;
}

std::string file_at(int descriptor) {
  char name[PATH_MAX];
  const int before = errno;
  const ssize_t size =
      readlink(("/proc/self/fd/" + std::to_string(descriptor)).c_str(), name, sizeof name);
  errno = before;
  return {name, static_cast<std::size_t>(size < 0 ? 0 : size)};
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t size) {
  record("write", file_at(descriptor));
  return next<decltype(write)>("write")(descriptor, bytes, size);
}

int ftruncate(int descriptor, off_t size) noexcept {
  record("write", file_at(descriptor));
  return next<decltype(ftruncate)>("ftruncate")(descriptor, size);
}

int fsync(int descriptor) {
  record("sync", file_at(descriptor));
  return next<decltype(fsync)>("fsync")(descriptor);
}

int rename(const char* from, const char* to) noexcept {
  record("rename", std::string(from) + " " + to);
  return next<decltype(rename)>("rename")(from, to);
}
}
