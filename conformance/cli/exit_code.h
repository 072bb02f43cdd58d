// The exit codes of `kassay`.
#pragma once

namespace kassay::cli {

enum ExitCode {
  kConformant = 0,     // of a run: nothing is wrong (RunVerdict::exit_code)
  kNotConformant = 1,  // of a run: something is wrong, or nothing was judged
  kUsage = 2,          // also: a file that cannot be read or written
  kCannotStart = 3,    // the backend or the environment
  kNoCase = 4,
  kAbsent = 77  // a whole backend is missing; ctest's SKIP_RETURN_CODE
};

}  // namespace kassay::cli
