// Guesses at what a wrong tensor is, which help to find the mistake.
#pragma once

#include <string>

#include "spec/lib/vectors.h"

namespace kassay::compare {

// A sentence on the first guess that makes the tensor right, within the same tolerance, or an empty
// string. Precondition: fault_of(expected, accuracy) is empty.
std::string matching_hypothesis(const Tensor& actual, const ExpectedTensor& expected,
                                const Accuracy& accuracy, bool sign_of_zero);

}  // namespace kassay::compare
