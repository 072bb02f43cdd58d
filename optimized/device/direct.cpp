#include "optimized/device/direct.h"

#include "optimized/device/kernels/lines.h"

namespace kassay::optimized::device {
namespace {

template <class T>
Rows rows_of(const Product& p) {
  return {MultiplyRows<T>{reinterpret_cast<const T*>(p.a.data),
                          reinterpret_cast<const T*>(p.b.data),
                          reinterpret_cast<T*>(p.c),
                          p.rows,
                          p.terms,
                          p.columns,
                          {p.a.batch_stride, p.a.row_stride, p.a.column_stride},
                          {p.b.batch_stride, p.b.row_stride, p.b.column_stride},
                          {p.c_batch_stride, p.c_row_stride, 1}},
          p.batch * p.rows * p.columns, p.terms};
}

template <class T>
Rows rows_of(const Correlation& c) {
  const WindowGeometry& windows = c.windows;
  const Correlated<T> arrays{windows,
                             reinterpret_cast<T*>(c.images),
                             reinterpret_cast<T*>(c.kernel),
                             reinterpret_cast<T*>(c.results),
                             c.filters,
                             c.multiplier(),
                             c.is_depthwise};
  switch (c.kind) {
    case Correlation::Kind::kForward:
      return {CorrelateRows<T>{arrays}, windows.samples * windows.windows() * c.filters,
              windows.elements() * (c.is_depthwise ? 1 : windows.channels)};
    case Correlation::Kind::kToImages:
      return {CorrelateToImageRows<T>{arrays},
              windows.samples * windows.pixels() * windows.channels,
              windows.elements() * arrays.multiplier};
    default:
      return {CorrelateToKernelRows<T>{arrays},
              windows.elements() * windows.channels * arrays.multiplier,
              windows.samples * windows.windows()};
  }
}

template <class What>
Rows rows_in_dtype(const What& what) {
  Rows rows{};
  with_float(what.dtype, [&](auto sample) { rows = rows_of<decltype(sample)>(what); });
  return rows;
}

}  // namespace

Rows direct(const Product& product) { return rows_in_dtype(product); }
Rows direct(const Correlation& correlation) { return rows_in_dtype(correlation); }

}  // namespace kassay::optimized::device
