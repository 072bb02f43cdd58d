// Finds processes that a test left behind.
#pragma once

#include <string>
#include <vector>

namespace kassay::runner {

// The ids of the running processes with this text in their environment. A test finds its own workers by
// the folder that it gave them for temporary files.
std::vector<std::string> processes_with(const std::string& text);

}  // namespace kassay::runner
