// Random tensors: the same numbers as in reference/arrays/random.h, bit for bit.
#pragma once

#include <optional>

#include "reference/arrays/random.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

using reference::RandomStream;

// center + spread u, with u in [0, 1). Returns false unless the dtype is floating; the other functions do the same.
bool draw_uniform(RandomStream stream, double center, double spread, Tensor& result);
// center + spread z, where z has mean 0 and standard deviation 1 and is drawn again while it is farther than `bound` from 0.
bool draw_normal(RandomStream stream, double center, double spread, std::optional<double> bound,
                 Tensor& result);
// 1 with probability p, otherwise 0, in any dtype.
bool draw_bernoulli(RandomStream stream, double p, Tensor& result);

}  // namespace kassay::optimized
