#include "optimized/cpu/windows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "optimized/cpu/half.h"
#include "optimized/cpu/parallel.h"
#include "optimized/cpu/strided_copy.h"
#include "optimized/cpu/tiled_product.h"
#include "optimized/cpu/vectors.h"
#include "optimized/geometry.h"

namespace kassay::optimized {
namespace {

// (samples, rows, columns) to (samples, columns, rows)
void exchange(const Tensor& from, Tensor& to, std::int64_t rows, std::int64_t columns) {
  copy_strided(dtype_size(from.dtype()), from.bytes().data(), to.mutable_bytes().data(),
               {{from.shape().front(), rows * columns, rows * columns},
                {columns, 1, rows},
                {rows, columns, 1}});
}

template <class T>
void see_rows(const T* image, const WindowGeometry& g, std::int64_t begin, std::int64_t end,
              T* rows) {
  const std::int64_t length = g.elements() * g.channels;
  for (std::int64_t number = begin; number < end; ++number, rows += length) {
    T* padding = rows;
    g.for_each_element(number, [&](std::int64_t element, std::int64_t pixel) {
      T* const held = rows + element * g.channels;
      std::fill(padding, held, T{0});
      padding = std::copy_n(image + pixel * g.channels, g.channels, held);
    });
    std::fill(padding, rows + length, T{0});
  }
}

template <class T>
void see_all(const T* image, const WindowGeometry& g, T* rows) {
  const std::int64_t length = g.elements() * g.channels;
  parallel_blocks(g.samples * g.windows(), 16, length, [&](std::int64_t first, std::int64_t last) {
    see_rows(image, g, first, last, rows + first * length);
  });
}

// The number of the first maximum of each channel in the window; -1 if the window is empty. `largest`: space for the channels.
template <class T>
void find_first_maxima(const T* image, const WindowGeometry& g, std::int64_t number, T* largest,
                       std::int32_t* first) {
  std::fill_n(first, g.channels, -1);
  g.for_each_element(number, [&](std::int64_t element, std::int64_t pixel) {
    const T* const seen = image + pixel * g.channels;
#pragma omp simd
    for (std::int64_t c = 0; c < g.channels; ++c) {
      const T x = seen[c], held = largest[c];
      const bool exceeds = first[c] == -1 || x > held || (x != x && held == held);
      largest[c] = exceeds ? x : held;
      first[c] = exceeds ? static_cast<std::int32_t>(element) : first[c];
    }
  });
}

// Bound by writing the rows.
template <class T>
void see_first_maxima(const T* image, const WindowGeometry& g, T* rows) {
  const std::int64_t length = g.elements() * g.channels;
  parallel_blocks(g.samples * g.windows(), 16, length, [&](std::int64_t begin, std::int64_t end) {
    std::vector<T> largest(static_cast<std::size_t>(g.channels));
    std::vector<std::int32_t> first(static_cast<std::size_t>(g.channels));  // -1: none yet
    for (std::int64_t number = begin; number < end; ++number) {
      find_first_maxima(image, g, number, largest.data(), first.data());
      T* const row = rows + number * length;
      std::fill(row, row + length, T{0});
      for (std::int64_t c = 0; c < g.channels; ++c) {
        const std::int32_t element = first[static_cast<std::size_t>(c)];
        if (element >= 0) row[element * g.channels + c] = 1;
      }
    }
  });
}

// Computes each pixel of the image by calling add(sum, window, element), in order, for all windows that cover it, with their numbers among
// those of all samples and the pixel's number in the window.
template <class T, class Add>
void bring_pixels_back(const WindowGeometry& g, T* image, Add&& add) {
  const std::int64_t cost = g.elements() * g.channels;
  parallel_blocks(g.samples * g.pixels(), 16, cost, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t number = begin; number < end; ++number) {
      T* const sum = image + number * g.channels;
      std::fill(sum, sum + g.channels, T{0});
      g.for_each_window(
          number, [&](std::int64_t window, std::int64_t element) { add(sum, window, element); });
    }
  });
}

template <class T>
void bring_all_back(const T* seen, const WindowGeometry& g, T* image) {
  bring_pixels_back(g, image, [&](T* sum, std::int64_t window, std::int64_t element) {
    const T* const held = seen + (window * g.elements() + element) * g.channels;
#pragma omp simd
    for (std::int64_t c = 0; c < g.channels; ++c) sum[c] += held[c];
  });
}

// Whether the windows do not overlap.
bool are_apart(const WindowGeometry& g) {
  return std::ranges::all_of(g.axes, [](const WindowAxis& axis) {
    return axis.count < 2 || (axis.dilation == 1 && axis.stride >= axis.size);
  });
}

// Precondition: the windows do not overlap.
template <class T>
void scatter_to_maxima(const T* x, const T* gradient, const WindowGeometry& g, T* image) {
  const std::int64_t pixels = g.samples * g.pixels(), cost = g.elements() * g.channels;
  parallel_blocks(pixels, 16, g.channels, [&](std::int64_t begin, std::int64_t end) {
    std::fill(image + begin * g.channels, image + end * g.channels, T{0});
  });
  parallel_blocks(g.samples * g.windows(), 16, cost, [&](std::int64_t begin, std::int64_t end) {
    std::vector<T> largest(static_cast<std::size_t>(g.channels));
    std::vector<std::int32_t> firsts(static_cast<std::size_t>(g.channels));
    for (std::int64_t number = begin; number < end; ++number) {
      find_first_maxima(x, g, number, largest.data(), firsts.data());
      const T* const held = gradient + number * g.channels;
      const std::int32_t* const first = firsts.data();
      g.for_each_element(number, [&](std::int64_t element, std::int64_t pixel) {
        T* const made = image + pixel * g.channels;
#pragma omp simd
        for (std::int64_t c = 0; c < g.channels; ++c)
          made[c] = first[c] == static_cast<std::int32_t>(element) ? held[c] : T{0};
      });
    }
  });
}

// Bound by memory: reads x, and writes the image.
template <class T>
void bring_maxima_back(const T* x, const T* gradient, const WindowGeometry& g, T* image) {
  if (are_apart(g)) {
    scatter_to_maxima(x, gradient, g, image);
    return;
  }
  const std::int64_t windows = g.samples * g.windows();
  std::vector<std::int32_t> firsts(static_cast<std::size_t>(windows * g.channels));
  parallel_blocks(
      windows, 16, g.elements() * g.channels, [&](std::int64_t begin, std::int64_t end) {
        std::vector<T> largest(static_cast<std::size_t>(g.channels));
        for (std::int64_t number = begin; number < end; ++number)
          find_first_maxima(x, g, number, largest.data(), firsts.data() + number * g.channels);
      });
  bring_pixels_back(g, image, [&](T* sum, std::int64_t window, std::int64_t element) {
    const T* const held = gradient + window * g.channels;
    const std::int32_t* const first = firsts.data() + window * g.channels;
#pragma omp simd
    for (std::int64_t c = 0; c < g.channels; ++c)
      sum[c] += first[c] == static_cast<std::int32_t>(element) ? held[c] : T{0};
  });
}

// The features of a window are the rows of a product (one per sample) with the window's kernel. All window elements are inside and
// contiguous: they are read in place unless the features have another order.
template <class T>
void correlate_rows(const T* image, const T* kernel, const WindowGeometry& g, bool channels_first,
                    std::int64_t filters, T* result) {
  const std::int64_t elements = g.elements(), features = elements * g.channels;
  const WindowAxis& width = g.axes[2];
  const bool is_read_in_place = !channels_first && features > 0;
  const std::int64_t runs = is_read_in_place ? elements / width.size : 1;
  const std::int64_t room = is_read_in_place ? 0 : features;
  const auto find = [&](std::int64_t window, const T** places) {
    const std::int64_t start = width.place(window % width.count, 0);
    g.for_each_line_of_elements(
        g.line_of_windows(window / width.count), [&](std::int64_t run, std::int64_t line) {
          places[run * kTileRows] = image + (line * width.places + start) * g.channels;
        });
  };
  const auto gather = [&](std::int64_t window, T* row) {
    g.for_each_element(window, [&](std::int64_t element, std::int64_t pixel) {
      const T* const seen = image + pixel * g.channels;
      for (std::int64_t c = 0; c < g.channels; ++c) row[c * elements + element] = seen[c];
    });
  };
  parallel_blocks(
      g.windows(), 1, g.samples * features * filters, [&](std::int64_t number, std::int64_t) {
        const auto locate = [&](std::int64_t first, std::int64_t count, const T** places,
                                T** results, T* rows) {
          for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t window = (first + i) * g.windows() + number;
            results[i] = result + window * filters;
            if (is_read_in_place) {
              find(window, places + i);
            } else if (features > 0) {
              places[i] = rows + i * room;
              gather(window, rows + i * room);
            }
          }
        };
        multiply<T>({g.samples, runs, features / runs, room, locate},
                    {kernel + number * features * filters, features, filters, filters, 1});
      });
}

// The result of an empty window, and the start of every other one.
template <bool kLargest, class T>
constexpr T kEmptyPool = kLargest ? -std::numeric_limits<T>::infinity() : T{0};

// The result of one window.
template <bool kLargest, class T>
void pool_window(const T* image, const WindowGeometry& g, std::int64_t number, T* pooled) {
  std::fill_n(pooled, g.channels, kEmptyPool<kLargest, T>);
  std::int64_t inside = 0;
  g.for_each_element(number, [&](std::int64_t, std::int64_t pixel) {
    const T* const seen = image + pixel * g.channels;
    ++inside;
#pragma omp simd
    for (std::int64_t c = 0; c < g.channels; ++c) {
      const T x = seen[c], held = pooled[c];
      if constexpr (kLargest) {
        pooled[c] = x > held || x != x ? x : held;
      } else {
        pooled[c] = held + x;
      }
    }
  });
  if (kLargest) return;
  for (std::int64_t c = 0; c < g.channels; ++c) pooled[c] /= static_cast<T>(inside);
}

template <bool kLargest, class T>
void pool_windows(const T* image, const WindowGeometry& g, T* result) {
  const std::int64_t cost = g.elements() * g.channels;
  parallel_blocks(g.samples * g.windows(), 16, cost, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t number = begin; number < end; ++number)
      pool_window<kLargest>(image, g, number, result + number * g.channels);
  });
}

// Elements 0, 2, ... of the array; does not read beyond the last of them.
template <class Several, class T, std::size_t... kNumbers>
Several every_second(const T* from, std::index_sequence<kNumbers...>) {
  constexpr std::size_t kCount = sizeof...(kNumbers);
  return __builtin_shufflevector(*reinterpret_cast<const Several*>(from),
                                 *reinterpret_cast<const Several*>(from + kCount - 1),
                                 (2 * kNumbers < kCount ? 2 * kNumbers : 2 * kNumbers + 1)...);
}

// As many elements as the vector has, `stride` apart.
template <class Several, class T>
Several strided(const T* from, std::int64_t stride) {
  constexpr std::size_t kCount = sizeof(Several) / sizeof(T);
  if (stride == 1) return *reinterpret_cast<const Several*>(from);
  if (stride == 2) return every_second<Several>(from, std::make_index_sequence<kCount>());
  Several several;
#pragma GCC unroll 16
  for (std::size_t i = 0; i < kCount; ++i) several[i] = from[static_cast<std::int64_t>(i) * stride];
  return several;
}

// Adjacent windows of one channel, as many as the vector has, from number `window` of the line on; all their elements are inside along the
// width.
template <class Several, bool kLargest, class T>
void pool_neighbours(const T* image, const WindowGeometry& g, const WindowGeometry::Line& line,
                     std::int64_t window, T* pooled) {
  const WindowAxis& width = g.axes[2];
  Several held = Several{} + kEmptyPool<kLargest, T>;
  std::int64_t inside = 0;
  g.for_each_line_of_elements(line, [&](std::int64_t, std::int64_t pixels) {
    const T* const seen = image + pixels * width.places + width.place(window, 0);
    inside += width.size;
    for (std::int64_t k = 0; k < width.size; ++k) {
      const auto x = strided<Several>(seen + k * width.dilation, width.stride);
      if constexpr (kLargest) {
        held = x > held || x != x ? x : held;
      } else {
        held += x;
      }
    }
  });
  if (!kLargest) held /= static_cast<T>(inside);
  *reinterpret_cast<Several*>(pooled) = held;
}

// For images with one channel, a line of windows at a time.
template <bool kLargest, class T>
void pool_lines(const T* image, const WindowGeometry& g, T* result) {
  using Few = typename VectorOf<T, 16>::Type;
  constexpr std::int64_t kFew = 16 / sizeof(T);
  const WindowAxis& width = g.axes[2];
  const WindowRange whole = windows_inside(width);
  const std::int64_t lines = g.samples * g.axes[0].count * g.axes[1].count;
  const auto pool_line = [&](std::int64_t number) {
    const WindowGeometry::Line line = g.line_of_windows(number);
    T* const pooled = result + number * width.count;
    for (std::int64_t window = 0; window < width.count;) {
      const bool is_inside = window >= whole.begin && window < whole.end;
      const std::int64_t many = is_inside ? whole.end - whole.begin : 1;
      if (many >= kVectorLanes<T>) {
        // The last windows are computed together with some before them.
        window = std::min(window, whole.end - kVectorLanes<T>);
        pool_neighbours<Vector<T>, kLargest>(image, g, line, window, pooled + window);
        window += kVectorLanes<T>;
      } else if (many >= kFew) {
        window = std::min(window, whole.end - kFew);
        pool_neighbours<Few, kLargest>(image, g, line, window, pooled + window);
        window += kFew;
      } else {
        pool_window<kLargest>(image, g, number * width.count + window, pooled + window);
        ++window;
      }
    }
  };
  parallel_blocks(lines, 16, g.elements() * width.count, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t number = begin; number < end; ++number) pool_line(number);
  });
}

}  // namespace

Tensor image_of(const Tensor& x, bool first) {
  const Tensor given = computable(x);
  if (!first) return given;
  Tensor image = Tensor::unspecified(given.dtype(), reference::channels_to_last(x.shape(), true));
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
  const WindowGeometry g = geometry_of(image, windows);
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    see_all(image.data<T>().data(), g, seen.mutable_data<T>().data());
  });
}

void see_first_maximum(const Tensor& image, const Windows& windows, Tensor& seen) {
  const WindowGeometry g = geometry_of(image, windows);
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    see_first_maxima(image.data<T>().data(), g, seen.mutable_data<T>().data());
  });
}

void bring_back(const Tensor& seen, const Windows& windows, Tensor& image) {
  const WindowGeometry g = geometry_of(image, windows);
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    bring_all_back(seen.data<T>().data(), g, image.mutable_data<T>().data());
  });
}

void bring_back_to_first_maximum(const Tensor& x, const Tensor& gradient, const Windows& windows,
                                 Tensor& image) {
  const WindowGeometry g = geometry_of(image, windows);
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    bring_maxima_back(x.data<T>().data(), gradient.data<T>().data(), g,
                      image.mutable_data<T>().data());
  });
}

void correlate_locally(const Tensor& image, const Tensor& kernel, const Windows& windows,
                       reference::Features features, Tensor& result) {
  const WindowGeometry g = geometry_of(image, windows);
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    correlate_rows(image.data<T>().data(), kernel.data<T>().data(), g,
                   features == reference::Features::kChannelsFirst, kernel.shape().back(),
                   result.mutable_data<T>().data());
  });
}

void pool(const Tensor& image, bool first, const Windows& windows, reference::PoolMode mode,
          Tensor& result) {
  const Shape& shape = image.shape();
  const WindowGeometry g = first ? geometry_of(windows, shape[0] * shape[1], 1)
                                 : geometry_of(windows, shape.front(), shape.back());
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const bool largest = mode == reference::PoolMode::kMax;
    const auto compute = g.channels != 1
                             ? (largest ? pool_windows<true, T> : pool_windows<false, T>)
                             : (largest ? pool_lines<true, T> : pool_lines<false, T>);
    compute(image.data<T>().data(), g, result.mutable_data<T>().data());
  });
}

}  // namespace kassay::optimized
