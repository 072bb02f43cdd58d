#include "reference/ops/convolution/resizing.h"

namespace kassay::reference::resize_volumes_op {
namespace {

TensorType infer(const TensorType& x, std::int64_t depth_factor, std::int64_t height_factor,
                 std::int64_t width_factor, const Format& data_format, const Settings& settings) {
  return resized_type(x, {depth_factor, height_factor, width_factor}, data_format, settings);
}

Array compute(const Array& x, std::int64_t depth_factor, std::int64_t height_factor,
              std::int64_t width_factor, const Format& data_format, const Settings& settings) {
  return repeated(x, {depth_factor, height_factor, width_factor}, data_format, settings);
}

}  // namespace

// resize_volumes.value, resize_volumes.nearest, resize_volumes.names, resize_volumes.one,
// resize_volumes.channels-last, resize_volumes.channels-first, resize_volumes.copies,
// resize_volumes.dtype, resize_volumes.unknown, resize_volumes.empty,
// resize_volumes.format-unknown, resize_volumes.format-case, resize_volumes.factors,
// resize_volumes.rank
Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::resize_volumes_op
