#include "optimized/cpu/windows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "optimized/cpu/half.h"
#include "optimized/cpu/matrix_product.h"
#include "optimized/cpu/parallel.h"

namespace kassay::optimized {
namespace {

using reference::WindowAxis;

// The rows of windows for one matrix product take at most this much memory, which stays in the
// second-level cache.
constexpr std::int64_t kRowsBytes = std::int64_t{512} << 10;
// Side of the squares in which dimensions are swapped, so that both sides stay in the cache.
constexpr std::int64_t kTile = 32;

// Treats one, two or three spatial dimensions as three; the first ones have size 1.
struct Geometry {
  std::array<WindowAxis, 3> axes{WindowAxis{1, 1, 1, 1, 0, 1}, WindowAxis{1, 1, 1, 1, 0, 1},
                                 WindowAxis{1, 1, 1, 1, 0, 1}};
  std::int64_t samples;
  std::int64_t channels;

  Geometry(const Windows& windows, std::int64_t samples_, std::int64_t channels_)
      : samples(samples_), channels(channels_) {
    std::ranges::copy(windows, axes.end() - static_cast<std::ptrdiff_t>(windows.size()));
  }

  std::int64_t windows() const { return axes[0].count * axes[1].count * axes[2].count; }
  std::int64_t elements() const { return axes[0].size * axes[1].size * axes[2].size; }
  std::int64_t places() const { return axes[0].places * axes[1].places * axes[2].places; }
};

struct Position {
  std::int64_t sample;
  std::array<std::int64_t, 3> at;
};
Position position(std::int64_t number, std::int64_t d1, std::int64_t d2, std::int64_t d3) {
  return {number / (d1 * d2 * d3), {number / (d2 * d3) % d1, number / d3 % d2, number % d3}};
}
Position window_number(const Geometry& g, std::int64_t number) {
  return position(number, g.axes[0].count, g.axes[1].count, g.axes[2].count);
}

// Calls visit(element, place) with offsets in the window and among the places of a sample, in
// row-major order, for each element of a window that is inside.
template <class Visit>
void for_each_element(const Geometry& g, const std::array<std::int64_t, 3>& at, Visit&& visit) {
  const auto& [depth, height, width] = g.axes;
  for (std::int64_t i = 0; i < depth.size; ++i) {
    const std::int64_t z = depth.place(at[0], i);
    if (!depth.is_inside(z)) continue;
    for (std::int64_t j = 0; j < height.size; ++j) {
      const std::int64_t y = height.place(at[1], j);
      if (!height.is_inside(y)) continue;
      for (std::int64_t k = 0; k < width.size; ++k) {
        const std::int64_t x = width.place(at[2], k);
        if (!width.is_inside(x)) continue;
        visit((i * height.size + j) * width.size + k, (z * height.places + y) * width.places + x);
      }
    }
  }
}

// Whether the window touches no padding.
bool is_inside(const Geometry& g, const std::array<std::int64_t, 3>& at) {
  for (std::size_t d = 0; d < 3; ++d) {
    const WindowAxis& axis = g.axes[d];
    if (!axis.is_inside(axis.place(at[d], 0)) || !axis.is_inside(axis.place(at[d], axis.size - 1)))
      return false;
  }
  return true;
}

// The window in which the place is that element; -1 if there is none.
std::int64_t window_at(const WindowAxis& axis, std::int64_t place, std::int64_t element) {
  const std::int64_t start = place + axis.before - element * axis.dilation;
  if (start < 0 || start % axis.stride != 0 || start / axis.stride >= axis.count) return -1;
  return start / axis.stride;
}

// Calls visit(window, element) with offsets, for each window of a sample that covers the place.
template <class Visit>
void for_each_window(const Geometry& g, const std::array<std::int64_t, 3>& place, Visit&& visit) {
  const auto& [depth, height, width] = g.axes;
  for (std::int64_t i = 0; i < depth.size; ++i) {
    const std::int64_t z = window_at(depth, place[0], i);
    if (z < 0) continue;
    for (std::int64_t j = 0; j < height.size; ++j) {
      const std::int64_t y = window_at(height, place[1], j);
      if (y < 0) continue;
      for (std::int64_t k = 0; k < width.size; ++k) {
        const std::int64_t x = window_at(width, place[2], k);
        if (x < 0) continue;
        visit((z * height.count + y) * width.count + x, (i * height.size + j) * width.size + k);
      }
    }
  }
}

// (samples, rows, columns) to (samples, columns, rows)
template <class T>
void exchange(const T* from, T* to, std::int64_t samples, std::int64_t rows, std::int64_t columns) {
  const std::int64_t tiles = (rows + kTile - 1) / kTile;
  parallel_blocks(samples * tiles, 1, kTile * columns, [&](std::int64_t begin, std::int64_t) {
    const std::int64_t start = begin / tiles * rows * columns, first = begin % tiles * kTile;
    const std::int64_t last = std::min(rows, first + kTile);
    for (std::int64_t column = 0; column < columns; column += kTile) {
      for (std::int64_t c = column; c < std::min(columns, column + kTile); ++c) {
        for (std::int64_t r = first; r < last; ++r)
          to[start + c * rows + r] = from[start + r * columns + c];
      }
    }
  });
}

void exchange(const Tensor& from, Tensor& to, std::int64_t rows, std::int64_t columns) {
  if (from.size() == 0) return;
  with_float_type(from.dtype(), [&](auto zero) {
    using T = decltype(zero);
    exchange(from.data<T>().data(), to.mutable_data<T>().data(), from.shape().front(), rows,
             columns);
  });
}

template <class T>
void see_rows(const T* image, const Geometry& g, std::int64_t begin, std::int64_t end, T* rows) {
  const std::int64_t length = g.elements() * g.channels;
  for (std::int64_t number = begin; number < end; ++number, rows += length) {
    const Position window = window_number(g, number);
    const T* sample = image + window.sample * g.places() * g.channels;
    if (!is_inside(g, window.at)) std::fill(rows, rows + length, T{0});
    for_each_element(g, window.at, [&](std::int64_t element, std::int64_t place) {
      std::copy_n(sample + place * g.channels, g.channels, rows + element * g.channels);
    });
  }
}

template <class T>
void see_all(const T* image, const Geometry& g, std::int64_t begin, std::int64_t end, T* rows) {
  const std::int64_t length = g.elements() * g.channels;
  parallel_blocks(end - begin, 16, length, [&](std::int64_t first, std::int64_t last) {
    see_rows(image, g, begin + first, begin + last, rows + first * length);
  });
}

// Each window is one place, and each place one window.
bool is_pointwise(const Windows& windows) {
  return std::ranges::all_of(windows, [](const WindowAxis& axis) {
    return axis.size == 1 && axis.stride == 1 && axis.before == 0 && axis.count == axis.places;
  });
}

template <class T>
void bring_all_back(const T* seen, const Geometry& g, T* image) {
  const std::int64_t length = g.elements() * g.channels;
  parallel_blocks(g.samples * g.places(), 16, length, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t number = begin; number < end; ++number) {
      const Position place = position(number, g.axes[0].places, g.axes[1].places, g.axes[2].places);
      T* sum = image + number * g.channels;
      std::fill(sum, sum + g.channels, T{0});
      const T* sample = seen + place.sample * g.windows() * length;
      for_each_window(g, place.at, [&](std::int64_t window, std::int64_t element) {
        const T* held = sample + window * length + element * g.channels;
#pragma omp simd
        for (std::int64_t c = 0; c < g.channels; ++c) sum[c] += held[c];
      });
    }
  });
}

template <class T>
void correlate_channels(const T* image, const T* kernel, const Geometry& g, std::int64_t multiplier,
                        T* result) {
  const std::int64_t filters = g.channels * multiplier;
  const std::int64_t cost = g.elements() * filters;
  parallel_blocks(g.samples * g.windows(), 16, cost, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t number = begin; number < end; ++number) {
      const Position window = window_number(g, number);
      const T* sample = image + window.sample * g.places() * g.channels;
      T* sum = result + number * filters;
      std::fill(sum, sum + filters, T{0});
      for_each_element(g, window.at, [&](std::int64_t element, std::int64_t place) {
        const T* pixel = sample + place * g.channels;
        const T* weight = kernel + element * filters;
        if (multiplier == 1) {
#pragma omp simd
          for (std::int64_t c = 0; c < filters; ++c) sum[c] += pixel[c] * weight[c];
          return;
        }
        for (std::int64_t c = 0; c < g.channels; ++c) {
          const T x = pixel[c];
          for (std::int64_t m = c * multiplier; m < (c + 1) * multiplier; ++m)
            sum[m] += x * weight[m];
        }
      });
    }
  });
}

// The features of a window of one sample are a row; its product with the kernel of the window is a
// sum of the kernel's rows.
template <class T>
void correlate_rows(const T* image, const T* kernel, const Geometry& g, bool channels_first,
                    std::int64_t filters, T* result) {
  const std::int64_t elements = g.elements(), features = elements * g.channels;
  parallel_blocks(g.windows(), 1, g.samples * features * filters,
                  [&](std::int64_t number, std::int64_t) {
                    const T* weights = kernel + number * features * filters;
                    const Position window = window_number(g, number);
                    for (std::int64_t s = 0; s < g.samples; ++s) {
                      const T* sample = image + s * g.places() * g.channels;
                      T* sum = result + (s * g.windows() + number) * filters;
                      std::fill(sum, sum + filters, T{0});
                      for_each_element(g, window.at, [&](std::int64_t element, std::int64_t place) {
                        for (std::int64_t c = 0; c < g.channels; ++c) {
                          const std::int64_t feature =
                              channels_first ? c * elements + element : element * g.channels + c;
                          const T x = sample[place * g.channels + c];
                          const T* weight = weights + feature * filters;
#pragma omp simd
                          for (std::int64_t f = 0; f < filters; ++f) sum[f] += x * weight[f];
                        }
                      });
                    }
                  });
}

template <class T>
void pool_windows(const T* image, const Geometry& g, bool largest, T* result) {
  const std::int64_t cost = g.elements() * g.channels;
  parallel_blocks(g.samples * g.windows(), 16, cost, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t number = begin; number < end; ++number) {
      const Position window = window_number(g, number);
      const T* sample = image + window.sample * g.places() * g.channels;
      T* pooled = result + number * g.channels;
      std::fill(pooled, pooled + g.channels, largest ? -std::numeric_limits<T>::infinity() : T{0});
      std::int64_t inside = 0;
      for_each_element(g, window.at, [&](std::int64_t, std::int64_t place) {
        const T* pixel = sample + place * g.channels;
        ++inside;
        if (largest) {
#pragma omp simd
          for (std::int64_t c = 0; c < g.channels; ++c)
            pooled[c] = pixel[c] > pooled[c] || pixel[c] != pixel[c] ? pixel[c] : pooled[c];
        } else {
#pragma omp simd
          for (std::int64_t c = 0; c < g.channels; ++c) pooled[c] += pixel[c];
        }
      });
      if (largest) continue;
      for (std::int64_t c = 0; c < g.channels; ++c) pooled[c] /= static_cast<T>(inside);
    }
  });
}

Geometry geometry_of(const Tensor& image, const Windows& windows) {
  return {windows, image.shape().front(), image.shape().back()};
}

}  // namespace

Tensor image_of(const Tensor& x, bool first) {
  const Tensor given = computable(x);
  if (!first) return given;
  Tensor image(given.dtype(), reference::channels_to_last(x.shape(), true));
  const std::int64_t channels = x.shape()[1];
  if (x.size() > 0) exchange(given, image, channels, x.size() / x.shape()[0] / channels);
  return image;
}

void channels_to_first(const Tensor& image, Tensor& result) {
  if (image.size() == 0) return;
  const std::int64_t channels = image.shape().back();
  exchange(image, result, image.size() / image.shape().front() / channels, channels);
}

void see(const Tensor& image, const Windows& windows, Tensor& seen) {
  const Geometry g = geometry_of(image, windows);
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    see_all(image.data<T>().data(), g, 0, g.samples * g.windows(), seen.mutable_data<T>().data());
  });
}

void bring_back(const Tensor& seen, const Windows& windows, Tensor& image) {
  const Geometry g = geometry_of(image, windows);
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    bring_all_back(seen.data<T>().data(), g, image.mutable_data<T>().data());
  });
}

void correlate(const Tensor& image, const Tensor& kernel, const Windows& windows, Tensor& result) {
  const Geometry g = geometry_of(image, windows);
  const std::int64_t terms = g.elements() * g.channels, filters = kernel.shape().back();
  const std::int64_t rows = g.samples * g.windows();
  if (is_pointwise(windows)) {
    multiply(image, {0, rows, terms, terms, false}, kernel, {0, terms, filters, filters, false},
             result, 0, filters);
    return;
  }
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const auto bytes = static_cast<std::int64_t>(sizeof(T)) * std::max<std::int64_t>(1, terms);
    const std::int64_t block = std::max<std::int64_t>(1, std::min(rows, kRowsBytes / bytes));
    const T* pixels = image.data<T>().data();
    const T* weights = kernel.data<T>().data();
    T* sums = result.mutable_data<T>().data();
    const SequentialProducts sequential;
    parallel_blocks(rows, block, terms * filters, [&](std::int64_t begin, std::int64_t end) {
      static thread_local std::vector<T> seen;
      seen.resize(static_cast<std::size_t>(block * terms));
      see_rows(pixels, g, begin, end, seen.data());
      multiply(seen.data(), weights, sums + begin * filters, end - begin, terms, filters);
    });
  });
}

void transpose_correlate(const Tensor& image, const Tensor& kernel, const Windows& windows,
                         Tensor& result) {
  const Geometry g = geometry_of(result, windows);
  const std::int64_t channels = image.shape().back(), columns = g.elements() * g.channels;
  const std::int64_t rows = g.samples * g.windows();
  Tensor seen(image.dtype(), {rows, columns});
  multiply(image, {0, rows, channels, channels, false}, kernel,
           {0, channels, columns, channels, true}, seen, 0, columns);
  bring_back(seen, windows, result);
}

void correlate_depthwise(const Tensor& image, const Tensor& kernel, const Windows& windows,
                         Tensor& result) {
  const Geometry g = geometry_of(image, windows);
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    correlate_channels(image.data<T>().data(), kernel.data<T>().data(), g, kernel.shape().back(),
                       result.mutable_data<T>().data());
  });
}

void correlate_locally(const Tensor& image, const Tensor& kernel, const Windows& windows,
                       reference::Features features, Tensor& result) {
  const Geometry g = geometry_of(image, windows);
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    correlate_rows(image.data<T>().data(), kernel.data<T>().data(), g,
                   features == reference::Features::kChannelsFirst, kernel.shape().back(),
                   result.mutable_data<T>().data());
  });
}

void pool(const Tensor& image, const Windows& windows, reference::PoolMode mode, Tensor& result) {
  const Geometry g = geometry_of(image, windows);
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    pool_windows(image.data<T>().data(), g, mode == reference::PoolMode::kMax,
                 result.mutable_data<T>().data());
  });
}

}  // namespace kassay::optimized
