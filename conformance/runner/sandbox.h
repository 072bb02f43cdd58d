// How strictly a backend is isolated (SECURITY.md).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/guard/measures.h"
#include "spec/lib/results.h"

namespace kassay::runner {

enum class SandboxMode { kOff, kDefault, kStrict };

struct Sandbox {
  SandboxMode mode = SandboxMode::kDefault;
  // Folders and files that the worker may write to, in addition to its own folder.
  std::vector<std::string> writable = {};
};

// The record of a sandbox with these measures, for a results file.
SandboxRecord record_of(const Sandbox& sandbox, const guard::Measures& measures);

// Why the sandbox is weaker than its mode requires; empty if it is not.
std::string shortcoming(const SandboxRecord& record);

}  // namespace kassay::runner
