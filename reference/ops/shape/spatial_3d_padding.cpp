#include "reference/ops/shape/zero_padding.h"

namespace kassay::reference {
namespace {

using Format = std::optional<std::string>;

// spatial_3d_padding.channels-last, spatial_3d_padding.channels-first,
// spatial_3d_padding.default-format, spatial_3d_padding.unknown-format,
// spatial_3d_padding.format-case, spatial_3d_padding.rank, spatial_3d_padding.pattern
TensorType infer(const TensorType& x, const Pairs& padding, const Format& data_format,
                 const Settings& settings) {
  return {x.dtype,
          padded_shape(x.shape, spatial_zeros(3, x.rank(), padding, data_format, settings))};
}

// spatial_3d_padding.value, spatial_3d_padding.copies, spatial_3d_padding.empty
Array compute(const Array& x, const Pairs& padding, const Format& data_format,
              const Settings& settings) {
  return pad(x, spatial_zeros(3, x.rank(), padding, data_format, settings));
}

}  // namespace

namespace kernels {
Kernel spatial_3d_padding_kernel() { return define(infer, compute); }
}  // namespace kernels
}  // namespace kassay::reference
