#include "conformance/trials/strength/mutants/child.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <system_error>

namespace kassay::mutants {
namespace {

constexpr unsigned kWait = 60;  // seconds beyond the processor time, on a busy machine

std::size_t memory_mapped() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

void limit(int resource, std::size_t most) {
  const rlimit bounds{most, most};
  setrlimit(static_cast<__rlimit_resource>(resource), &bounds);
}

}  // namespace

Shared::Shared(std::size_t bytes) : bytes_(bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  data_ = static_cast<unsigned char*>(memory);
}

Shared::~Shared() { munmap(data_, bytes_); }

pid_t start_child(std::size_t memory, const std::function<void()>& work) {
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child > 0) return child;
  limit(RLIMIT_AS, memory_mapped() + memory);
  limit(RLIMIT_CORE, 0);
  std::cerr.rdbuf(nullptr);  // print_tensor prints there
  if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(1);
  work();
  _exit(0);
}

void set_deadline(double seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>((seconds - std::floor(seconds)) * 1e6);
  setitimer(ITIMER_PROF, &timer, nullptr);  // SIGPROF, which ends the process
  alarm(static_cast<unsigned>(seconds) + kWait);
}

std::string end_of(int status) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
  if (WIFEXITED(status)) return "crash (exit code " + std::to_string(WEXITSTATUS(status)) + ")";
  const int signal = WTERMSIG(status);
  if (signal == SIGPROF || signal == SIGALRM) return "timeout";
  return "crash (signal " + std::to_string(signal) + ")";
}

}  // namespace kassay::mutants
