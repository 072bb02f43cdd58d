#include "reference/ops/shape/zero_padding.h"

#include "reference/arrays/dimension.h"
#include "reference/graph/data_format.h"
#include "spec/lib/error.h"

namespace kassay::reference {

Zeros zeros_from(const std::vector<std::int64_t>& pair) {
  if (pair.size() != 2 || pair[0] < 0 || pair[1] < 0) {
    throw mismatch(ErrorKind::kValue, "padding", "pairs (before, after) that are not negative",
                   list_of(pair));
  }
  return {pair[0], pair[1]};
}

std::vector<Zeros> spatial_zeros(std::size_t spatial, std::int64_t rank, const Pairs& padding,
                                 const std::optional<std::string>& data_format,
                                 const Settings& settings) {
  const std::size_t first = channels_first(data_format, settings) ? 2 : 1;
  if (rank != static_cast<std::int64_t>(spatial) + 2) {
    throw ApiError(ErrorKind::kValue,
                   mismatch_text("x", "a tensor of rank " + std::to_string(spatial + 2),
                                 "one of rank " + std::to_string(rank)));
  }
  if (padding.size() != spatial) {
    throw ApiError(ErrorKind::kValue, mismatch_text("padding", std::to_string(spatial) + " pairs",
                                                    std::to_string(padding.size())));
  }
  std::vector<Zeros> zeros(spatial + 2);
  for (std::size_t i = 0; i < spatial; ++i) zeros[first + i] = zeros_from(padding[i]);
  return zeros;
}

Shape padded_shape(const Shape& shape, const std::vector<Zeros>& zeros) {
  Shape result = shape;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    result[d] = add_dimensions(shape[d], add_dimensions(zeros[d].before, zeros[d].after));
  }
  return result;
}

Array pad(const Array& x, const std::vector<Zeros>& zeros) {
  Array result(padded_shape(x.shape(), zeros));
  for_each_index(x.shape(), [&](const Index& index) {
    Index to = index;
    for (std::size_t d = 0; d < to.size(); ++d) to[d] += zeros[d].before;
    result[to] = x[index];
  });
  return result;
}

}  // namespace kassay::reference
