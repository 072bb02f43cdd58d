#include "conformance/runner/machine.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>
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

std::error_code failure_to_make_folder_in(const std::string& parent) {
  // A file without a name cannot stay behind if this process is killed. Not every file system supports that.
  if (const int file = open(parent.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, S_IRWXU); file >= 0) {
    close(file);
    return {};
  }
  std::string folder = parent + "/kassay-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) return {errno, std::generic_category()};
  remove_folder(folder);
  return {};
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

std::string new_temporary_name() {
  std::error_code failure;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(failure);
  if (failure) return "";
  std::random_device random;
  return parent / ("kassay-" + std::to_string(random()) + "-" + std::to_string(random()));
}

void remove_folder(const std::string& folder) {
  std::error_code ignored;
  if (!folder.empty()) std::filesystem::remove_all(folder, ignored);
}

std::string problem_with_temporary_folder() {
  std::error_code failure;
  const std::string parent = std::filesystem::temp_directory_path(failure).string();
  if (!failure) failure = failure_to_make_folder_in(parent);
  if (!failure) return "";
  const char* const given = std::getenv("TMPDIR");
  return "kassay cannot make temporary folders in " +
         std::string(given != nullptr ? given : "/tmp") + ": " + failure.message() +
         ". So workers do not get separate ones, and their temporary files are not deleted. Set "
         "TMPDIR to another folder.";
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
