#include "conformance/runner/memory_in_use.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace kassay::runner {
namespace {

constexpr std::uint64_t kKilobyte = 1024;

// The numbers of a file with lines "WORD NUMBER", by word.
std::map<std::string, std::uint64_t> numbers_in(const std::string& file) {
  std::map<std::string, std::uint64_t> numbers;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string name;
    if (std::uint64_t number = 0; words >> name >> number) numbers.emplace(name, number);
  }
  return numbers;
}

// The memory of a process in pages that no file backs; of shared pages, its share.
std::uint64_t memory_of(const std::string& process) {
  auto kilobytes = numbers_in(process + "/smaps_rollup");
  const bool knows_files = kilobytes.contains("Pss_File:");  // since Linux 5.4
  return ((knows_files ? kilobytes["Pss_Anon:"] + kilobytes["Pss_Shmem:"] : kilobytes["Pss:"]) +
          kilobytes["SwapPss:"]) *
         kKilobyte;
}

// The files where control groups of versions 2 and 1 count such kills. In a container, the group may appear as the root.
std::vector<std::string> counters() {
  std::vector<std::string> files;
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::string path = line.substr(line.rfind(':') + 1);
    if (line.starts_with("0::")) {
      files.push_back("/sys/fs/cgroup" + path + "/memory.events");
    } else if (line.find(":memory:") != std::string::npos) {
      files.push_back("/sys/fs/cgroup/memory" + path + "/memory.oom_control");
      files.push_back("/sys/fs/cgroup/memory/memory.oom_control");
    }
  }
  files.push_back("/sys/fs/cgroup/memory.events");
  files.push_back("/proc/vmstat");
  return files;
}

}  // namespace

std::vector<pid_t> children_of(const std::string& process) {
  std::vector<pid_t> children;
  std::error_code ended;
  std::filesystem::directory_iterator thread(process + "/task", ended);
  for (; !ended && thread != std::filesystem::directory_iterator(); thread.increment(ended)) {
    std::ifstream list(thread->path() / "children");
    for (pid_t child = 0; list >> child;) children.push_back(child);
  }
  return children;
}

std::uint64_t memory_of_tree(pid_t root) {
  std::uint64_t sum = 0;
  std::vector<pid_t> open{root};
  while (!open.empty()) {
    const std::string process = "/proc/" + std::to_string(open.back());
    open.pop_back();
    sum += memory_of(process);
    const std::vector<pid_t> children = children_of(process);
    open.insert(open.end(), children.begin(), children.end());
  }
  return sum;
}

std::uint64_t kills_for_memory() {
  for (const std::string& file : counters()) {
    const auto numbers = numbers_in(file);
    if (const auto kills = numbers.find("oom_kill"); kills != numbers.end()) return kills->second;
  }
  return 0;
}

}  // namespace kassay::runner
