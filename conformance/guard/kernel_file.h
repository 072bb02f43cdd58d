// Files by which the kernel is told something.
#pragma once

#include <string>

namespace kassay::guard {

// Writes the text at once, as such files want it. Returns 0 or an errno.
int write_kernel_file(const std::string& file, const std::string& text);

}  // namespace kassay::guard
