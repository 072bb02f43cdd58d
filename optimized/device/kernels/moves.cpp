#include "optimized/device/kernels/moves.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "optimized/device/kernels/lines.h"
#include "optimized/layouts.h"

namespace kassay::optimized::device {
namespace {

// The places of a path's elements in both arrays.
struct Ends {
  Layout from, to;
};

// None if there are more dimensions than a layout has.
std::optional<Ends> ends_of(const Path& path) {
  Ends ends{{.rank = 0, .start = path.x_start}, {.rank = 0, .start = path.y_start}};
  for (const auto& [size, from, to] : path.dimensions) {
    if (!add_dimension(ends.from, {size, from, 0, size}) ||
        !add_dimension(ends.to, {size, to, 0, size}))
      return std::nullopt;
  }
  return ends;
}

// None if neighbours stay neighbours, or if a matrix is so small that it fits in caches.
std::optional<Transposition> transposition_of(const Path& path) {
  const std::vector<Dimension> dimensions = merged(path.dimensions);
  const auto columns = std::ranges::find(dimensions, 1, &Dimension::from);
  const auto rows = std::ranges::find(dimensions, 1, &Dimension::to);
  if (columns == dimensions.end() || rows == dimensions.end() || columns == rows ||
      std::abs(rows->from) < 2 || rows->size * columns->size < Transposition::kElements)
    return std::nullopt;
  Path matrices = path;
  matrices.dimensions.clear();
  for (const Dimension& d : dimensions)
    if (d.from != 1 && d.to != 1) matrices.dimensions.push_back(d);
  const auto ends = ends_of(matrices);
  if (!ends) return std::nullopt;
  Transposition found{ends->from, ends->to,    rows->size, columns->size,
                      rows->from, columns->to, 0,          0};
  // If a matrix has few rows or columns, a tile covers them all.
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

bool add_move(const Tensor& x, const Path& path, Tensor& y, Recorder& recorder) {
  const auto ends = ends_of(path);
  if (!ends) return false;
  const auto transposition = transposition_of(path);
  const std::int64_t count = path.element_count();
  with_bits(x.dtype(), [&](auto sample) {
    using Bits = decltype(sample);
    if (transposition) {
      const auto matrices = count / (transposition->rows * transposition->columns);
      recorder.add(
          Rows{TransposeRows<Bits>{elements<Bits>(x), elements<Bits>(y), *transposition},
               matrices * transposition->tiles_along_row() * transposition->tiles_along_column(),
               Transposition::kElements});
    } else {
      recorder.add(
          Each{Move<Bits>{elements<Bits>(x), elements<Bits>(y), ends->from, ends->to}, count});
    }
  });
  return true;
}

void add_permutation(const Tensor& x, const std::vector<std::size_t>& order, Tensor& y,
                     Recorder& recorder) {
  const std::vector<std::int64_t> strides = strides_of(x.shape());
  Shape shape;
  std::vector<std::int64_t> x_strides;
  for (const std::size_t d : order) {
    shape.push_back(x.shape()[d]);
    x_strides.push_back(strides[d]);
  }
  add_move(x, path_to_all(shape, x_strides), y, recorder);
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
