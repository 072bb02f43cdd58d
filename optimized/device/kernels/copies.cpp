// Repetition and its gradient, enlarged images and volumes, tensors filled with a value.
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "optimized/device/kernels/kernels.h"
#include "optimized/device/kernels/lines.h"
#include "optimized/device/kernels/moves.h"
#include "optimized/layouts.h"
#include "reference/graph/data_format.h"
#include "reference/graph/sizes.h"

namespace kassay::optimized::device {
namespace {

using reference::Format;
using reference::Integers;
using reference::Settings;
using reference::Sizes;

// The gradient of copying each element times[d] times along dimension d: next to each other, or the dimension as a whole.
bool sum_copies(const Tensor& g, const Integers& times, bool are_next, Tensor& result,
                Recorder& recorder) {
  if (g.dtype() != result.dtype()) return false;
  Shape shape = result.shape();
  std::int64_t copies = 1;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    shape[d] *= times[d];
    copies *= times[d];
  }
  const std::vector<std::int64_t> strides = strides_of(shape);
  Layout first{.rank = 0}, others{.rank = 0};
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const std::int64_t size = result.shape()[d];
    if (!add_dimension(first, {size, strides[d] * (are_next ? times[d] : 1), 0, size}) ||
        !add_dimension(others, {times[d], strides[d] * (are_next ? 1 : size), 0, times[d]}))
      return false;
  }
  return with_float(g.dtype(), [&](auto sample) {
    using T = decltype(sample);
    recorder.add(Each{SumCopies<T>{elements<T>(g), elements<T>(result), first, others, copies},
                      result.size()});
  });
}

bool repeat_back(const Tensor&, std::int64_t n, const Tensor& g, std::int64_t, Tensor& result,
                 Recorder& recorder) {
  return sum_copies(g, {n, 1}, true, result, recorder);
}

bool repeat_elements_back(const Tensor& x, std::int64_t rep, std::int64_t axis, const Tensor& g,
                          std::int64_t, Tensor& result, Recorder& recorder) {
  Integers times(x.shape().size(), 1);
  times[static_cast<std::size_t>(reference::normalize_axis(axis, x.rank()))] = rep;
  return sum_copies(g, times, true, result, recorder);
}

bool tile_back(const Tensor&, const Sizes& n, const Tensor& g, std::int64_t, Tensor& result,
               Recorder& recorder) {
  return sum_copies(g, n.numbers, false, result, recorder);
}

// One factor per dimension of images or volumes with that rank.
Integers factors_of_all(const Integers& factors, std::int64_t rank, const Format& data_format,
                        const Settings& settings) {
  Integers times = factors;
  times.insert(times.begin(), reference::channels_first(data_format, settings) ? 2 : 1, 1);
  times.resize(static_cast<std::size_t>(rank), 1);
  return times;
}

bool resize_images(const Tensor& x, std::int64_t height_factor, std::int64_t width_factor,
                   const Format& data_format, const std::string& interpolation,
                   const Settings& settings, Tensor& result, Recorder& recorder) {
  if (interpolation == "nearest") {
    return add_move(x,
                    path_of_repetition(x.shape(), factors_of_all({height_factor, width_factor},
                                                                 x.rank(), data_format, settings)),
                    result, recorder);
  }
  if (x.dtype() != result.dtype()) return false;
  const bool first = reference::channels_first(data_format, settings);
  const Shape& shape = x.shape();
  return with_float(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    recorder.add(Each{
        Interpolate<T>{elements<T>(x), elements<T>(result), shape[first ? 2 : 1],
                       shape[first ? 3 : 2], first ? 1 : shape[3], height_factor, width_factor},
        result.size()});
  });
}

bool resize_volumes(const Tensor& x, std::int64_t depth_factor, std::int64_t height_factor,
                    std::int64_t width_factor, const Format& data_format, const Settings& settings,
                    Tensor& result, Recorder& recorder) {
  return add_move(
      x,
      path_of_repetition(x.shape(), factors_of_all({depth_factor, height_factor, width_factor},
                                                   x.rank(), data_format, settings)),
      result, recorder);
}

bool resize_volumes_back(const Tensor& x, std::int64_t depth_factor, std::int64_t height_factor,
                         std::int64_t width_factor, const Format& data_format,
                         const Settings& settings, const Tensor& g, std::int64_t, Tensor& result,
                         Recorder& recorder) {
  return sum_copies(
      g,
      factors_of_all({depth_factor, height_factor, width_factor}, x.rank(), data_format, settings),
      true, result, recorder);
}

// Writes 1 to the elements 0, step, 2 * step, ...
void add_ones(Tensor& result, std::int64_t count, std::int64_t step, Recorder& recorder) {
  Tensor one(result.dtype(), {});
  set_element(one, 0, 1);
  with_bits(result.dtype(), [&](auto sample) {
    using Bits = decltype(sample);
    recorder.add(
        Each{Fill<Bits>{elements<Bits>(result), *elements<Bits>(std::as_const(one)), step}, count});
  });
}

void add_zeros(Tensor& result, Recorder& recorder) {
  recorder.add(Zero{result.mutable_bytes().data(), result.byte_size()});
}

template <class First, bool kOnes>
bool fill(const First& /*shape or x*/, const Value& /*dtype*/, const Value& /*name*/,
          Tensor& result, Recorder& recorder) {
  if (kOnes) {
    add_ones(result, result.size(), 1, recorder);
  } else {
    add_zeros(result, recorder);
  }
  return true;
}

bool eye(const Value& /*size*/, const Value& /*dtype*/, const Value& /*name*/, Tensor& result,
         Recorder& recorder) {
  const std::int64_t size = result.shape().front();
  add_zeros(result, recorder);
  add_ones(result, size, size + 1, recorder);
  return true;
}

// With only integers below this bound, sums and products are exact.
constexpr double kWhole = 0x1p31;

bool is_small_and_whole(double number) {
  return std::fabs(number) < kWhole && number == std::trunc(number);
}

bool arange(double start, const std::optional<double>& stop, double step, const Value& /*dtype*/,
            Tensor& result, Recorder& recorder) {
  const double first = stop ? start : 0;
  if (is_floating(result.dtype())) {
    return with_float(result.dtype(), [&](auto sample) {
      using T = decltype(sample);
      recorder.add(Each{Sequence<T, double>{elements<T>(result), first, step}, result.size()});
    });
  }
  if (!is_small_and_whole(first) || !is_small_and_whole(step)) return false;
  const auto add = [&](auto sample) {
    using T = decltype(sample);
    recorder.add(Each{Sequence<T, long long>{elements<T>(result), static_cast<long long>(first),
                                             static_cast<long long>(step)},
                      result.size()});
    return true;
  };
  switch (result.dtype()) {
    case DType::kBool:
      return add(false);
    case DType::kUint8:
      return add(static_cast<unsigned char>(0));
    case DType::kInt8:
      return add(static_cast<signed char>(0));
    case DType::kInt16:
      return add(static_cast<short>(0));
    case DType::kInt32:
      return add(0);
    default:
      return add(0LL);
  }
}

}  // namespace

const KernelTable& copy_kernels() {
  static const KernelTable table = {{"arange", define(arange)},
                                    {"eye", define(eye)},
                                    {"move_back.repeat", define(repeat_back)},
                                    {"move_back.repeat_elements", define(repeat_elements_back)},
                                    {"move_back.resize_volumes", define(resize_volumes_back)},
                                    {"move_back.tile", define(tile_back)},
                                    {"ones", define(fill<Value, true>)},
                                    {"ones_like", define(fill<Tensor, true>)},
                                    {"resize_images", define(resize_images)},
                                    {"resize_volumes", define(resize_volumes)},
                                    {"zeros", define(fill<Value, false>)},
                                    {"zeros_like", define(fill<Tensor, false>)}};
  return table;
}

}  // namespace kassay::optimized::device
