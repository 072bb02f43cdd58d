#include "optimized/device/direct.h"

#include <iterator>

#include "optimized/device/kernels/lines.h"

namespace kassay::optimized::device {
namespace {

template <class T>
Rows rows_of(const Correlation& c) {
  Correlated<T> arrays{{},
                       reinterpret_cast<T*>(c.images),
                       reinterpret_cast<T*>(c.kernel),
                       reinterpret_cast<T*>(c.results),
                       c.filters,
                       c.is_depthwise ? c.filters / c.channels : c.filters,
                       c.is_depthwise};
  WindowGeometry& windows = arrays.windows;
  windows.channels = c.channels;
  for (std::size_t d = 0; d < c.rank; ++d) {
    const Correlation::Axis& axis = c.axes[d];
    windows.axes[std::size(windows.axes) - c.rank + d] = {axis.places,   axis.size,   axis.stride,
                                                          axis.dilation, axis.before, axis.count};
  }
  switch (c.kind) {
    case Correlation::Kind::kForward:
      return {CorrelateRows<T>{arrays}, c.samples * windows.windows() * c.filters,
              windows.elements() * (c.is_depthwise ? 1 : c.channels)};
    case Correlation::Kind::kToImages:
      return {CorrelateToImageRows<T>{arrays}, c.samples * windows.pixels() * c.channels,
              windows.elements() * arrays.multiplier};
    default:
      return {CorrelateToKernelRows<T>{arrays, c.samples},
              windows.elements() * c.channels * arrays.multiplier, c.samples * windows.windows()};
  }
}

}  // namespace

Rows direct(const Correlation& correlation) {
  Rows rows{};
  with_float(correlation.dtype,
             [&](auto sample) { rows = rows_of<decltype(sample)>(correlation); });
  return rows;
}

}  // namespace kassay::optimized::device
