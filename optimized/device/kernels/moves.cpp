#include "optimized/device/kernels/moves.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "optimized/device/kernels/lines.h"

namespace kassay::optimized::device {
namespace {

// Of a move: how far apart neighbours are in the arrays.
struct Dimension {
  std::int64_t size, from, to;
};

// The innermost first; one together with its neighbour where they are one dimension of both arrays. None if the move writes zeros.
std::vector<Dimension> dimensions_of(const Spread& from, const Spread& to) {
  std::vector<Dimension> dimensions;
  std::int64_t stride = 1;  // without a spread
  for (int d = from.rank - 1; d >= 0; --d) {
    if (from.begins[d] != 0 || from.ends[d] != from.sizes[d]) return {};
    const Dimension outer{from.sizes[d], from.strides[d], to.rank < 0 ? stride : to.strides[d]};
    stride *= outer.size;
    if (!dimensions.empty()) {
      Dimension& inner = dimensions.back();
      if (outer.from == inner.size * inner.from && outer.to == inner.size * inner.to) {
        inner.size *= outer.size;
        continue;
      }
    }
    dimensions.push_back(outer);
  }
  return dimensions;
}

// None where neighbours stay neighbours, or where a matrix is so small that caches hold it.
std::optional<Transposition> transposition_of(const Spread& from, const Spread& to) {
  const std::vector<Dimension> dimensions = dimensions_of(from, to);
  const auto columns =
      std::ranges::find_if(dimensions, [](const Dimension& d) { return d.from == 1; });
  const auto rows = std::ranges::find_if(dimensions, [](const Dimension& d) { return d.to == 1; });
  if (columns == dimensions.end() || rows == dimensions.end() || columns == rows ||
      std::abs(rows->from) < 2 || rows->size * columns->size < Transposition::kElements)
    return std::nullopt;
  Transposition found{{}, {}, rows->size, columns->size, rows->from, columns->to, 0, 0};
  found.from.rank = found.to.rank = 0;
  found.from.start = from.start;
  found.to.start = to.start;
  for (auto d = dimensions.rbegin(); d != dimensions.rend(); ++d) {
    if (d->from == 1 || d->to == 1) continue;
    extend(found.from, d->size, d->from);
    extend(found.to, d->size, d->to);
  }
  // Of a matrix with few rows or columns, a tile has all of them.
  constexpr auto bits_of = [](std::int64_t least) {
    return std::bit_width(static_cast<std::uint64_t>(least - 1));
  };
  constexpr int kBits = bits_of(Transposition::kElements), kMost = bits_of(Transposition::kSide);
  const int row_bits = bits_of(found.rows), column_bits = bits_of(found.columns);
  found.tile_rows_bits =
      column_bits < kMost ? kBits - column_bits : std::min(row_bits, kBits - kMost);
  found.tile_columns_bits = kBits - found.tile_rows_bits;
  return found;
}

}  // namespace

std::vector<std::int64_t> strides_in(const Shape& shape) {
  std::vector<std::int64_t> strides(shape.size(), 1);
  for (std::size_t d = shape.size(); d > 1; --d) strides[d - 2] = strides[d - 1] * shape[d - 1];
  return strides;
}

bool extend(Spread& spread, std::int64_t size, std::int64_t stride) {
  if (spread.rank < 0) spread.rank = 0;
  if (size == 1) return true;
  if (spread.rank == Spread::kMostDimensions) return false;
  const int d = spread.rank++;
  spread.sizes[d] = spread.ends[d] = size;
  spread.strides[d] = stride;
  return true;
}

void add_move(const Tensor& x, const Spread& from, const Spread& to, std::int64_t count, Tensor& y,
              Recorder& recorder) {
  const auto transposition = transposition_of(from, to);
  with_bits(x.dtype(), [&](auto sample) {
    using Bits = decltype(sample);
    if (transposition) {
      const auto matrices = count / (transposition->rows * transposition->columns);
      recorder.add(
          Rows{TransposeRows<Bits>{elements<Bits>(x), elements<Bits>(y), *transposition},
               matrices * transposition->tiles_along_row() * transposition->tiles_along_column(),
               Transposition::kElements});
    } else {
      recorder.add(Each{Move<Bits>{elements<Bits>(x), elements<Bits>(y), from, to}, count});
    }
  });
}

void add_permutation(const Tensor& x, const std::vector<std::size_t>& order, Tensor& y,
                     Recorder& recorder) {
  const std::vector<std::int64_t> strides = strides_in(x.shape());
  Spread from;
  for (const std::size_t d : order) extend(from, x.shape()[d], strides[d]);
  add_move(x, from, {}, y.size(), y, recorder);
}

Tensor image_of(const Tensor& x, bool first, Recorder& recorder) {
  if (!first) return x;
  Tensor image = recorder.scratch(x.dtype(), reference::channels_to_last(x.shape(), true));
  std::vector<std::size_t> order{0};
  for (std::size_t d = 2; d < x.shape().size(); ++d) order.push_back(d);
  order.push_back(1);
  add_permutation(x, order, image, recorder);
  return image;
}

void add_channels_to_first(const Tensor& image, Tensor& result, Recorder& recorder) {
  std::vector<std::size_t> order{0, image.shape().size() - 1};
  for (std::size_t d = 1; d + 1 < image.shape().size(); ++d) order.push_back(d);
  add_permutation(image, order, result, recorder);
}

}  // namespace kassay::optimized::device
