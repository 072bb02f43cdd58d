// The names of the files of kept outputs.
#pragma once

#include <string>

namespace kassay::runner {

inline constexpr char kOutputsExtension[] = ".outputs";

inline std::string header_file(const std::string& folder) { return folder + "/run.json"; }
inline std::string outputs_file(const std::string& folder, const std::string& function) {
  return folder + "/" + function + kOutputsExtension;
}

}  // namespace kassay::runner
