// Convolutions and their gradients.
#include <optional>

#include "optimized/device/kernels/kernels.h"
#include "optimized/device/kernels/moves.h"
#include "optimized/geometry.h"
#include "reference/internal/window_operations.h"
#include "reference/ops/convolution/convolution.h"

namespace kassay::optimized::device {
namespace {

using reference::channels_to_last;
using reference::WindowArguments;
using Kind = Correlation::Kind;

bool serves(const Tensor& x, const Tensor& y, const Tensor& result) {
  return is_floating(x.dtype()) && x.dtype() == y.dtype() && x.dtype() == result.dtype();
}

std::byte* data(const Tensor& tensor) { return Tensor(tensor).mutable_bytes().data(); }

// Writes zeros if there are no terms. `channels`, `filters`: of images and results.
void add_correlation(Kind kind, bool is_depthwise, const Tensor& images, const Tensor& kernel,
                     const Tensor& results, std::int64_t filters, const Windows& windows,
                     Recorder& recorder) {
  const Tensor& made = kind == Kind::kForward ? results : kind == Kind::kToImages ? images : kernel;
  const bool is_empty = images.size() == 0 || kernel.size() == 0 || results.size() == 0;
  if (is_empty) return recorder.add(Zero{data(made), made.byte_size()});
  recorder.add(Correlation{kind, images.dtype(), is_depthwise, geometry_of(images, windows),
                           filters, data(images), data(kernel), data(results)});
}

bool convolve(const Tensor& x, const Tensor& kernel, const WindowArguments& arguments,
              Tensor& result, Recorder& recorder) {
  if (!serves(x, kernel, result)) return false;
  const bool first = arguments.channels_first;
  const Tensor image = image_of(x, first, recorder);
  const auto windows = reference::windows_of(image.shape(), kernel.shape(), arguments);
  store_image(result, first, recorder, [&](Tensor& out) {
    add_correlation(Kind::kForward, false, image, kernel, out, kernel.shape().back(), windows,
                    recorder);
  });
  return true;
}

bool transpose(const Tensor& x, const Tensor& kernel, const reference::BatchDimensions&,
               const WindowArguments& arguments, Tensor& result, Recorder& recorder) {
  if (!serves(x, kernel, result)) return false;
  const bool first = arguments.channels_first;
  const Tensor image = image_of(x, first, recorder);
  const Shape shape = channels_to_last(result.shape(), first);
  const auto windows = reference::windows_of(shape, kernel.shape(), arguments);
  store_image(result, first, recorder, [&](Tensor& out) {
    add_correlation(Kind::kToImages, false, out, kernel, image, image.shape().back(), windows,
                    recorder);
  });
  return true;
}

bool depthwise(const Tensor& x, const Tensor& kernel, const WindowArguments& arguments,
               Tensor& result, Recorder& recorder) {
  if (!serves(x, kernel, result)) return false;
  const bool first = arguments.channels_first;
  const Tensor image = image_of(x, first, recorder);
  const auto windows = reference::windows_of(image.shape(), kernel.shape(), arguments);
  store_image(result, first, recorder, [&](Tensor& out) {
    add_correlation(Kind::kForward, true, image, kernel, out, out.shape().back(), windows,
                    recorder);
  });
  return true;
}

bool separable(const Tensor& x, const Tensor& kernel, const Tensor& pointwise,
               const WindowArguments& arguments, Tensor& result, Recorder& recorder) {
  if (!serves(x, kernel, result) || pointwise.dtype() != x.dtype()) return false;
  const bool first = arguments.channels_first;
  const Tensor image = image_of(x, first, recorder);
  const auto windows = reference::windows_of(image.shape(), kernel.shape(), arguments);
  Shape shape = channels_to_last(result.shape(), first);
  const std::int64_t filters = shape.back();
  const std::int64_t terms = shape.back() = image.shape().back() * kernel.shape().back();
  Tensor between = recorder.scratch(x.dtype(), shape);
  add_correlation(Kind::kForward, true, image, kernel, between, terms, windows, recorder);
  store_image(result, first, recorder, [&](Tensor& out) {
    if (terms == 0) return recorder.add(Zero{data(out), out.byte_size()});
    recorder.add(Product{x.dtype(),
                         1,
                         element_count(shape) / terms,
                         terms,
                         filters,
                         {between.bytes().data(), terms, 1, 0},
                         {pointwise.bytes().data(), filters, 1, 0},
                         data(out),
                         filters,
                         0});
  });
  return true;
}

// internal.correlate and similar operations. `x`, `y`: the arguments of the operation, in its order.
template <Kind kKind, bool kDepthwise>
bool correlate(const Tensor& x, const Tensor& y, const Windows& windows, Tensor& result,
               Recorder& recorder) {
  if (!serves(x, y, result)) return false;
  const Tensor& images = kKind == Kind::kToImages ? result : x;
  const Tensor& kernel = kKind == Kind::kToKernel ? result : y;
  const Tensor& results = kKind == Kind::kForward ? result : kKind == Kind::kToImages ? x : y;
  const std::int64_t last = kernel.shape().back();
  add_correlation(kKind, kDepthwise, images, kernel, results,
                  kDepthwise ? images.shape().back() * last : last, windows, recorder);
  return true;
}

}  // namespace

const KernelTable& window_kernels() {
  static const KernelTable table = {
      {"conv1d", define(convolve)},
      {"conv2d", define(convolve)},
      {"conv2d_transpose", define(transpose)},
      {"conv3d", define(convolve)},
      {"conv3d_transpose", define(transpose)},
      {"depthwise_conv2d", define(depthwise)},
      {"internal.correlate", define(correlate<Kind::kForward, false>)},
      {"internal.correlate_to_image", define(correlate<Kind::kToImages, false>)},
      {"internal.correlate_to_kernel", define(correlate<Kind::kToKernel, false>)},
      {"internal.depthwise", define(correlate<Kind::kForward, true>)},
      {"internal.depthwise_to_image", define(correlate<Kind::kToImages, true>)},
      {"internal.depthwise_to_kernel", define(correlate<Kind::kToKernel, true>)},
      {"separable_conv1d", define(separable)},
      {"separable_conv2d", define(separable)}};
  return table;
}

}  // namespace kassay::optimized::device
