// In which edition a case is run.
#pragma once

#include "spec/lib/backend.h"
#include "spec/lib/vectors.h"

namespace kassay::cli {

// `wanted` where the case belongs to it. Where it does not, the first edition that the case belongs
// to, or, if the user gave `wanted`, a CLI::ValidationError.
Edition choose_edition(const Case& test_case, Edition wanted, bool given);

}  // namespace kassay::cli
