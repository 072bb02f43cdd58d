#include "conformance/runner/control_groups.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "conformance/guard/control_group.h"

namespace kassay::runner {
namespace {

std::string contents(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

// Where the file system cgroup2 is mounted and which group is its root; both empty if it is not mounted. The line reads "ID PARENT DEVICE
// ROOT PLACE OPTIONS... - TYPE ..." (proc(5)).
struct Mount {
  std::string place, root;
};
Mount mount_of_groups(const std::string& mounts) {
  std::istringstream stream(mounts);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t rest = line.find(" - cgroup2 ");
    const std::vector<std::string> words = words_of(line.substr(0, rest));
    if (rest != std::string::npos && words.size() > 4) return {words[4], words[3]};
  }
  return {};
}

// The line of version 2 is "0::GROUP".
std::string own_group(const std::string& groups) {
  std::istringstream stream(groups);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("0::")) return line.substr(3);
  }
  return "";
}

bool has_controllers(const std::string& parent) {
  const std::vector<std::string> words = words_of(contents(parent + "/cgroup.subtree_control"));
  const std::set<std::string> controllers(words.begin(), words.end());
  return controllers.contains("memory") && controllers.contains("pids");
}

std::string new_name() {
  static std::atomic<int> counter = 0;
  return "/kassay-" + std::to_string(getpid()) + "-" + std::to_string(++counter);
}

}  // namespace

std::vector<std::string> groups_above(const std::string& mounts, const std::string& groups) {
  const Mount mount = mount_of_groups(mounts);
  const std::string group = own_group(groups);
  const std::string root = mount.root == "/" ? "" : mount.root;
  // A group outside the mounted one begins with "/..".
  if (mount.place.empty() || !group.starts_with(root) || group.starts_with("/..")) return {};
  std::vector<std::string> folders;
  std::filesystem::path below = group.substr(root.size());
  for (; below.has_relative_path(); below = below.parent_path()) {
    folders.push_back(mount.place + below.string());
  }
  folders.push_back(mount.place);
  return folders;
}

ControlGroup make_control_group(const std::vector<std::string>& parents, std::uint64_t memory) {
  ControlGroup group{"", EOPNOTSUPP};
  for (const std::string& parent : parents) {
    if (!has_controllers(parent)) continue;
    std::string folder;
    do {  // an earlier process with the same id may have left one
      folder = parent + new_name();
      group.failure = guard::make_group(folder, memory);
    } while (group.failure == EEXIST);
    if (group.failure == 0) return {folder, 0};
  }
  return group;
}

ControlGroup make_control_group(std::uint64_t memory) {
  static const std::vector<std::string> parents =
      groups_above(contents("/proc/self/mountinfo"), contents("/proc/self/cgroup"));
  return make_control_group(parents, memory);
}

}  // namespace kassay::runner
