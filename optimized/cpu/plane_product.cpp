#include "optimized/cpu/plane_product.h"

#include <algorithm>
#include <array>
#include <vector>

#include "optimized/cpu/geometry.h"
#include "optimized/cpu/half.h"
#include "optimized/cpu/parallel.h"
#include "optimized/cpu/strided_copy.h"
#include "optimized/cpu/tiled_product.h"

namespace kassay::optimized {
namespace {

// Windows of one task: what they see stays in the second-level cache.
constexpr std::int64_t kSeenWindows = 256;

// Windows in a line, of which the first is at column `column` of a panel.
struct Neighbours {
  std::array<std::int64_t, 3> at;
  std::int64_t column, count;
};

std::vector<Neighbours> neighbours(const Geometry& g, std::int64_t first, std::int64_t columns) {
  std::vector<Neighbours> found;
  for (std::int64_t column = 0; column < columns;) {
    const auto at = window_number(g, first + column).at;
    const std::int64_t count = std::min(columns - column, g.axes[2].count - at[2]);
    found.push_back({at, column, count});
    column += count;
  }
  return found;
}

// What neighbours see of a line of the image with element k of their width; `to` is zero so far.
template <class T>
void see_line(const T* line, const WindowAxis& width, std::int64_t window, std::int64_t k,
              std::int64_t count, T* to) {
  const std::int64_t start = width.place(window, k), step = width.stride;
  const std::int64_t first = start >= 0 ? 0 : (-start + step - 1) / step;
  const std::int64_t last = std::min(count, (width.places - start + step - 1) / step);
  if (step == 1 && first < last) {
    std::copy(line + start + first, line + start + last, to + first);
    return;
  }
  for (std::int64_t i = first; i < last; ++i) to[i] = line[start + i * step];
}

// Terms in the order of channels, then elements.
template <class T>
void see_planes(const T* sample, const Geometry& g, const std::vector<Neighbours>& windows,
                std::int64_t panel_width, T* to) {
  const auto& [depth, height, width] = g.axes;
  for (std::int64_t c = 0; c < g.channels; ++c, sample += g.places()) {
    for (std::int64_t element = 0; element < g.elements(); ++element, to += panel_width) {
      std::fill_n(to, panel_width, T{0});
      const std::int64_t i = element / width.size / height.size;
      const std::int64_t j = element / width.size % height.size, k = element % width.size;
      for (const Neighbours& some : windows) {
        const std::int64_t z = depth.place(some.at[0], i), y = height.place(some.at[1], j);
        if (!depth.is_inside(z) || !height.is_inside(y)) continue;
        see_line(sample + (z * height.places + y) * width.places, width, some.at[2], k, some.count,
                 to + some.column);
      }
    }
  }
}

template <class T>
void correlate_sample(const T* sample, const T* weights, const Geometry& g, std::int64_t filters,
                      std::int64_t first, T* result) {
  const std::int64_t terms = g.channels * g.elements();
  const std::int64_t count = std::min(kSeenWindows, g.windows() - first);
  const auto see = [&](std::int64_t column, std::int64_t columns, std::int64_t width, T* to) {
    see_planes(sample, g, neighbours(g, first + column, columns), width, to);
  };
  multiply<T>(
      {filters, 1, terms,
       [&](std::int64_t filter, std::int64_t filter_count, const T** runs, T** results, T*) {
         for (std::int64_t i = 0; i < filter_count; ++i) {
           if (terms > 0) runs[i] = weights + (filter + i) * terms;
           results[i] = result + (filter + i) * g.windows() + first;
         }
       }},
      {terms, count, see});
}

template <class T>
void correlate_samples(const T* image, const T* kernel, const Geometry& g, std::int64_t filters,
                       T* result) {
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
        correlate_sample(image + sample * g.channels * g.places(), weights.data(), g, filters,
                         number % blocks * kSeenWindows, result + sample * filters * g.windows());
      });
}

}  // namespace

void correlate_planes(const Tensor& image, const Tensor& kernel, const Windows& windows,
                      Tensor& result) {
  const Geometry g(windows, image.shape()[0], image.shape()[1]);
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    correlate_samples(image.data<T>().data(), kernel.data<T>().data(), g, kernel.shape().back(),
                      result.mutable_data<T>().data());
  });
}

}  // namespace kassay::optimized
