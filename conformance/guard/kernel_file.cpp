#include "conformance/guard/kernel_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace kassay::guard {

int write_kernel_file(const std::string& file, const std::string& text) {
  const int fd = open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) return errno;
  const int failure = write(fd, text.data(), text.size()) < 0 ? errno : 0;
  close(fd);
  return failure;
}

}  // namespace kassay::guard
