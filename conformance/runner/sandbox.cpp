#include "conformance/runner/sandbox.h"

#include <cstring>

namespace kassay::runner {

SandboxRecord record_of(const Sandbox& sandbox, const guard::Measures& measures) {
  SandboxRecord record;
  record.mode = kSandboxModes.at(static_cast<std::size_t>(sandbox.mode));
  if (sandbox.mode == SandboxMode::kOff) return record;
  record.writable = sandbox.writable;
  for (std::size_t m = 0; m < measures.size(); ++m) {
    const std::string name(kSandboxMeasures.at(m));
    if (measures[m] == 0) {
      record.holds.push_back(name);
    } else {
      record.lacks.emplace(name, std::strerror(measures[m]));
    }
  }
  return record;
}

std::string shortcoming(const SandboxRecord& record) {
  if (record.mode != kSandboxModes.back() || record.lacks.empty()) return "";
  std::string text;
  for (const auto& [measure, why] : record.lacks) {
    text += (text.empty() ? "" : ", ") + measure + " (" + why + ")";
  }
  return "this machine does not permit every measure of --sandbox strict. Missing: " + text +
         ". --sandbox default runs without them and records that in the results";
}

}  // namespace kassay::runner
