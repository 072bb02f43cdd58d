// One plain value (None, bool, int, float, string, list) against what is expected of it.
#pragma once

#include "conformance/compare/compare.h"

namespace kassay::compare {

// Kinds must be equal, then values; lists element by element, `failure->index` being the way to the
// element. A float is compared as a float64 element without terms: no magnitude belongs to it.
Verdict compare_value(const Value& actual, const Value& expected, const Accuracy& accuracy,
                      bool sign_of_zero);

}  // namespace kassay::compare
