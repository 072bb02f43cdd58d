// Joins tensors along an axis.
#include "optimized/device/kernels/kernels.h"
#include "optimized/device/kernels/moves.h"

namespace kassay::optimized::device {
namespace {

// Joins along an axis of the result, which the tensors need not have. From this axis on, the result consists of rows; each tensor fills a
// part of every row.
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
    const Path path{{{rows, length, result.size() / rows}, {length, 1, 1}}, 0, place};
    if (!add_move(x, path, result, recorder)) return false;
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
