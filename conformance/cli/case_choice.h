// In which edition and mode a case is run.
#pragma once

#include <optional>

#include "spec/lib/backend.h"
#include "spec/lib/vectors.h"

namespace kassay::cli {

// `wanted` where the case belongs to it. Where it does not, the first edition that the case belongs
// to, or, if the user gave `wanted`, a CLI::ValidationError.
Edition choose_edition(const Case& test_case, Edition wanted, bool given);

// `wanted`, or the first of the case where there is none. Throws CLI::ValidationError where the
// case has no such mode.
Mode choose_mode(const Case& test_case, std::optional<Mode> wanted);

}  // namespace kassay::cli
