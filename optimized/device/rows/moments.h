// Variances, norms, and logarithms of sums of exponentials along rows.
#pragma once

#include "optimized/device/bodies/listed.h"
#include "optimized/device/rows/lines.h"

namespace kassay::optimized::device {

// The variance of each row, or its root. If `variances` is given, the elements are means of equally many numbers, and the mean of their
// variances is added to the variance of the means.
template <class From, class To>
struct VarianceRows {
  static constexpr const char* kName = "variances";
  const From* x;
  const double* variances;  // null if the elements are single numbers
  To* y;
  double* means;  // of the rows; null if they are not needed
  Lines lines;
  bool is_root;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    const auto element = [&](long long i) {
      return static_cast<double>(loaded(x + lines.place(row, i)));
    };
    const auto add = [](double a, double b) { return a + b; };
    const auto length = static_cast<double>(lines.length);
    const double mean = team.reduce(lines.length, 0.0, element, add) / length;
    const double squares = team.reduce(
        lines.length, 0.0,
        [&](long long i) {
          const double deviation = element(i) - mean;
          const double within = variances == nullptr ? 0 : variances[lines.place(row, i)];
          return deviation * deviation + within;
        },
        add);
    if (team.rank() != 0) return;
    const double variance = squares / length;
    store(y + row, Conversion<To, double>::of(is_root ? square_root(variance) : variance));
    if (means != nullptr) means[row] = mean;
  }
};

// log(sum(exp(x))), shifted by the largest element so that nothing overflows; no shift if that element is not finite.
template <class From, class To>
struct LogSumExpRows {
  static constexpr const char* kName = "logsumexp";
  const From* x;
  To* y;
  Lines lines;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    using C = ComputedOf<From>;
    const C infinity = static_cast<C>(__builtin_huge_val());
    const C largest = team.reduce(
        lines.length, -infinity, [&](long long i) { return loaded(x + lines.place(row, i)); },
        [](C a, C b) { return a > b || a != a ? a : b; });
    const C shift = absolute(largest) < infinity ? largest : C{0};
    const double sum = team.reduce(
        lines.length, 0.0,
        [&](long long i) {
          return static_cast<double>(exponential(loaded(x + lines.place(row, i)) - shift));
        },
        [](double a, double b) { return a + b; });
    if (team.rank() == 0) {
      store(y + row, Conversion<To, double>::of(static_cast<double>(shift) + logarithm(sum)));
    }
  }
};

// x divided by the root of the sum of squares of its row; a row of zeros stays zero.
template <class T>
struct NormalizedRows {
  static constexpr const char* kName = "l2 normalize";
  const T* x;
  T* y;
  Lines lines;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    const double largest = team.reduce(
        lines.length, 0.0,
        [&](long long i) { return absolute(static_cast<double>(loaded(x + lines.place(row, i)))); },
        [](double a, double b) { return a > b || a != a ? a : b; });
    // Scales by a power of two, so that no square overflows or vanishes.
    double scale = 1;
    if (largest > 0 && largest < __builtin_huge_val()) {
      constexpr int kMostExponent = 1022;  // the reciprocal is normal, too
      const int exponent = -::ilogb(largest);
      scale = ::scalbn(1.0, exponent < kMostExponent ? exponent : kMostExponent);
    }
    const auto scaled = [&](long long place) {
      return scale * static_cast<double>(loaded(x + place));
    };
    const double sum = team.reduce(
        lines.length, 0.0,
        [&](long long i) {
          const double element = scaled(lines.place(row, i));
          return element * element;
        },
        [](double a, double b) { return a + b; });
    const double norm = square_root(sum);
    team.make(
        lines.length,
        [&](long long i) {
          return Conversion<T, double>::of(norm == 0 ? 0 : scaled(lines.place(row, i)) / norm);
        },
        [&](long long i, ComputedOf<T> element) { store(y + lines.place(row, i), element); });
  }
};

using MomentRowBodies =
    Listed<VarianceRows<Half, Half>, VarianceRows<Half, double>, VarianceRows<double, Half>,
           VarianceRows<float, float>, VarianceRows<float, double>, VarianceRows<double, float>,
           VarianceRows<double, double>, LogSumExpRows<Half, Half>, LogSumExpRows<Half, double>,
           LogSumExpRows<double, Half>, LogSumExpRows<float, float>, LogSumExpRows<float, double>,
           LogSumExpRows<double, float>, LogSumExpRows<double, double>, NormalizedRows<Half>,
           NormalizedRows<float>, NormalizedRows<double>>;

}  // namespace kassay::optimized::device
