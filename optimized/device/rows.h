// What a team of threads does for each row of something: on the host the team is one.
//
// A team has size() members, of which each has its rank().
//   team.each(n, f)           f(i) for each i below n, shared among the members; then all wait for each other
//   team.reduce(n, identity, f, combine)
//                             f(0), ..., f(n - 1) combined; every member gets it. The order follows from n and the size of the team
//   team.scan(n, identity, f, combine, store)
//                             store(i, f(0), ..., f(i) combined) for each i below n
#pragma once

#include <variant>

#include "optimized/device/functions.h"

namespace kassay::optimized::device {

// Elements of a row-major array as (outer, length, inner): a row has `length` elements that are `inner` apart.
struct Lines {
  long long length, inner;
  KASSAY_BOTH long long first(long long row) const {
    return row / inner * length * inner + row % inner;
  }
  KASSAY_BOTH long long place(long long row, long long i) const { return first(row) + i * inner; }
};

// Sums of floats, in double; each divided by `divisor`.
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

// exp(x - largest) / their sum. NaN where one of the row is NaN.
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
    team.each(lines.length, [&](long long i) {
      const long long place = lines.place(row, i);
      store(y + place, exponential(loaded(x + place) - largest) / static_cast<C>(sum));
    });
  }
};

using RowBody = std::variant<SumRows<Half, Half>, SumRows<Half, double>, SumRows<double, Half>,
                             SumRows<float, float>, SumRows<float, double>, SumRows<double, float>,
                             SumRows<double, double>, SoftmaxRows<Half>, SoftmaxRows<float>,
                             SoftmaxRows<double>>;

}  // namespace kassay::optimized::device
