#include "optimized/cpu/depthwise.h"

#include <algorithm>
#include <vector>

#include "optimized/cpu/half.h"
#include "optimized/cpu/parallel.h"
#include "optimized/cpu/vectors.h"
#include "optimized/geometry.h"

namespace kassay::optimized {
namespace {

// The windows of a line, from number `window` on.
struct Stretch {
  WindowGeometry::Line line;
  std::int64_t window;
};

// Calls visit(element, k, place) for each window element whose line of the image is this one, inside the image: its number, its number
// along the width, and its place in the first window, which may be beyond the ends of the line.
// width, and the place where the first window has it, which may be beyond the ends of the line.
template <class Visit>
void for_each_tap(const WindowGeometry& g, const Stretch& s, Visit&& visit) {
  const WindowAxis& width = g.axes[2];
  g.for_each_line_of_elements(s.line, [&](std::int64_t elements, std::int64_t pixels) {
    for (std::int64_t k = 0; k < width.size; ++k)
      visit(elements * width.size + k, k, pixels * width.places + width.place(s.window, k));
  });
}

// The number of adjacent windows whose sums stay in registers: in general, and with 3 elements in a line, if windows and elements are one
// pixel apart.
constexpr int kMany = 4, kNeighbours = 8;

template <int kWindows, int kVectors, class T>
void store_sums(const Vector<T> (&sums)[kWindows][kVectors], const WindowGeometry& g,
                std::int64_t c, T* result) {
#pragma GCC unroll 8
  for (int w = 0; w < kWindows; ++w) {
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v)
      vector_at(result + w * g.channels + c + v * kVectorLanes<T>) = sums[w][v];
  }
}

// Sums of kWindows adjacent windows for kVectors vectors of channels from channel c on. If there are several windows, all their elements
// are inside along the width.
// Bound by memory if images exceed the cache, otherwise by loads: each multiplication needs one.
template <int kWindows, int kVectors, class T>
void correlate_channels(const T* image, const T* kernel, const WindowGeometry& g, const Stretch& s,
                        std::int64_t c, T* result) {
  const WindowAxis& width = g.axes[2];
  const std::int64_t step = width.stride * g.channels;
  Vector<T> sums[kWindows][kVectors] = {};
  for_each_tap(g, s, [&](std::int64_t element, std::int64_t k, std::int64_t place) {
    if (kWindows == 1 && !width.is_inside(width.place(s.window, k))) return;
    const T* const weights = kernel + element * g.channels + c;
    const T* const pixel = image + place * g.channels + c;
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) {
      const Vector<T> weight = vector_at(weights + v * kVectorLanes<T>);
#pragma GCC unroll 4
      for (int w = 0; w < kWindows; ++w)
        sums[w][v] += vector_at(pixel + w * step + v * kVectorLanes<T>) * weight;
    }
  });
  store_sums<kWindows, kVectors>(sums, g, c, result);
}

// The same bits, for windows of kTaps elements in a line, with windows and elements one pixel apart: each pixel is loaded once for all
// windows that contain it.
// all windows that have it.
template <int kTaps, int kWindows, int kVectors, class T>
void correlate_neighbours(const T* image, const T* kernel, const WindowGeometry& g,
                          const Stretch& s, std::int64_t c, T* result) {
  const WindowAxis& width = g.axes[2];
  Vector<T> sums[kWindows][kVectors] = {};
  g.for_each_line_of_elements(s.line, [&](std::int64_t elements, std::int64_t pixels) {
    const T* const weights = kernel + elements * kTaps * g.channels + c;
    const T* const first =
        image + (pixels * width.places + width.place(s.window, 0)) * g.channels + c;
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      Vector<T> weight[kTaps];
#pragma GCC unroll 4
      for (int k = 0; k < kTaps; ++k)
        weight[k] = vector_at(weights + k * g.channels + v * kVectorLanes<T>);
#pragma GCC unroll 16
      for (int p = 0; p < kWindows + kTaps - 1; ++p) {
        const Vector<T> pixel = vector_at(first + p * g.channels + v * kVectorLanes<T>);
#pragma GCC unroll 4
        for (int k = 0; k < kTaps; ++k) {
          if (p - k >= 0 && p - k < kWindows) sums[p - k][v] += pixel * weight[k];
        }
      }
    }
  });
  store_sums<kWindows, kVectors>(sums, g, c, result);
}

template <int kWindows, class T>
void correlate_stretch(const T* image, const T* kernel, const WindowGeometry& g, const Stretch& s,
                       T* result) {
  constexpr int kTaps = 3, kMost = static_cast<int>(kVectorRegisters) / 2;
  constexpr int kVectors = kWindows == 1 ? kMost / 2 : kMost / kWindows;
  constexpr std::int64_t kLanes = kVectorLanes<T>;
  std::int64_t c = 0;
  if constexpr (kWindows == kNeighbours) {
    for (; c + kVectors * kLanes <= g.channels; c += kVectors * kLanes)
      correlate_neighbours<kTaps, kWindows, kVectors>(image, kernel, g, s, c, result);
    for (; c + kLanes <= g.channels; c += kLanes)
      correlate_neighbours<kTaps, kWindows, 1>(image, kernel, g, s, c, result);
  } else {
    for (; c + kVectors * kLanes <= g.channels; c += kVectors * kLanes)
      correlate_channels<kWindows, kVectors>(image, kernel, g, s, c, result);
    for (; c + kLanes <= g.channels; c += kLanes)
      correlate_channels<kWindows, 1>(image, kernel, g, s, c, result);
  }
  const WindowAxis& width = g.axes[2];
  for (; c < g.channels; ++c) {
    T sums[kWindows] = {};
    for_each_tap(g, s, [&](std::int64_t element, std::int64_t k, std::int64_t place) {
      if (kWindows == 1 && !width.is_inside(width.place(s.window, k))) return;
      const T weight = kernel[element * g.channels + c];
      const T* pixel = image + place * g.channels + c;
      for (std::int64_t w = 0; w < kWindows; ++w)
        sums[w] += pixel[w * width.stride * g.channels] * weight;
    });
    for (std::int64_t w = 0; w < kWindows; ++w) result[w * g.channels + c] = sums[w];
  }
}

// Sums of one window, for any number of filters per channel.
template <class T>
void correlate_window(const T* image, const T* kernel, const WindowGeometry& g, const Stretch& s,
                      std::int64_t multiplier, T* sum) {
  const WindowAxis& width = g.axes[2];
  const std::int64_t filters = g.channels * multiplier;
  std::fill_n(sum, filters, T{0});
  for_each_tap(g, s, [&](std::int64_t element, std::int64_t k, std::int64_t place) {
    if (!width.is_inside(width.place(s.window, k))) return;
    const T* pixel = image + place * g.channels;
    const T* weight = kernel + element * filters;
    for (std::int64_t c = 0; c < g.channels; ++c) {
      const T x = pixel[c];
      for (std::int64_t m = c * multiplier; m < (c + 1) * multiplier; ++m) sum[m] += x * weight[m];
    }
  });
}

template <class T>
void correlate_line(const T* image, const T* kernel, const WindowGeometry& g, Stretch s,
                    std::int64_t multiplier, T* result) {
  const WindowAxis& width = g.axes[2];
  if (multiplier != 1) {
    for (; s.window < width.count; ++s.window) {
      T* const sum = result + s.window * g.channels * multiplier;
      correlate_window(image, kernel, g, s, multiplier, sum);
    }
    return;
  }
  // The windows with all elements inside the image.
  const WindowRange whole = windows_inside(width);
  const bool are_neighbours = width.size == 3 && width.stride == 1 && width.dilation == 1;
  const std::int64_t inside = whole.end - whole.begin;
  const std::int64_t many = are_neighbours && inside >= kNeighbours ? kNeighbours
                            : inside >= kMany                       ? kMany
                                                                    : 1;
  for (std::int64_t window = 0; window < width.count;) {
    const bool is_inside = window >= whole.begin && window < whole.end;
    const std::int64_t count = is_inside ? many : 1;
    // The last windows are computed together with some before them.
    s.window = is_inside ? std::min(window, whole.end - count) : window;
    T* const sums = result + s.window * g.channels;
    if (count == kNeighbours) {
      correlate_stretch<kNeighbours>(image, kernel, g, s, sums);
    } else if (count == kMany) {
      correlate_stretch<kMany>(image, kernel, g, s, sums);
    } else {
      correlate_stretch<1>(image, kernel, g, s, sums);
    }
    window = s.window + count;
  }
}

// Adds to a line of the image what one line of windows contributes through one line of the kernel.
template <class T>
void add_line_back(const T* y, const T* kernel, const WindowGeometry& g, std::int64_t multiplier,
                   T* result) {
  const WindowAxis& width = g.axes[2];
  const std::int64_t filters = g.channels * multiplier;
  for (std::int64_t k = 0; k < width.size; ++k, kernel += filters) {
    const WindowRange windows = windows_inside(width, k);
    for (std::int64_t w = windows.begin; w < windows.end; ++w) {
      const T* const product = y + w * filters;
      T* const pixel = result + width.place(w, k) * g.channels;
      if (multiplier == 1) {
#pragma omp simd
        for (std::int64_t c = 0; c < filters; ++c) pixel[c] += product[c] * kernel[c];
        continue;
      }
      for (std::int64_t c = 0; c < g.channels; ++c) {
        for (std::int64_t m = c * multiplier; m < (c + 1) * multiplier; ++m)
          pixel[c] += product[m] * kernel[m];
      }
    }
  }
}

// Adds to `sum` the products of a line of the image with one of y along these windows, for kVectors vectors of channels.
template <int kVectors, class T>
void add_products(const T* image, const T* y, const WindowGeometry& g, std::int64_t windows,
                  T* sum) {
  const std::int64_t step = g.axes[2].stride * g.channels;
  Vector<T> sums[kVectors] = {};
  for (std::int64_t w = 0; w < windows; ++w, image += step, y += g.channels) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v)
      sums[v] += vector_at(image + v * kVectorLanes<T>) * vector_at(y + v * kVectorLanes<T>);
  }
#pragma GCC unroll 4
  for (int v = 0; v < kVectors; ++v) vector_at(sum + v * kVectorLanes<T>) += sums[v];
}

// The same for one line of the kernel and all channels.
template <class T>
void add_line_to_kernel(const T* image, const T* y, const WindowGeometry& g,
                        std::int64_t multiplier, T* sum) {
  constexpr int kVectors = 4;
  const WindowAxis& width = g.axes[2];
  const std::int64_t filters = g.channels * multiplier;
  for (std::int64_t k = 0; k < width.size; ++k, sum += filters) {
    const WindowRange windows = windows_inside(width, k);
    if (windows.begin >= windows.end) continue;
    const std::int64_t count = windows.end - windows.begin, step = width.stride * g.channels;
    const T* const pixels = image + width.place(windows.begin, k) * g.channels;
    const T* const products = y + windows.begin * filters;
    std::int64_t c = 0;
    if (multiplier == 1) {
      for (; c + kVectors * kVectorLanes<T> <= g.channels; c += kVectors * kVectorLanes<T>)
        add_products<kVectors>(pixels + c, products + c, g, count, sum + c);
      for (; c + kVectorLanes<T> <= g.channels; c += kVectorLanes<T>)
        add_products<1>(pixels + c, products + c, g, count, sum + c);
    }
    for (; c < g.channels; ++c) {
      for (std::int64_t m = c * multiplier; m < (c + 1) * multiplier; ++m) {
        T total = 0;
        for (std::int64_t w = 0; w < count; ++w)
          total += pixels[w * step + c] * products[w * filters + m];
        sum[m] += total;
      }
    }
  }
}

}  // namespace

void correlate_depthwise(const Tensor& image, const Tensor& kernel, const Windows& windows,
                         Tensor& result) {
  const WindowGeometry g = geometry_of(image, windows);
  const auto& [depth, height, width] = g.axes;
  const std::int64_t multiplier = kernel.shape().back();
  const std::int64_t length = width.count * g.channels * multiplier;
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* const pixels = image.data<T>().data();
    const T* const weights = kernel.data<T>().data();
    T* const sums = result.mutable_data<T>().data();
    parallel_blocks(g.samples * depth.count * height.count, 1, g.elements() * length,
                    [&](std::int64_t line, std::int64_t) {
                      correlate_line(pixels, weights, g, {g.line_of_windows(line), 0}, multiplier,
                                     sums + line * length);
                    });
  });
}

void correlate_depthwise_to_image(const Tensor& y, const Tensor& kernel, const Windows& windows,
                                  Tensor& result) {
  const WindowGeometry g = geometry_of(result, windows);
  const auto& [depth, height, width] = g.axes;
  const std::int64_t multiplier = kernel.shape().back();
  const std::int64_t filters = g.channels * multiplier, length = width.places * g.channels;
  with_float_type(y.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* const products = y.data<T>().data();
    const T* const weights = kernel.data<T>().data();
    T* const sums = result.mutable_data<T>().data();
    parallel_blocks(g.samples * depth.places * height.places, 1, g.elements() * length * multiplier,
                    [&](std::int64_t line, std::int64_t) {
                      T* const sum = sums + line * length;
                      std::fill_n(sum, length, T{0});
                      g.for_each_line_of_windows(
                          g.line_of_pixels(line), [&](std::int64_t elements, std::int64_t windows) {
                            add_line_back(products + windows * width.count * filters,
                                          weights + elements * width.size * filters, g, multiplier,
                                          sum);
                          });
                    });
  });
}

void correlate_depthwise_to_kernel(const Tensor& image, const Tensor& y, const Windows& windows,
                                   Tensor& result) {
  const WindowGeometry g = geometry_of(image, windows);
  const auto& [depth, height, width] = g.axes;
  const std::int64_t multiplier = result.shape().back(), filters = g.channels * multiplier;
  const std::int64_t lines = g.samples * depth.count * height.count;
  const std::int64_t size = g.elements() * filters;
  // The sums of the parts are added in order.
  constexpr std::int64_t kParts = 32;
  const std::int64_t part = (lines + kParts - 1) / kParts;
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* const pixels = image.data<T>().data();
    const T* const products = y.data<T>().data();
    std::vector<T> sums(static_cast<std::size_t>(kParts * size), T{0});
    parallel_blocks(lines, std::max<std::int64_t>(1, part), width.count * size,
                    [&](std::int64_t begin, std::int64_t end) {
                      T* const sum = sums.data() + begin / part * size;
                      for (std::int64_t line = begin; line < end; ++line) {
                        g.for_each_line_of_elements(
                            g.line_of_windows(line), [&](std::int64_t elements, std::int64_t seen) {
                              add_line_to_kernel(pixels + seen * width.places * g.channels,
                                                 products + line * width.count * filters, g,
                                                 multiplier, sum + elements * width.size * filters);
                            });
                      }
                    });
    T* const total = result.mutable_data<T>().data();
    std::fill_n(total, size, T{0});
    for (std::int64_t p = 0; p < kParts; ++p) {
      for (std::int64_t e = 0; e < size; ++e)
        total[e] += sums[static_cast<std::size_t>(p * size + e)];
    }
  });
}

}  // namespace kassay::optimized
