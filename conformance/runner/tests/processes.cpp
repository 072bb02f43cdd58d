#include "conformance/runner/tests/processes.h"

#include <filesystem>
#include <fstream>

#include "conformance/runner/tests/toy_vectors.h"

namespace kassay::runner {
namespace {

bool is_running(const std::filesystem::path& process) {
  std::ifstream stat(process / "stat");
  std::string number, name, state;
  return (stat >> number >> name >> state) && state != "Z" && state != "X";
}

}  // namespace

std::vector<std::string> processes_with(const std::string& text) {
  std::vector<std::string> found;
  for (const auto& process : std::filesystem::directory_iterator("/proc")) {
    if (read_text(process.path() / "environ").find(text) != std::string::npos &&
        is_running(process.path())) {
      found.push_back(process.path().filename());
    }
  }
  return found;
}

}  // namespace kassay::runner
