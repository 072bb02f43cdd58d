#include <algorithm>
#include <limits>

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"

namespace kassay::optimized::softmax_op {
namespace {

template <class T>
void softmax_row(const T* x, T* y, std::int64_t length) {
  const T largest =
      detail::reduce_run(x, length, 0, Largest<T>{-std::numeric_limits<T>::infinity()});
#pragma omp simd
  for (std::int64_t i = 0; i < length; ++i) y[i] = vexp(x[i] - largest);
  const T sum = static_cast<T>(detail::reduce_run(y, length, 0, Sum{}));
#pragma omp simd
  for (std::int64_t i = 0; i < length; ++i) y[i] /= sum;
}

template <class T>
void softmax_rows(const Tensor& x, std::int64_t length, Tensor& result) {
  const std::int64_t rows = length == 0 ? 0 : x.size() / length;
  const std::int64_t block = std::max<std::int64_t>(1, kBlock / std::max<std::int64_t>(1, length));
  parallel_blocks(rows, block, length, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) {
      softmax_row(x.data<T>().data() + row * length, result.mutable_data<T>().data() + row * length,
                  length);
    }
  });
}

bool compute(const Tensor& x, std::int64_t axis, Tensor& result) {
  if (reference::normalize_axis(axis, x.rank()) != x.rank() - 1) return false;
  const std::int64_t length = x.shape().back();
  const auto kernel = [&](const Tensor& logits, Tensor& shares) {
    with_float_type(logits.dtype(),
                    [&](auto zero) { softmax_rows<decltype(zero)>(logits, length, shares); });
  };
  compute_wide(result, kernel, x);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::softmax_op
