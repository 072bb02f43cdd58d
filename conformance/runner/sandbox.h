// How far a backend is kept from everything but its own (SECURITY.md).
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
  // Folders and files, beside the worker's own folder, in which it may write.
  std::vector<std::string> writable = {};
};

// What a results file says of a sandbox with these measures.
SandboxRecord record_of(const Sandbox& sandbox, const guard::Measures& measures);

// Why the sandbox is not what its mode asks for; empty if it is.
std::string shortcoming(const SandboxRecord& record);

}  // namespace kassay::runner
