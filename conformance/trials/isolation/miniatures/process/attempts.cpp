#include "conformance/trials/isolation/miniatures/process/attempts.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace kassay::miniatures {
namespace {

std::string told(bool done) { return done ? "done" : strerrorname_np(errno); }

bool write_at(const std::string& file) {
  const int fd = open(file.c_str(), O_WRONLY | O_CREAT, 0600);
  if (fd < 0) return false;
  close(fd);
  return true;
}

bool connect_to(const char* port) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return false;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(port)));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

// Traces the process that started this one.
bool trace_supervisor() {
  const pid_t supervisor = getppid();
  if (ptrace(PTRACE_ATTACH, supervisor, nullptr, nullptr) != 0) return false;
  waitpid(supervisor, nullptr, 0);
  ptrace(PTRACE_DETACH, supervisor, nullptr, nullptr);
  return true;
}

// Starts processes that stay, until the limit is reached.
bool start_many_processes() {
  constexpr int kMany = 20'000;
  for (int i = 0; i < kMany; ++i) {
    const pid_t child = fork();
    if (child < 0) return false;
    while (child == 0) pause();
  }
  return true;
}

bool write_large_file() {
  std::signal(SIGXFSZ, SIG_IGN);
  const std::string file = std::string(std::getenv("TMPDIR")) + "/large";
  constexpr off_t kLarge = off_t{1} << 40;
  return write_at(file) && truncate(file.c_str(), kLarge) == 0;
}

}  // namespace

std::string attempt(const std::string& what) {
  if (what == "try_to_write") return told(write_at(std::getenv("KASSAY_TEST_FILE")));
  if (what == "try_to_cut") return told(truncate(std::getenv("KASSAY_TEST_FILE"), 0) == 0);
  if (what == "try_to_remove") return told(unlink(std::getenv("KASSAY_TEST_FILE")) == 0);
  if (what == "try_to_connect") return told(connect_to(std::getenv("KASSAY_TEST_PORT")));
  if (what == "try_to_trace") return told(trace_supervisor());
  if (what == "try_to_unshare") return told(unshare(CLONE_NEWUSER) == 0);
  if (what == "try_many_processes") return told(start_many_processes());
  if (what == "try_large_file") return told(write_large_file());
  if (what == "try_own_folder") return told(write_at(std::string(std::getenv("TMPDIR")) + "/own"));
  if (what == "try_own_name") return told(write_at("/proc/self/comm"));
  if (what == "try_system_name") return told(write_at("/proc/sys/kernel/domainname"));
  return {};
}

}  // namespace kassay::miniatures
