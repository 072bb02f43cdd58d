#include "optimized/cpu/window_product.h"

#include <algorithm>
#include <array>
#include <vector>

#include "optimized/cpu/half.h"
#include "optimized/cpu/tiled_product.h"
#include "optimized/geometry.h"

namespace kassay::optimized {
namespace {

// Row `at` of a product multiplies element `element` of the kernel with place at * step + offset of the image.
struct Tap {
  std::int64_t element, offset;
};
// One dimension: its number of rows, and what they read, in the order of places.
struct Sight {
  std::int64_t count, step, places;
  std::vector<Tap> taps;
};
using Sights = std::array<Sight, 3>;

// Row number `number` of all samples.
struct Position {
  std::int64_t sample;
  std::array<std::int64_t, 3> at;
};
Position position(std::int64_t number, const Sights& sights) {
  Position row{};
  for (std::size_t d = 3; d-- > 0; number /= sights[d].count) row.at[d] = number % sights[d].count;
  row.sample = number;
  return row;
}

Sight along(const WindowAxis& axis) {
  Sight sight{axis.count, axis.stride, axis.places, {}};
  for (std::int64_t k = 0; k < axis.size; ++k) sight.taps.push_back({k, axis.place(0, k)});
  return sight;
}

// The windows over the places with remainder `phase` when divided by the stride.
Sight back_along(const WindowAxis& axis, std::int64_t phase) {
  const std::int64_t count = (axis.places - phase + axis.stride - 1) / axis.stride;
  Sight sight{std::max<std::int64_t>(0, count), 1, axis.count, {}};
  for (std::int64_t k = axis.size - 1; k >= 0; --k) {
    const std::int64_t start = phase - axis.place(0, k);
    if (start % axis.stride == 0) sight.taps.push_back({k, start / axis.stride});
  }
  return sight;
}

template <class Visit>
void for_each_tap(const Sights& sights, Visit&& visit) {
  for (const Tap& i : sights[0].taps) {
    for (const Tap& j : sights[1].taps) {
      for (const Tap& k : sights[2].taps) visit(i, j, k);
    }
  }
}

template <class T>
class Seen {
 public:
  Seen(const T* image, std::int64_t channels, const Sights& sights)
      : image_(image), channels_(channels), sights_(sights) {
    const std::vector<Tap>& taps = sights[2].taps;
    const auto width = static_cast<std::int64_t>(taps.size());
    const bool neighbours = width > 0 && taps.back().offset - taps.front().offset == width - 1;
    length_ = (neighbours ? width : 1) * channels;
    across_ = neighbours ? 1 : width;
    const auto sees = [&](std::int64_t at, const Tap& tap) {
      const std::int64_t place = at * sights[2].step + tap.offset;
      return place >= 0 && place < sights[2].places;
    };
    if (width > 0) {
      while (within_.begin < sights[2].count && !sees(within_.begin, taps.front())) ++within_.begin;
      within_.end = within_.begin;
      while (within_.end < sights[2].count && sees(within_.end, taps.back())) ++within_.end;
    }
    zeros_.assign(static_cast<std::size_t>(length_), T{0});
  }

  std::int64_t runs() const {
    return static_cast<std::int64_t>(sights_[0].taps.size() * sights_[1].taps.size()) * across_;
  }
  std::int64_t length() const { return length_; }
  // The elements of a row, `stride` places apart.
  void locate(const Position& row, std::int64_t stride, const T** runs, T* room) const {
    const auto& [depth, height, width] = sights_;
    for (const Tap& i : depth.taps) {
      const std::int64_t z = row.at[0] * depth.step + i.offset;
      for (const Tap& j : height.taps) {
        const std::int64_t y = row.at[1] * height.step + j.offset;
        const bool inside = z >= 0 && z < depth.places && y >= 0 && y < height.places;
        const std::int64_t line = (row.sample * depth.places + z) * height.places + y;
        for (std::int64_t k = 0; k < across_; ++k, runs += stride, room += length_) {
          const std::int64_t offset = width.taps[static_cast<std::size_t>(k)].offset;
          *runs = inside ? run(line, row.at[2] * width.step + offset, room) : zeros_.data();
        }
      }
    }
  }
  // The same for the `count` - 1 rows behind it in its line, if they all read only inside their lines.
  void locate_next(std::int64_t count, std::int64_t stride, const T** runs) const {
    const std::int64_t step = sights_[2].step * channels_;
    for (std::int64_t r = 0; r < this->runs(); ++r, runs += stride) {
      const T* const first = runs[0];
      const std::int64_t by = first == zeros_.data() ? 0 : step;
      for (std::int64_t i = 1; i < count; ++i) runs[i] = first + i * by;
    }
  }
  // Positions of `count` adjacent rows from number `first` on. Calls visit(number, position) for each.
  template <class Visit>
  void locate(std::int64_t first, std::int64_t count, std::int64_t stride, const T** runs, T* room,
              const Visit& visit) const {
    Position row = position(first, sights_);
    for (std::int64_t i = 0; i < count;) {
      std::int64_t& at = row.at[2];
      const bool is_within = at >= within_.begin && at < within_.end;
      const std::int64_t together = is_within ? std::min(count - i, within_.end - at) : 1;
      locate(row, stride, runs + i, room);
      locate_next(together, stride, runs + i);
      for (const std::int64_t end = i + together; i < end; ++i, ++at) visit(i, row);
      room += together * this->runs() * length_;
      if (at == sights_[2].count) row = position(first + i, sights_);
    }
  }

 private:
  // The line from place x on.
  const T* run(std::int64_t line, std::int64_t x, T* room) const {
    const std::int64_t places = sights_[2].places,
                       size = length_ / std::max<std::int64_t>(1, channels_);
    const T* start = image_ + line * places * channels_;
    if (x >= 0 && x + size <= places) return start + x * channels_;
    const std::int64_t first = std::clamp<std::int64_t>(x, 0, places);
    const std::int64_t last = std::clamp<std::int64_t>(x + size, first, places);
    if (first == last) return zeros_.data();
    std::fill_n(room, length_, T{0});
    std::copy(start + first * channels_, start + last * channels_, room + (first - x) * channels_);
    return room;
  }

  const T* image_;
  std::int64_t channels_;
  const Sights& sights_;
  std::int64_t length_, across_;
  WindowRange within_{0, 0};  // the rows of a line that do not read beyond its ends
  std::vector<T> zeros_;
};

template <class T>
void bring_back_phase(const T* image, const T* kernel, const WindowGeometry& g,
                      std::int64_t channels, const std::array<std::int64_t, 3>& phase, T* result) {
  const auto& [depth, height, width] = g.axes;
  const Sights sights{back_along(depth, phase[0]), back_along(height, phase[1]),
                      back_along(width, phase[2])};
  const Seen<T> seen(image, channels, sights);
  const std::int64_t terms = seen.runs() * seen.length();
  // The kernel is (elements, places' channels, windows' channels); this is the part for these places, by their channels.
  std::vector<T> weights(static_cast<std::size_t>(terms * g.channels));
  std::int64_t term = 0;
  for_each_tap(sights, [&](const Tap& i, const Tap& j, const Tap& k) {
    const std::int64_t element = (i.element * height.size + j.element) * width.size + k.element;
    for (std::int64_t c = 0; c < g.channels; ++c)
      std::copy_n(kernel + (element * g.channels + c) * channels, channels,
                  weights.data() + c * terms + term);
    term += channels;
  });
  const auto place = [&](const Position& row) {
    std::int64_t number = row.sample;
    for (std::size_t d = 0; d < 3; ++d)
      number = number * g.axes[d].places + row.at[d] * g.axes[d].stride + phase[d];
    return result + number * g.channels;
  };
  const std::int64_t rows = g.samples * sights[0].count * sights[1].count * sights[2].count;
  multiply<T>({rows, seen.runs(), seen.length(), terms,
               [&](std::int64_t first, std::int64_t count, const T** runs, T** results, T* room) {
                 seen.locate(first, count, kTileRows, runs, room,
                             [&](std::int64_t i, const Position& row) { results[i] = place(row); });
               }},
              {weights.data(), terms, g.channels, 1, terms});
}

}  // namespace

void correlate(const Tensor& image, const Tensor& kernel, const Windows& windows, Tensor& result) {
  const WindowGeometry g = geometry_of(image, windows);
  const std::int64_t filters = kernel.shape().back();
  const Sights sights{along(g.axes[0]), along(g.axes[1]), along(g.axes[2])};
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const Seen<T> seen(image.data<T>().data(), g.channels, sights);
    const std::int64_t terms = seen.runs() * seen.length();
    T* const sums = result.mutable_data<T>().data();
    const auto place = [&](const Position& row) {
      std::int64_t number = row.sample;
      for (std::size_t d = 0; d < 3; ++d) number = number * sights[d].count + row.at[d];
      return sums + number * filters;
    };
    multiply<T>({g.samples * g.windows(), seen.runs(), seen.length(), terms,
                 [&](std::int64_t first, std::int64_t count, const T** runs, T** results, T* room) {
                   seen.locate(
                       first, count, kTileRows, runs, room,
                       [&](std::int64_t i, const Position& row) { results[i] = place(row); });
                 }},
                {kernel.data<T>().data(), terms, filters, filters, 1});
  });
}

void correlate_to_image(const Tensor& image, const Tensor& kernel, const Windows& windows,
                        Tensor& result) {
  const WindowGeometry g = geometry_of(result, windows);
  const auto& [depth, height, width] = g.axes;
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    for (std::int64_t z = 0; z < std::min(depth.stride, depth.places); ++z) {
      for (std::int64_t y = 0; y < std::min(height.stride, height.places); ++y) {
        for (std::int64_t x = 0; x < std::min(width.stride, width.places); ++x)
          bring_back_phase(image.data<T>().data(), kernel.data<T>().data(), g, image.shape().back(),
                           {z, y, x}, result.mutable_data<T>().data());
      }
    }
  });
}

void correlate_to_kernel(const Tensor& image, const Tensor& y, const Windows& windows,
                         Tensor& result) {
  const WindowGeometry g = geometry_of(image, windows);
  const std::int64_t filters = y.shape().back();
  const Sights sights{along(g.axes[0]), along(g.axes[1]), along(g.axes[2])};
  with_float_type(image.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const Seen<T> seen(image.data<T>().data(), g.channels, sights);
    multiply<T>({g.samples * g.windows(), seen.runs(), seen.length(), seen.runs() * seen.length(),
                 [&](std::int64_t first, std::int64_t count, const T** runs, T* room) {
                   seen.locate(first, count, kTerms, runs, room,
                               [](std::int64_t, const Position&) {});
                 }},
                {y.data<T>().data(), filters, filters}, result.mutable_data<T>().data(), filters);
  });
}

}  // namespace kassay::optimized
