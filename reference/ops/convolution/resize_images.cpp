#include "reference/ops/convolution/resizing.h"
#include "spec/lib/error.h"

namespace kassay::reference::resize_images_op {
namespace {

bool is_bilinear(const std::string& interpolation) {
  if (interpolation == "bilinear") return true;
  if (interpolation == "nearest") return false;
  throw mismatch(ErrorKind::kValue, "interpolation", "'nearest' or 'bilinear'", interpolation);
}

TensorType infer(const TensorType& x, std::int64_t height_factor, std::int64_t width_factor,
                 const Format& data_format, const std::string& interpolation,
                 const Settings& settings) {
  is_bilinear(interpolation);
  return resized_type(x, {height_factor, width_factor}, data_format, settings);
}

Array compute(const Array& x, std::int64_t height_factor, std::int64_t width_factor,
              const Format& data_format, const std::string& interpolation,
              const Settings& settings) {
  return is_bilinear(interpolation)
             ? interpolated(x, {height_factor, width_factor}, data_format, settings)
             : repeated(x, {height_factor, width_factor}, data_format, settings);
}

Expression expression(const Expression& x, std::int64_t height_factor, std::int64_t width_factor,
                      const Format& data_format, const std::string& interpolation,
                      const Settings& settings) {
  return is_bilinear(interpolation)
             ? interpolated(x, {height_factor, width_factor}, data_format, settings)
             : repeated(x, {height_factor, width_factor}, data_format, settings);
}

}  // namespace

// resize_images.value, resize_images.nearest, resize_images.default, resize_images.only-nearest,
// resize_images.bilinear, resize_images.bilinear-edge, resize_images.bilinear-dtype,
// resize_images.bilinear-nan, resize_images.bilinear-gradient, resize_images.one,
// resize_images.channels-last, resize_images.channels-first, resize_images.copies,
// resize_images.dtype, resize_images.empty, resize_images.format-unknown,
// resize_images.format-case, resize_images.interpolation-unknown, resize_images.factors,
// resize_images.rank
Kernel kernel() { return define_composite(infer, compute, expression); }

}  // namespace kassay::reference::resize_images_op
