// Compares one random tensor with its expectation.
#pragma once

#include <string>
#include <vector>

#include "conformance/compare/compare.h"
#include "conformance/compare/goodness_of_fit.h"

namespace kassay::compare {

// Checks dtype, shape, the range of each element, the axes along which draws are constant, the same
// draw as another output's, and goodness of fit; the first difference is the failure. The other
// outputs count if they are tensors of their dtype and shape. Precondition: the output is a sample.
Verdict compare_sample(const std::vector<Value>& answers,
                       const std::vector<ExpectedOutput>& expected, std::size_t output,
                       const Accuracy& accuracy);

// The statistics behind the verdict; empty if an earlier check fails.
std::vector<Statistic> statistics_of(const std::vector<Value>& answers,
                                     const std::vector<ExpectedOutput>& expected,
                                     std::size_t output, const Accuracy& accuracy);

}  // namespace kassay::compare
