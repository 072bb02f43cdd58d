#include "optimized/cpu/plane_product.h"

#include <algorithm>
#include <vector>

#include "optimized/cpu/half.h"
#include "optimized/cpu/parallel.h"
#include "optimized/cpu/strided_copy.h"
#include "optimized/cpu/tiled_product.h"
#include "optimized/geometry.h"

namespace kassay::optimized {
namespace {

// Windows of one task: their elements stay in the second-level cache.
constexpr std::int64_t kSeenWindows = 256;

// Windows of a line, from number `window` on; the first one is at column `column` of a panel.
struct Neighbours {
  WindowGeometry::Line line;
  std::int64_t window, column, count;
};

std::vector<Neighbours> neighbours(const WindowGeometry& g, std::int64_t first,
                                   std::int64_t columns) {
  std::vector<Neighbours> found;
  for (std::int64_t column = 0; column < columns;) {
    const std::int64_t number = first + column, in_line = g.axes[2].count;
    const std::int64_t window = number % in_line;
    const std::int64_t count = std::min(columns - column, in_line - window);
    found.push_back({g.line_of_windows(number / in_line), window, column, count});
    column += count;
  }
  return found;
}

// One term for some adjacent windows: those from `first` to `last` read the elements from `from` on, `step` apart; the others are in the
// padding.
template <class T>
struct Glance {
  const T* from;
  std::int64_t step, first, last, count;
};

// The same for each channel: a plane further in the image and `stride` elements further in the panel.
template <class T>
void see_channels(const Glance<T>& glance, std::int64_t channels, std::int64_t plane,
                  std::int64_t stride, T* to) {
  const auto& [from, step, first, last, count] = glance;
  for (std::int64_t c = 0; c < channels; ++c, to += stride) {
    const T* const seen = from + c * plane;
    for (std::int64_t i = 0; i < first; ++i) to[i] = 0;
    if (step == 1) {
      // Too few for calling memcpy.
#pragma omp simd
      for (std::int64_t i = first; i < last; ++i) to[i] = seen[i];
    } else {
      for (std::int64_t i = first; i < last; ++i) to[i] = seen[i * step];
    }
    for (std::int64_t i = last; i < count; ++i) to[i] = 0;
  }
}

// What adjacent windows read with element k of their width, in a line that is inside the image or not.
template <class T>
Glance<T> glance_at(const T* line, bool inside, const WindowAxis& width, const Neighbours& some,
                    std::int64_t k) {
  const std::int64_t start = width.place(some.window, k), step = width.stride;
  if (!inside) return {line, step, 0, 0, some.count};
  const WindowRange seeing = windows_inside(width, k);
  const std::int64_t first = std::clamp<std::int64_t>(seeing.begin - some.window, 0, some.count);
  const std::int64_t last = std::clamp(seeing.end - some.window, first, some.count);
  return {line + start, step, first, last, some.count};
}

// Terms are ordered by channel, then by element.
template <class T>
void see_planes(const T* sample, const WindowGeometry& g, const std::vector<Neighbours>& windows,
                std::int64_t panel_width, T* to) {
  const auto& [depth, height, width] = g.axes;
  const std::int64_t stride = g.elements() * panel_width;
  for (const Neighbours& some : windows) {
    T* seen = to + some.column;
    for (std::int64_t i = 0; i < depth.size; ++i) {
      for (std::int64_t j = 0; j < height.size; ++j) {
        const std::int64_t z = depth.place(some.line.level, i), y = height.place(some.line.row, j);
        const bool inside = depth.is_inside(z) && height.is_inside(y);
        const T* const line = inside ? sample + (z * height.places + y) * width.places : sample;
        for (std::int64_t k = 0; k < width.size; ++k, seen += panel_width)
          see_channels(glance_at(line, inside, width, some, k), g.channels, g.pixels(), stride,
                       seen);
      }
    }
  }
  const std::int64_t columns = windows.back().column + windows.back().count;
  if (columns == panel_width) return;
  for (std::int64_t term = 0; term < g.channels * g.elements(); ++term)
    std::fill(to + term * panel_width + columns, to + (term + 1) * panel_width, T{0});
}

template <class T>
void correlate_sample(const T* sample, const T* weights, const WindowGeometry& g,
                      std::int64_t filters, std::int64_t first, T* result) {
  const std::int64_t terms = g.channels * g.elements();
  const std::int64_t count = std::min(kSeenWindows, g.windows() - first);
  const auto see = [&](std::int64_t column, std::int64_t columns, std::int64_t width, T* to) {
    see_planes(sample, g, neighbours(g, first + column, columns), width, to);
  };
  multiply<T>(
      {filters, 1, terms, 0,
       [&](std::int64_t filter, std::int64_t filter_count, const T** runs, T** results, T*) {
         for (std::int64_t i = 0; i < filter_count; ++i) {
           if (terms > 0) runs[i] = weights + (filter + i) * terms;
           results[i] = result + (filter + i) * g.windows() + first;
         }
       }},
      {terms, count, see});
}

template <class T>
void correlate_samples(const T* image, const T* kernel, const WindowGeometry& g,
                       std::int64_t filters, T* result) {
  const std::int64_t terms = g.channels * g.elements();
  std::vector<T> weights(static_cast<std::size_t>(filters * terms));
  copy_strided(sizeof(T), reinterpret_cast<const std::byte*>(kernel),
               reinterpret_cast<std::byte*>(weights.data()),
               {{filters, 1, terms},
                {g.channels, filters, g.elements()},
                {g.elements(), g.channels * filters, 1}});
  const std::int64_t blocks = (g.windows() + kSeenWindows - 1) / kSeenWindows;
  parallel_blocks(
      g.samples * blocks, 1, kSeenWindows * terms, [&](std::int64_t number, std::int64_t) {
        const std::int64_t sample = number / blocks;
        correlate_sample(image + sample * g.channels * g.pixels(), weights.data(), g, filters,
                         number % blocks * kSeenWindows, result + sample * filters * g.windows());
      });
}

}  // namespace

void correlate_planes(const Tensor& image, const Tensor& kernel, const Windows& windows,
                      Tensor& result) {
  const WindowGeometry g = geometry_of(windows, image.shape()[0], image.shape()[1]);
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    correlate_samples(image.data<T>().data(), kernel.data<T>().data(), g, kernel.shape().back(),
                      result.mutable_data<T>().data());
  });
}

}  // namespace kassay::optimized
