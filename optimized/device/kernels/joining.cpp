// Tensors side by side.
#include "optimized/device/kernels/kernels.h"
#include "optimized/device/kernels/lines.h"

namespace kassay::optimized::device {
namespace {

// Along the axis of the result, which the tensors need not have. What is beyond it makes rows, of which each tensor has a part.
bool join(const std::vector<Tensor>& tensors, std::int64_t axis, Tensor& result,
          Recorder& recorder) {
  const auto along = static_cast<std::ptrdiff_t>(reference::normalize_axis(axis, result.rank()));
  const Shape& shape = result.shape();
  const std::int64_t rows = element_count(Shape(shape.begin(), shape.begin() + along));
  if (result.size() == 0) return true;
  std::int64_t place = 0;
  for (const Tensor& x : tensors) {
    if (x.dtype() != result.dtype()) return false;
    const std::int64_t length = x.size() / rows;
    with_number(x.dtype(), [&](auto sample) {
      using Bits = BitsOf<decltype(sample)>;
      recorder.add(Each{Move<Bits>{elements<Bits>(x),
                                   elements<Bits>(result),
                                   {},
                                   {.rank = 2,
                                    .start = place,
                                    .sizes = {rows, length},
                                    .strides = {result.size() / rows, 1},
                                    .ends = {rows, length}}},
                        x.size()});
    });
    place += length;
  }
  return true;
}

}  // namespace

const KernelTable& joining_kernels() {
  static const KernelTable table = {{"concatenate", define(join)}, {"stack", define(join)}};
  return table;
}

}  // namespace kassay::optimized::device
