#include <algorithm>
#include <cmath>
#include <vector>

#include "optimized/cpu/half.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/movement.h"
#include "reference/graph/data_format.h"

namespace kassay::optimized::resize_images_op {
namespace {

using reference::Real;

// Images of `height` rows, with `width` pixels of `channels` elements.
struct Layout {
  std::int64_t height;
  std::int64_t width;
  std::int64_t channels;
  std::int64_t height_factor;
  std::int64_t width_factor;
};

// Mixes the elements of two neighbours in the given proportion.
template <class Wide, class T>
void mix(const T* lower, const T* upper, Wide share, Wide* to, std::int64_t count) {
#pragma omp simd
  for (std::int64_t i = 0; i < count; ++i) {
    const auto low = static_cast<Wide>(lower[i]), high = static_cast<Wide>(upper[i]);
    to[i] = low + (high - low) * share;
  }
}

template <class T, class Wide>
void store_pixel(const Wide* lower, const Wide* upper, Wide share, T* to, std::int64_t channels) {
#pragma omp simd
  for (std::int64_t c = 0; c < channels; ++c)
    to[c] = static_cast<T>(lower[c] + (upper[c] - lower[c]) * share);
}

// Row `row` of the result: a mixture of two rows of the image, then of neighbours within it.
template <class Wide, class T>
void interpolate_row(const T* image, const Layout& of, std::int64_t row, T* to,
                     std::vector<Wide>& mixed) {
  const std::int64_t length = of.width * of.channels, lower = row / of.height_factor;
  const std::int64_t upper = std::min(lower + 1, of.height - 1);
  mixed.resize(static_cast<std::size_t>(length));
  mix(image + lower * length, image + upper * length,
      static_cast<Wide>(row % of.height_factor) / static_cast<Wide>(of.height_factor), mixed.data(),
      length);
  for (std::int64_t x = 0; x < of.width; ++x) {
    const Wide* const left = mixed.data() + x * of.channels;
    const Wide* const right = mixed.data() + std::min(x + 1, of.width - 1) * of.channels;
    for (std::int64_t j = 0; j < of.width_factor; ++j, to += of.channels) {
      store_pixel(left, right, static_cast<Wide>(j) / static_cast<Wide>(of.width_factor), to,
                  of.channels);
    }
  }
}

// float32 is computed in float64, where differences cannot overflow; a row of float64 with possible overflow, in long double.
template <class T>
void interpolate(const T* x, const Layout& of, std::int64_t images, T* to) {
  const std::int64_t rows = of.height * of.height_factor;
  const std::int64_t length = of.width * of.width_factor * of.channels;
  const std::int64_t image = of.height * of.width * of.channels;
  parallel_blocks(images * rows, std::max<std::int64_t>(1, kBlock / length), length,
                  [&](std::int64_t begin, std::int64_t end) {
                    std::vector<double> mixed;
                    for (std::int64_t i = begin; i < end; ++i) {
                      const T* const from = x + i / rows * image;
                      T* const row = to + i * length;
                      interpolate_row(from, of, i % rows, row, mixed);
                      if constexpr (std::is_same_v<T, double>) {
                        const auto is_finite = [](double y) { return std::isfinite(y); };
                        if (std::all_of(row, row + length, is_finite)) continue;
                        std::vector<Real> wide;
                        interpolate_row(from, of, i % rows, row, wide);
                      }
                    }
                  });
}

bool compute(const Tensor& x, std::int64_t height_factor, std::int64_t width_factor,
             const reference::Format& data_format, const std::string& interpolation,
             const reference::Settings& settings, Tensor& result) {
  const bool first = reference::channels_first(data_format, settings);
  if (interpolation == "nearest") {
    Integers times{height_factor, width_factor};
    times.insert(times.begin(), first ? 2 : 1, 1);
    times.resize(x.shape().size(), 1);
    return move(x, path_of_repetition(x.shape(), times), result);
  }
  if (!is_floating(x.dtype())) return false;
  if (x.size() == 0) return true;
  const std::size_t spatial = first ? 2 : 1;
  const Layout layout{x.shape()[spatial], x.shape()[spatial + 1], first ? 1 : x.shape()[3],
                      height_factor, width_factor};
  const std::int64_t images = x.size() / (layout.height * layout.width * layout.channels);
  const auto kernel = [&](const Tensor& from, Tensor& to) {
    with_float_type(to.dtype(), [&](auto zero) {
      using T = decltype(zero);
      interpolate(from.data<T>().data(), layout, images, to.mutable_data<T>().data());
    });
  };
  compute_wide(result, kernel, x);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::resize_images_op
