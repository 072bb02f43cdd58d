// Pooling and local layers, and the operations that their gradients consist of: elements in windows of images, and the way back.
#include <string>

#include "optimized/device/kernels/kernels.h"
#include "optimized/device/kernels/lines.h"
#include "optimized/device/kernels/moves.h"
#include "optimized/geometry.h"
#include "reference/internal/window_operations.h"
#include "reference/ops/convolution/local_convolution.h"
#include "reference/ops/convolution/pooling.h"

namespace kassay::optimized::device {
namespace {

using reference::Format;
using reference::Integers;
using reference::PoolMode;
using reference::Settings;
using reference::WindowArguments;
// Records the body for each element of the result: Body<T>{x, result, geometry}.
template <template <class> class BodyOf>
bool add_windows_body(const Tensor& x, Tensor& result, const WindowGeometry& geometry,
                      std::int64_t count, Recorder& recorder) {
  if (x.dtype() != result.dtype()) return false;
  return with_float(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    recorder.add(Each{BodyOf<T>{elements<T>(x), elements<T>(result), geometry}, count});
  });
}

bool pool(const Tensor& x, const Integers& pool_size, const WindowArguments& arguments,
          PoolMode mode, Tensor& result, Recorder& recorder) {
  const bool first = arguments.channels_first;
  const Shape image = reference::channels_to_last(x.shape(), first);
  // If the channels come first, each channel is an image with one channel.
  const WindowGeometry geometry =
      geometry_of(reference::windows_of(image, pool_size, arguments),
                  image.front() * (first ? image.back() : 1), first ? 1 : image.back());
  return mode == PoolMode::kMax
             ? add_windows_body<PoolLargest>(x, result, geometry, result.size(), recorder)
             : add_windows_body<PoolAverage>(x, result, geometry, result.size(), recorder);
}

void add_windows(const Tensor& x, const WindowGeometry& geometry, Tensor& seen,
                 Recorder& recorder) {
  with_bits(x.dtype(), [&](auto sample) {
    using Bits = decltype(sample);
    recorder.add(
        Each{SeeWindows<Bits>{elements<Bits>(x), elements<Bits>(seen), geometry}, seen.size()});
  });
}

bool see_windows(const Tensor& x, const Windows& windows, Tensor& result, Recorder& recorder) {
  add_windows(x, geometry_of(x, windows), result, recorder);
  return true;
}

bool bring_windows_back(const Tensor& x, const Windows& windows, const Tensor& g, std::int64_t,
                        Tensor& result, Recorder& recorder) {
  return add_windows_body<BringWindowsBack>(g, result, geometry_of(x, windows), result.size(),
                                            recorder);
}

// The number of windows times the number of channels.
std::int64_t count_windows(const Tensor& x, const Windows& windows) {
  return x.shape().front() * element_count(reference::counts(windows)) * x.shape().back();
}

bool mark_first_maxima(const Tensor& x, const Windows& windows, Tensor& result,
                       Recorder& recorder) {
  return add_windows_body<MarkFirstMaxima>(x, result, geometry_of(x, windows),
                                           count_windows(x, windows), recorder);
}

bool bring_first_maxima_back(const Tensor& x, const Tensor& g, const Windows& windows,
                             Tensor& result, Recorder& recorder) {
  if (x.dtype() != g.dtype() || x.dtype() != result.dtype()) return false;
  const WindowGeometry geometry = geometry_of(x, windows);
  Tensor first = recorder.scratch(DType::kInt64, {count_windows(x, windows)});
  return with_float(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    auto* const places = elements<long long>(first);
    recorder.add(Each{FindFirstMaxima<T>{elements<T>(x), places, geometry}, first.size()});
    recorder.add(
        Each{BringFirstMaximaBack<T>{elements<T>(g), places, elements<T>(result), geometry},
             result.size()});
  });
}

// The elements in the windows, as (samples, windows, features), times the kernel of each window. If the channels come first in x, they come
// first among the features, too.
bool convolve_locally(const Tensor& x, const Tensor& kernel, const Integers& kernel_size,
                      const Integers& strides, bool first, Tensor& result, Recorder& recorder) {
  if (!is_floating(x.dtype()) || x.dtype() != kernel.dtype() || x.dtype() != result.dtype())
    return false;
  const Shape image = reference::channels_to_last(x.shape(), first);
  const Windows windows = reference::local_windows(image, kernel.shape(), kernel_size, strides);
  const std::int64_t samples = image.front(), channels = image.back();
  const std::int64_t places = element_count(reference::counts(windows));
  const std::int64_t size = element_count(reference::sizes(windows)), features = size * channels;
  const std::int64_t filters = kernel.shape().back();
  store_image(result, first, recorder, [&](Tensor& out) {
    if (features == 0) {
      recorder.add(Zero{out.mutable_bytes().data(), out.byte_size()});
      return;
    }
    Tensor seen = recorder.scratch(x.dtype(), {samples, places, features});
    if (first) {
      Tensor by_channel = recorder.scratch(x.dtype(), {samples, channels, places, size});
      add_windows(x, geometry_of(windows, samples * channels, 1), by_channel, recorder);
      add_permutation(by_channel, {0, 2, 1, 3}, seen, recorder);
    } else {
      add_windows(x, geometry_of(windows, samples, channels), seen, recorder);
    }
    recorder.add(Product{x.dtype(),
                         places,
                         samples,
                         features,
                         filters,
                         {seen.bytes().data(), places * features, 1, features},
                         {kernel.bytes().data(), filters, 1, features * filters},
                         out.mutable_bytes().data(),
                         places * filters,
                         filters});
  });
  return true;
}

// It ignores the data format.
bool local_conv1d(const Tensor& inputs, const Tensor& kernel, const Integers& kernel_size,
                  const Integers& strides, const Format&, Tensor& result, Recorder& recorder) {
  return convolve_locally(inputs, kernel, kernel_size, strides, false, result, recorder);
}

bool local_conv2d(const Tensor& inputs, const Tensor& kernel, const Integers& kernel_size,
                  const Integers& strides, const reference::Dimensions&, const Format& data_format,
                  const Settings& settings, Tensor& result, Recorder& recorder) {
  return convolve_locally(inputs, kernel, kernel_size, strides,
                          reference::channels_first(data_format, settings), result, recorder);
}

}  // namespace

const KernelTable& pooling_kernels() {
  static const KernelTable table = {{"internal.first_maximum", define(mark_first_maxima)},
                                    {"internal.to_first_maximum", define(bring_first_maxima_back)},
                                    {"internal.windows", define(see_windows)},
                                    {"local_conv1d", define(local_conv1d)},
                                    {"local_conv2d", define(local_conv2d)},
                                    {"move_back.internal.windows", define(bring_windows_back)},
                                    {"pool2d", define(pool)},
                                    {"pool3d", define(pool)}};
  return table;
}

}  // namespace kassay::optimized::device
