// Compares one tensor with its expectation.
#pragma once

#include <string>

#include "conformance/compare/compare.h"

namespace kassay::compare {

// What makes the expectation itself unusable (a value that the dtype does not hold although the
// accuracy is exact, a magnitude that is missing, negative or not finite, shapes that differ), or
// an empty string.
std::string fault_of(const ExpectedTensor& expected, const Accuracy& accuracy);

// Checks dtype, shape, elements, rms. The caller sets `failure->output` and `worst_output`.
Verdict compare_tensor(const Tensor& actual, const ExpectedTensor& expected,
                       const Accuracy& accuracy, bool sign_of_zero);

}  // namespace kassay::compare
