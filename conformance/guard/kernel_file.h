// Writes to files that control the kernel.
#pragma once

#include <string>

namespace kassay::guard {

// Writes the text with a single call, as such files require. Returns 0 or an errno.
int write_kernel_file(const std::string& file, const std::string& text);

}  // namespace kassay::guard
