// A note for the message of a failure that the sandbox may have caused.
#pragma once

#include <string>
#include <string_view>

#include "conformance/guard/measures.h"
#include "conformance/runner/sandbox.h"

namespace kassay::runner {

// Names what these measures deny and the options that permit it, on a new line. Empty unless `said` (an exception or
// standard error) mentions a denial that an active measure can cause, such as a file that cannot be written or a host
// that cannot be reached.
std::string sandbox_note(const Sandbox& sandbox, const guard::Measures& measures,
                         std::string_view said);

// The same for a process that ended without a message: any measure may be the cause. Empty without a sandbox.
std::string sandbox_note(const Sandbox& sandbox, const guard::Measures& measures);

}  // namespace kassay::runner
