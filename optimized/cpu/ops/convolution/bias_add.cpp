#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"
#include "reference/graph/data_format.h"

namespace kassay::optimized::bias_add_op {
namespace {

using reference::Format;
using reference::Settings;

// The shape in which the bias broadcasts against x of that rank.
Shape placed(const Shape& bias, std::int64_t rank, bool first) {
  if (rank == 1) return bias;
  Shape shape(static_cast<std::size_t>(rank), 1);
  const auto places = shape.begin() + (first ? 2 : 1);
  if (bias.size() > 1) std::copy(bias.begin(), bias.end() - 1, places);
  shape[first ? 1 : shape.size() - 1] = bias.back();
  return shape;
}

// Bound by memory.
bool compute(const Tensor& x, const Tensor& bias, const Format& data_format,
             const Settings& settings, Tensor& result) {
  const bool first = reference::channels_first(data_format, settings);
  return binary(x, bias.reshaped(placed(bias.shape(), x.rank(), first)), result,
                [](auto a, auto b) { return a + b; });
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::bias_add_op
