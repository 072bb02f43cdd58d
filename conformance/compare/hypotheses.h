// Guesses about a wrong tensor that help to find the mistake.
#pragma once

#include <cstdint>
#include <string>

#include "spec/lib/vectors.h"

namespace kassay::compare {

// A sentence on the first guess that makes the tensor right, within the same tolerance, or an empty
// string. Precondition: fault_of(expected, accuracy) is empty.
std::string matching_hypothesis(const Tensor& actual, const ExpectedTensor& expected,
                                const Accuracy& accuracy, bool sign_of_zero);

// How many of the wrong elements are those of `reading`: the same mistake in a part of the
// tensor. 0 if its tensor has another dtype or shape. Precondition: as above, for both.
std::int64_t explained_elements(const Tensor& actual, const ExpectedTensor& expected,
                                const ExpectedTensor& reading, const Accuracy& accuracy,
                                bool sign_of_zero);

}  // namespace kassay::compare
