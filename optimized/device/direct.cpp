#include "optimized/device/direct.h"

#include "optimized/device/kernels/lines.h"

namespace kassay::optimized::device {
namespace {

CorrelationShape shape_of(const Correlation& c) {
  const auto multiplier = c.is_depthwise ? c.filters / c.channels : c.filters;
  CorrelationShape shape{
      c.channels, c.filters, multiplier, c.is_depthwise, static_cast<int>(c.rank), {}};
  for (std::size_t d = 0; d < c.rank; ++d) {
    const Correlation::Axis& axis = c.axes[d];
    shape.axes[d] = {axis.places, axis.size, axis.stride, axis.dilation, axis.before, axis.count};
  }
  return shape;
}

template <class T>
Rows rows_of(const Correlation& c) {
  const CorrelationShape shape = shape_of(c);
  auto *const images = reinterpret_cast<T*>(c.images),
              *const kernel = reinterpret_cast<T*>(c.kernel),
              *const results = reinterpret_cast<T*>(c.results);
  switch (c.kind) {
    case Correlation::Kind::kForward:
      return {CorrelateRows<T>{images, kernel, results, shape},
              c.samples * shape.windows() * c.filters,
              shape.elements() * (c.is_depthwise ? 1 : c.channels)};
    case Correlation::Kind::kToImages:
      return {CorrelateToImageRows<T>{results, kernel, images, shape},
              c.samples * shape.places() * c.channels, shape.elements() * shape.multiplier};
    default:
      return {CorrelateToKernelRows<T>{images, results, kernel, shape, c.samples},
              shape.elements() * c.channels * shape.multiplier, c.samples * shape.windows()};
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
