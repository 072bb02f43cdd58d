// Whether the expectation of a random tensor can be used at all.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "spec/lib/vectors.h"

namespace kassay::compare {

// What makes the expectation itself unusable (ends of a range that the dtype does not hold, values
// that are too close to 0, outputs of different sizes that must be independent), or an empty
// string. Precondition: the output is a sample.
std::string fault_of_sample(const std::vector<ExpectedOutput>& expected, std::size_t output,
                            const Accuracy& accuracy);

}  // namespace kassay::compare
