#include "reference/ops/convolution/resizing.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

bool is_bilinear(const std::string& interpolation) {
  if (interpolation == "bilinear") return true;
  if (interpolation == "nearest") return false;
  throw ApiError(ErrorKind::kValue,
                 "unknown interpolation \"" + interpolation + "\"; it is nearest or bilinear");
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

namespace kernels {
// CLAUSES
Kernel resize_images_kernel() { return define_composite(infer, compute, expression); }
}  // namespace kernels
}  // namespace kassay::reference
