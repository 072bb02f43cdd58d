// A child process that does a part of the work. A mutant may crash it, hang it or fill its memory, and
// the changes it made end with it.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <string>

namespace kassay::mutants {

// Memory that this process and its children share, all zero. Throws std::system_error.
class Shared {
 public:
  explicit Shared(std::size_t bytes);
  Shared(const Shared&) = delete;
  ~Shared();
  unsigned char* data() const { return data_; }

 private:
  std::size_t bytes_;
  unsigned char* data_;
};

// Forks; the child runs `work`, silently, with at most `memory` more bytes, and ends. This process
// must have one thread. Throws std::system_error.
pid_t start_child(std::size_t memory, const std::function<void()>& work);

// Ends this process, as kTimeout, unless it is called again within this processor time, or within a
// minute more of real time.
void set_deadline(double seconds);

// How a child ended: "" (normally), "timeout", or for example "crash (signal 11)".
std::string end_of(int status);

}  // namespace kassay::mutants
