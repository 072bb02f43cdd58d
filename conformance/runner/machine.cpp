#include "conformance/runner/machine.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>

namespace kassay::runner {
namespace {

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  utsname system{};
  return uname(&system) == 0 ? system.machine : "unknown";
}

}  // namespace

Machine this_machine() {
  Machine machine;
  machine.cpu = cpu_model();
  machine.cores = static_cast<int>(std::thread::hardware_concurrency());
  utsname system{};
  machine.os = uname(&system) == 0 ? std::string(system.sysname) + " " + system.release : "unknown";
  return machine;
}

std::uint64_t physical_memory() {
  long pages = sysconf(_SC_PHYS_PAGES);
  long page_bytes = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_bytes <= 0) return 0;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes);
}

std::string make_temporary_folder() {
  std::error_code failure;
  std::string name = (std::filesystem::temp_directory_path(failure) / "kassay-XXXXXX").string();
  if (failure) errno = failure.value();
  return failure || mkdtemp(name.data()) == nullptr ? "" : name;
}

void remove_folder(const std::string& folder) {
  std::error_code ignored;
  if (!folder.empty()) std::filesystem::remove_all(folder, ignored);
}

std::string problem_with_temporary_folder() {
  const std::string folder = make_temporary_folder();
  const int failure = errno;
  if (!folder.empty()) {
    std::filesystem::remove(folder);
    return "";
  }
  const char* const given = std::getenv("TMPDIR");
  return "No temporary folder can be made in " + std::string(given != nullptr ? given : "/tmp") +
         ": " + std::strerror(failure) +
         ". Workers get none of their own, and what they write there stays. Name another folder in "
         "TMPDIR.";
}

std::string utc_now() {
  std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace kassay::runner
