// The edition and mode that a case runs in.
#pragma once

#include <optional>

#include "spec/lib/backend.h"
#include "spec/lib/vectors.h"

namespace kassay::cli {

// `wanted` if the case belongs to it. Otherwise the first edition that the case belongs to or, if
// the user gave `wanted`, a CLI::ValidationError.
Edition choose_edition(const Case& test_case, Edition wanted, bool given);

// `wanted`, or else the first mode of the case. Throws CLI::ValidationError if the case does not have
// `wanted`.
Mode choose_mode(const Case& test_case, std::optional<Mode> wanted);

}  // namespace kassay::cli
