#include "conformance/runner/process_end.h"

#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <cstring>
#include <string_view>

namespace kassay::runner {
namespace {

// Texts that C++, Python, the C library, CUDA and Go print when an allocation fails.
constexpr std::string_view kOutOfMemoryTexts[] = {
    "std::bad_alloc", "MemoryError", "Cannot allocate memory", "out of memory", "Out of memory"};
// If a process fails after it came this close to its limit, the limit is assumed to be the cause.
constexpr double kNearLimit = 0.9;

bool mentions_memory(const std::string& standard_error) {
  for (std::string_view text : kOutOfMemoryTexts) {
    if (standard_error.find(text) != std::string::npos) return true;
  }
  return false;
}

std::string signal_name(int number) {
  const char* abbreviation = sigabbrev_np(number);
  if (abbreviation == nullptr) return "signal " + std::to_string(number);
  return std::string("SIG") + abbreviation + " (" + sigdescr_np(number) + ")";
}

}  // namespace

bool has_ended(pid_t pid) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid != 0;
}

std::optional<ProcessStatus> reap(pid_t pid) {
  ProcessStatus status;
  rusage usage{};
  if (wait4(pid, &status.wait_status, WNOHANG, &usage) != pid) return std::nullopt;
  status.peak_resident_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  return status;
}

End describe_end(const ProcessStatus& status, bool by_itself, std::uint64_t memory,
                 bool kernel_killed, const std::string& standard_error) {
  End end;
  if (!by_itself) {
    end.description = "was killed";
    return end;
  }
  bool signaled = WIFSIGNALED(status.wait_status);
  int code = signaled ? WTERMSIG(status.wait_status) : WEXITSTATUS(status.wait_status);
  end.description = signaled ? "was killed by " + signal_name(code)
                             : "exited with status " + std::to_string(code);
  bool failed = signaled || code != 0;
  bool near_limit = memory > 0 && static_cast<double>(status.peak_resident_bytes) >=
                                      kNearLimit * static_cast<double>(memory);
  // The process may have killed itself.
  const bool killed = signaled && code == SIGKILL;
  if (killed) {
    end.description += kernel_killed ? ": the kernel has killed a process for lack of memory"
                                     : ", which kassay did not send";
  }
  if (failed && (near_limit || (killed && kernel_killed) || mentions_memory(standard_error))) {
    end.outcome = Outcome::kOutOfMemory;
  }
  return end;
}

}  // namespace kassay::runner
