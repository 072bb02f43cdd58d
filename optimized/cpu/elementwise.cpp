#include "optimized/cpu/elementwise.h"

#include <cstring>

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

// Joins outer dimensions if both operands go through them in even steps.
void join_outer_dimensions(Rows& rows) {
  Shape sizes;
  std::array<std::vector<std::int64_t>, 2> strides;
  for (std::size_t d = 0; d < rows.sizes.size(); ++d) {
    if (rows.sizes[d] == 1) continue;
    bool joins = !sizes.empty();
    for (std::size_t k = 0; joins && k < 2; ++k)
      joins = strides[k].back() == rows.strides[k][d] * rows.sizes[d];
    if (joins) {
      sizes.back() *= rows.sizes[d];
    } else {
      sizes.push_back(rows.sizes[d]);
    }
    for (std::size_t k = 0; k < 2; ++k) {
      if (joins) strides[k].pop_back();
      strides[k].push_back(rows.strides[k][d]);
    }
  }
  rows.sizes = std::move(sizes);
  rows.strides = std::move(strides);
}

// With shorter rows, starting a row costs more than its elements.
constexpr std::int64_t kShortRow = 256;

bool repeats(const Rows& rows, std::size_t k) {
  return rows.length > 0 && rows.length < kShortRow && rows.sizes.size() == 1 && rows.moves[0] &&
         rows.moves[1] && rows.strides[k][0] == 0 && rows.strides[1 - k][0] == rows.length;
}

}  // namespace

Tensor repeated(const Tensor& operand, const Rows& rows, std::size_t k) {
  if (!rows.repeats[k]) return operand;
  const std::int64_t times = std::min(kBlock / rows.length, rows.count());
  Tensor result = Tensor::unspecified(operand.dtype(), {times, rows.length});
  for (std::int64_t row = 0; row < times; ++row) {
    std::memcpy(result.mutable_bytes().data() + static_cast<std::size_t>(row) * operand.byte_size(),
                operand.bytes().data(), operand.byte_size());
  }
  return result;
}

Rows broadcast_rows(const Shape& x, const Shape& y, const Shape& result) {
  Rows rows;
  // Most calls are like this, and small ones would spend most of their time in the code below.
  const auto is_whole_or_one = [&](const Shape& operand) {
    return operand == result || element_count(operand) == 1;
  };
  if (element_count(result) > 1 && is_whole_or_one(x) && is_whole_or_one(y)) {
    rows.length = element_count(result);
    rows.moves = {x == result, y == result};
    return rows;
  }
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
  join_outer_dimensions(rows);
  for (std::size_t k = 0; k < 2; ++k) rows.repeats[k] = repeats(rows, k);
  return rows;
}

void compute_blocks(const Tensor& x, Tensor& result, Compute compute,
                    std::shared_ptr<const Formula> formula) {
  if (takes_notes()) {
    note({std::move(compute), {x}, {true}, std::move(formula)});
    return;
  }
  const auto from_size = static_cast<std::int64_t>(dtype_size(x.dtype()));
  const auto to_size = static_cast<std::int64_t>(dtype_size(result.dtype()));
  const std::byte* const from = x.bytes().data();
  std::byte* const to = result.mutable_bytes().data();
  parallel_blocks(x.size(), kBlock, 1, [&](std::int64_t begin, std::int64_t end) {
    const std::byte* const operand = from + begin * from_size;
    compute(&operand, to + begin * to_size, end - begin);
  });
}

void compute_rows(const Tensor& x, const Tensor& y, const Rows& rows, Tensor& result,
                  Compute compute, std::shared_ptr<const Formula> formula) {
  if (takes_notes()) {
    note({std::move(compute), {x, y}, {rows.moves[0], rows.moves[1]}, std::move(formula)});
    return;
  }
  const Tensor first = repeated(x, rows, 0), second = repeated(y, rows, 1);
  const auto from_size = static_cast<std::int64_t>(dtype_size(x.dtype()));
  const auto to_size = static_cast<std::int64_t>(dtype_size(result.dtype()));
  const std::byte* const xs = first.bytes().data();
  const std::byte* const ys = second.bytes().data();
  std::byte* const to = result.mutable_bytes().data();
  for_each_run(
      rows, result.size(),
      [&](std::int64_t x_offset, std::int64_t y_offset, std::int64_t offset, std::int64_t count) {
        const std::array operands{xs + x_offset * from_size, ys + y_offset * from_size};
        compute(operands.data(), to + offset * to_size, count);
      });
}

}  // namespace detail

}  // namespace kassay::optimized
