// Random tensors: the numbers of reference/arrays/random.h, bit for bit.
#pragma once

#include <optional>

#include "reference/arrays/random.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

using reference::RandomStream;

// center + spread u, u in [0, 1). False unless the dtype is a floating one; so are the others.
bool draw_uniform(RandomStream stream, double center, double spread, Tensor& result);
// center + spread z, z of mean 0 and standard deviation 1, and drawn again while it is more than `bound` from 0.
bool draw_normal(RandomStream stream, double center, double spread, std::optional<double> bound,
                 Tensor& result);
// 1 with probability p, otherwise 0, in any dtype.
bool draw_bernoulli(RandomStream stream, double p, Tensor& result);

}  // namespace kassay::optimized
