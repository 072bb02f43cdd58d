// What a failure adds about the sandbox, where the sandbox may be its cause.
#pragma once

#include <string>
#include <string_view>

#include "conformance/guard/measures.h"
#include "conformance/runner/sandbox.h"

namespace kassay::runner {

// What these measures deny, and the options that permit it, on a new line. Empty unless `said`, an exception or standard
// error, names a denial that one of the measures that hold can cause: a file that cannot be written, a host that cannot
// be reached.
std::string sandbox_note(const Sandbox& sandbox, const guard::Measures& measures,
                         std::string_view said);

// The same for a process that ended without a word: any measure may be the cause. Empty where there is no sandbox.
std::string sandbox_note(const Sandbox& sandbox, const guard::Measures& measures);

}  // namespace kassay::runner
