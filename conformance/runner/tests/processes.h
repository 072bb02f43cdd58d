// The processes of this machine, as tests look for what was left behind.
#pragma once

#include <string>
#include <vector>

namespace kassay::runner {

// The numbers of the running processes with this text in their environment: a test finds those of its
// own workers by the folder that it gave them for temporary files.
std::vector<std::string> processes_with(const std::string& text);

}  // namespace kassay::runner
