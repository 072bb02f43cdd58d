// Whether each element of a sample can come from the distribution.
#pragma once

#include <vector>

#include "conformance/compare/compare.h"

namespace kassay::compare {

// `elements` are those of `actual`, which has the dtype and shape of the sample.
Verdict check_range(const Tensor& actual, const std::vector<double>& elements,
                    const ExpectedSample& sample, const Accuracy& accuracy);

}  // namespace kassay::compare
