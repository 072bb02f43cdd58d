#include "optimized/cpu/convolution.h"

#include "optimized/cpu/depthwise.h"
#include "optimized/cpu/matrix_product.h"
#include "optimized/cpu/plane_product.h"
#include "optimized/cpu/window_product.h"

namespace kassay::optimized {
namespace {

using reference::windows_of;

bool serves(const Tensor& x, const Tensor& kernel) { return multiplies(x.dtype(), kernel.dtype()); }

using OnWindows = void (*)(const Tensor& image, const Tensor& kernel, const Windows& windows,
                           Tensor& result);

bool on_windows(OnWindows compute, const Tensor& x, const Tensor& kernel,
                const WindowArguments& arguments, Tensor& result) {
  if (!serves(x, kernel)) return false;
  const bool first = arguments.channels_first;
  const Tensor image = image_of(x, first);
  const Windows windows = windows_of(image.shape(), kernel.shape(), arguments);
  store_image(result, first,
              [&](Tensor& out) { compute(image, computable(kernel), windows, out); });
  return true;
}

}  // namespace

bool convolve(const Tensor& x, const Tensor& kernel, const WindowArguments& arguments,
              Tensor& result) {
  if (serves(x, kernel) && arguments.channels_first) {
    const Shape shape = reference::channels_to_last(x.shape(), true);
    const Windows windows = windows_of(shape, kernel.shape(), arguments);
    const auto compute = [&](const Tensor& image, const Tensor& weights, Tensor& out) {
      correlate_planes(image, weights, windows, out);
    };
    compute_wide(result, compute, x, kernel);
    return true;
  }
  return on_windows(correlate, x, kernel, arguments, result);
}

bool convolve_depthwise(const Tensor& x, const Tensor& kernel, const WindowArguments& arguments,
                        Tensor& result) {
  return on_windows(correlate_depthwise, x, kernel, arguments, result);
}

bool convolve_transposed(const Tensor& x, const Tensor& kernel, const reference::BatchDimensions&,
                         const WindowArguments& arguments, Tensor& result) {
  if (!serves(x, kernel)) return false;
  const bool first = arguments.channels_first;
  const Tensor image = image_of(x, first);
  const Shape shape = reference::channels_to_last(result.shape(), first);
  const Windows windows = windows_of(shape, kernel.shape(), arguments);
  store_image(result, first,
              [&](Tensor& out) { correlate_to_image(image, computable(kernel), windows, out); });
  return true;
}

bool convolve_separable(const Tensor& x, const Tensor& kernel, const Tensor& pointwise,
                        const WindowArguments& arguments, Tensor& result) {
  if (!serves(x, kernel) || !serves(x, pointwise)) return false;
  const bool first = arguments.channels_first;
  const Tensor image = image_of(x, first);
  const Windows windows = windows_of(image.shape(), kernel.shape(), arguments);
  Shape shape = reference::channels_to_last(result.shape(), first);
  const std::int64_t filters = shape.back();
  shape.back() = image.shape().back() * kernel.shape().back();
  Tensor between = Tensor::unspecified(image.dtype(), shape);
  correlate_depthwise(image, computable(kernel), windows, between);
  const std::int64_t rows = element_count(Shape(shape.begin(), shape.end() - 1));
  const std::int64_t terms = shape.back();
  store_image(result, first, [&](Tensor& out) {
    multiply(between, {0, rows, terms, terms, false}, computable(pointwise),
             {0, terms, filters, filters, false}, out, 0, filters);
  });
  return true;
}

bool convolve_locally(const Tensor& x, const Tensor& kernel, const Integers& kernel_size,
                      const Integers& strides, bool first, Tensor& result) {
  if (!serves(x, kernel)) return false;
  const Tensor image = image_of(x, first);
  const Windows windows =
      reference::local_windows(image.shape(), kernel.shape(), kernel_size, strides);
  const auto features =
      first ? reference::Features::kChannelsFirst : reference::Features::kChannelsLast;
  store_image(result, first, [&](Tensor& out) {
    correlate_locally(image, computable(kernel), windows, features, out);
  });
  return true;
}

bool pool_images(const Tensor& x, const Integers& pool_size, const WindowArguments& arguments,
                 reference::PoolMode mode, Tensor& result) {
  if (!is_floating(x.dtype())) return false;
  const bool first = arguments.channels_first;
  const Windows windows =
      windows_of(reference::channels_to_last(x.shape(), first), pool_size, arguments);
  const auto compute = [&](const Tensor& image, Tensor& out) {
    pool(image, first, windows, mode, out);
  };
  compute_wide(result, compute, x);
  return true;
}

}  // namespace kassay::optimized
