// Matrix products.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// A matrix in row-major order within a larger buffer. `transposed`: the buffer holds columns x rows.
struct MatrixView {
  std::int64_t offset = 0;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t stride = 0;  // elements from one line of the buffer to the next
  bool transposed = false;
};

// Whether `multiply` supports these dtypes.
bool multiplies(DType x, DType y);

// Writes the product of a part of x and a part of y to a part of `result`; all have the same dtype, float32 or float64.
void multiply(const Tensor& x, const MatrixView& x_part, const Tensor& y, const MatrixView& y_part,
              Tensor& result, std::int64_t result_offset, std::int64_t result_stride);

// A matrix packed as the right operand of many products: float16 as float32.
Tensor packed(const Tensor& y, bool transposed);
// The product of x and the packed y: the last axis of x has as many terms as y, and the result as many columns.
void multiply_packed(const Tensor& x, const Tensor& y, Tensor& result);

}  // namespace kassay::optimized
