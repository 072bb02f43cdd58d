#include <algorithm>
#include <string>

#include "reference/graph/kernel.h"
#include "spec/lib/error.h"

namespace kassay::reference::in_top_k_op {
namespace {

// in_top_k.dtype, in_top_k.targets, in_top_k.integers
TensorType infer(const TensorType& predictions, const IntegerType& targets, std::int64_t /*k*/) {
  if (predictions.rank() != 2 || targets.rank() != 1) {
    throw ApiError(ErrorKind::kValue, "predictions of shape " + to_string(predictions.shape) +
                                          " and targets of " + to_string(targets.shape) +
                                          "; a matrix and a vector are expected");
  }
  const std::int64_t rows = predictions.shape[0];
  const std::int64_t count = targets.shape[0];
  if (rows != count && rows != kUnknown && count != kUnknown) {
    throw ApiError(ErrorKind::kValue, std::to_string(rows) + " rows of predictions for " +
                                          std::to_string(count) + " targets");
  }
  return {DType::kBool, {std::max(rows, count)}};
}

Array compute(const Array& predictions, const Array& targets, std::int64_t k) {
  Array result(targets.shape());
  for_each_index(result.shape(), [&](const Index& row) {
    const auto target = static_cast<std::int64_t>(targets[row]);
    const std::int64_t columns = predictions.shape()[1];
    if (target < 0 || target >= columns) {
      throw ApiError(ErrorKind::kValue, "the target names column " + std::to_string(target) +
                                            " of " + std::to_string(columns));
    }
    // in_top_k.ties, in_top_k.finite: only what is larger comes before
    std::int64_t larger = 0;
    for (std::int64_t column = 0; column < columns; ++column) {
      larger += predictions[{row[0], column}] > predictions[{row[0], target}] ? 1 : 0;
    }
    result[row] = larger < k ? 1 : 0;  // in_top_k.value, in_top_k.large-k, in_top_k.zero-k
  });
  return result;
}

}  // namespace

// By the signature and the pieces named below: in_top_k.predictions
Kernel kernel() { return define(infer, compute); }

}  // namespace kassay::reference::in_top_k_op
