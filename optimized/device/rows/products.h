// Products along rows, sums of integers, and cumulative sums and products.
#pragma once

#include "optimized/device/bodies/listed.h"
#include "optimized/device/rows/lines.h"

namespace kassay::optimized::device {

// Products of floats, computed in double.
template <class From, class To>
struct ProductRows {
  static constexpr const char* kName = "products";
  const From* x;
  To* y;
  Lines lines;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    const double product = team.reduce(
        lines.length, 1.0,
        [&](long long i) { return static_cast<double>(loaded(x + lines.place(row, i))); },
        [](double a, double b) { return a * b; });
    if (team.rank() == 0) store(y + row, Conversion<To, double>::of(product));
  }
};

// Sums or products of integers with that many bits, signed or not; overflow wraps.
template <class Bits>
struct IntegerRows {
  static constexpr const char* kName = "wrapping";
  const Bits* x;
  Bits* y;
  Lines lines;
  bool multiplies;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    using Wide = unsigned long long;
    const Wide result = team.reduce(
        lines.length, static_cast<Wide>(multiplies),
        [&](long long i) { return static_cast<Wide>(x[lines.place(row, i)]); },
        [&](Wide a, Wide b) { return multiplies ? a * b : a + b; });
    if (team.rank() == 0) y[row] = static_cast<Bits>(result);
  }
};

// The type for adding and multiplying elements along a row; integers wrap.
template <class T>
struct Running {
  using type = unsigned long long;
};
template <>
struct Running<Half> {
  using type = double;
};
template <>
struct Running<float> {
  using type = double;
};
template <>
struct Running<double> {
  using type = double;
};

// The sum or product of each element and all elements before it in its row.
template <class T>
struct RunningRows {
  static constexpr const char* kName = "running";
  const T* x;
  T* y;
  Lines lines;
  bool multiplies;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    using A = typename Running<T>::type;
    const A identity = static_cast<A>(multiplies ? 1.0 : -0.0);  // -0 + x is x, even for x = -0
    team.scan(
        lines.length, identity,
        [&](long long i) { return static_cast<A>(loaded(x + lines.place(row, i))); },
        [&](A a, A b) { return multiplies ? a * b : a + b; },
        [&](long long i, A held) { store(y + lines.place(row, i), Conversion<T, A>::of(held)); });
  }
};

using ProductRowBodies =
    Listed<ProductRows<Half, Half>, ProductRows<Half, double>, ProductRows<double, Half>,
           ProductRows<float, float>, ProductRows<float, double>, ProductRows<double, float>,
           ProductRows<double, double>, IntegerRows<unsigned char>, IntegerRows<unsigned short>,
           IntegerRows<unsigned int>, IntegerRows<unsigned long long>, RunningRows<unsigned char>,
           RunningRows<unsigned short>, RunningRows<unsigned int>, RunningRows<unsigned long long>,
           RunningRows<Half>, RunningRows<float>, RunningRows<double>>;

}  // namespace kassay::optimized::device
