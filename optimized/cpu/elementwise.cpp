#include "optimized/cpu/elementwise.h"

namespace kassay::optimized {
namespace detail {
namespace {

// The strides of an operand over the dimensions of the result: 0 along stretched ones.
std::vector<std::int64_t> broadcast_strides(const Shape& operand, const Shape& result) {
  std::vector<std::int64_t> strides(result.size(), 0);
  std::int64_t stride = 1;
  for (std::size_t back = 1; back <= operand.size(); ++back) {
    const std::int64_t size = operand[operand.size() - back];
    strides[result.size() - back] = size == 1 ? 0 : stride;
    stride *= size;
  }
  return strides;
}

}  // namespace

Rows broadcast_rows(const Shape& x, const Shape& y, const Shape& result) {
  Rows rows;
  rows.sizes = result;
  rows.strides = {broadcast_strides(x, result), broadcast_strides(y, result)};
  // Dimensions join the row, from the last one on, as long as both operands are contiguous or do
  // not move.
  while (!rows.sizes.empty()) {
    const std::int64_t size = rows.sizes.back();
    const bool first = rows.length == 1;
    bool joins = true;
    for (std::size_t k = 0; k < 2; ++k) {
      const std::int64_t stride = rows.strides[k].back();
      const bool moves = stride != 0;
      if (size == 1) continue;
      if (!first && moves != rows.moves[k]) joins = false;
      if (moves && stride != rows.length) joins = false;
    }
    if (!joins) break;
    if (size != 1) {
      for (std::size_t k = 0; k < 2; ++k) rows.moves[k] = rows.strides[k].back() != 0;
      rows.length *= size;
    }
    rows.sizes.pop_back();
    for (auto& strides : rows.strides) strides.pop_back();
  }
  return rows;
}

}  // namespace detail

}  // namespace kassay::optimized
