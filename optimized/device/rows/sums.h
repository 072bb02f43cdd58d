// Sums along rows and results derived from them.
#pragma once

#include "optimized/device/bodies/listed.h"
#include "optimized/device/rows/lines.h"

namespace kassay::optimized::device {

// Sums of floats in double, each divided by `divisor`.
template <class From, class To>
struct SumRows {
  static constexpr const char* kName = "sums";
  const From* x;
  To* y;
  Lines lines;
  double divisor;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    const double sum = team.reduce(
        lines.length, 0.0,
        [&](long long i) { return static_cast<double>(loaded(x + lines.place(row, i))); },
        [](double a, double b) { return a + b; });
    if (team.rank() == 0) store(y + row, Conversion<To, double>::of(sum / divisor));
  }
};

// exp(x - largest) / their sum. NaN if an element of the row is NaN.
template <class T>
struct SoftmaxRows {
  static constexpr const char* kName = "softmax";
  const T* x;
  T* y;
  Lines lines;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    using C = ComputedOf<T>;
    const C largest = team.reduce(
        lines.length, -static_cast<C>(__builtin_huge_val()),
        [&](long long i) { return loaded(x + lines.place(row, i)); },
        [](C a, C b) { return a > b || a != a ? a : b; });
    const double sum = team.reduce(
        lines.length, 0.0,
        [&](long long i) {
          return static_cast<double>(exponential(loaded(x + lines.place(row, i)) - largest));
        },
        [](double a, double b) { return a + b; });
    team.make(
        lines.length,
        [&](long long i) {
          return exponential(loaded(x + lines.place(row, i)) - largest) / static_cast<C>(sum);
        },
        [&](long long i, C share) { store(y + lines.place(row, i), share); });
  }
};

// For parts of rows: sums of exp(x - largest), given the largest element of each whole row.
template <class T>
struct PowerSumRows {
  static constexpr const char* kName = "sums of powers";
  const T *x, *largest;
  double* y;
  Lines lines;
  long long parts;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    const auto shift = loaded(largest + lines.whole(row, parts));
    const double sum = team.reduce(
        lines.length, 0.0,
        [&](long long i) {
          return static_cast<double>(exponential(loaded(x + lines.place(row, i)) - shift));
        },
        [](double a, double b) { return a + b; });
    if (team.rank() == 0) y[row] = sum;
  }
};

// The last step: exp(x - largest) / sum.
template <class T>
struct ShareRows {
  static constexpr const char* kName = "shares";
  const T *x, *largest;
  const double* sums;
  T* y;
  Lines lines;
  long long parts;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    using C = ComputedOf<T>;
    const long long whole = lines.whole(row, parts);
    const C shift = loaded(largest + whole), sum = static_cast<C>(sums[whole]);
    team.make(
        lines.length,
        [&](long long i) { return exponential(loaded(x + lines.place(row, i)) - shift) / sum; },
        [&](long long i, C share) { store(y + lines.place(row, i), share); });
  }
};

using SumRowBodies =
    Listed<SumRows<Half, Half>, SumRows<Half, double>, SumRows<double, Half>, SumRows<float, float>,
           SumRows<float, double>, SumRows<double, float>, SumRows<double, double>,
           SoftmaxRows<Half>, SoftmaxRows<float>, SoftmaxRows<double>, PowerSumRows<Half>,
           PowerSumRows<float>, PowerSumRows<double>, ShareRows<Half>, ShareRows<float>,
           ShareRows<double>>;

}  // namespace kassay::optimized::device
