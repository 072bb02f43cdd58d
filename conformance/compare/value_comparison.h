// Compares one plain value (None, bool, int, float, string, list) with its expectation.
#pragma once

#include "conformance/compare/compare.h"

namespace kassay::compare {

// Kinds must be equal, then values. Lists are compared element by element; `failure->index` is the
// path to the element. A float is compared like a float64 element without terms, because
// it has no magnitude.
Verdict compare_value(const Value& actual, const Value& expected, const Accuracy& accuracy,
                      bool sign_of_zero);

}  // namespace kassay::compare
