#include "optimized/cpu/half.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/parallel.h"

namespace kassay::optimized::in_top_k_op {
namespace {

// The number of elements of a row that are larger than the one in that column.
std::int64_t larger_ones(const float* row, std::int64_t columns, std::int64_t column) {
  const float chosen = row[column];
  std::int64_t larger = 0;
#pragma omp simd reduction(+ : larger)
  for (std::int64_t i = 0; i < columns; ++i) larger += row[i] > chosen ? 1 : 0;
  return larger;
}

// Bound by one read.
bool compute(const Tensor& predictions, const Tensor& targets, std::int64_t k, Tensor& result) {
  if (predictions.dtype() != DType::kFloat32 || !is_integer(targets.dtype())) return false;
  const std::int64_t columns = predictions.shape()[1];
  const float* const rows = predictions.data<float>().data();
  bool* const among = result.mutable_data<bool>().data();
  bool all_named = true;
  with_integral_type(targets.dtype(), [&](auto sample) {
    const auto named = targets.data<decltype(sample)>();
    const auto number = [&](std::int64_t row) {
      return static_cast<std::int64_t>(named[static_cast<std::size_t>(row)]);
    };
    for (std::int64_t row = 0; row < targets.size(); ++row)
      all_named = all_named && number(row) >= 0 && number(row) < columns;
    if (!all_named) return;
    const std::int64_t block =
        std::max<std::int64_t>(1, kBlock / std::max<std::int64_t>(1, columns));
    parallel_blocks(targets.size(), block, columns, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row)
        among[row] = larger_ones(rows + row * columns, columns, number(row)) < k;
    });
  });
  return all_named;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::in_top_k_op
