#include "optimized/device/kernels/moves.h"

#include "optimized/device/kernels/lines.h"

namespace kassay::optimized::device {

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

void add_move(const Tensor& x, const Spread& from, Tensor& y, Recorder& recorder) {
  with_bits(x.dtype(), [&](auto sample) {
    using Bits = decltype(sample);
    recorder.add(Each{Move<Bits>{elements<Bits>(x), elements<Bits>(y), from, {}}, y.size()});
  });
}

void add_permutation(const Tensor& x, const std::vector<std::size_t>& order, Tensor& y,
                     Recorder& recorder) {
  const std::vector<std::int64_t> strides = strides_in(x.shape());
  Spread from;
  for (const std::size_t d : order) extend(from, x.shape()[d], strides[d]);
  add_move(x, from, y, recorder);
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
