// The elements of a tensor as integers.
#pragma once

#include <cstdint>
#include <optional>

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// An int64 copy of a tensor of integers or bools; an int64 tensor is returned itself.
Tensor as_integers(const Tensor& tensor);
// One element; none if it is a fraction or does not fit int64.
std::optional<std::int64_t> whole_element(const Tensor& tensor, std::int64_t at);

}  // namespace kassay::optimized
