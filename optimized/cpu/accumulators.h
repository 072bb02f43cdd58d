// The operations of reductions: sums, products and extremes.
//
// A reduction is a struct with
//   using Accumulator = ...;                                 what a partial result is
//   Accumulator identity;                                    the result of no elements
//   Accumulator combine(Accumulator a, T element);           one more element
//   Accumulator combine(Accumulator a, T element, double shift);  instead, where each result has a shift
//   Reduction merging();                                     the one that combines partial results, where it is another
#pragma once

#include <cstdint>

namespace kassay::optimized {

struct Sum {
  using Accumulator = double;
  double identity = 0;
  template <class T>
  double combine(double a, T element) const {
    return a + static_cast<double>(element);
  }
};

// Sums of integers wrap modulo 2^64.
struct WrappingSum {
  using Accumulator = std::uint64_t;
  Accumulator identity = 0;
  template <class T>
  Accumulator combine(Accumulator a, T element) const {
    return a + static_cast<Accumulator>(element);
  }
};

struct WrappingProduct {
  using Accumulator = std::uint64_t;
  Accumulator identity = 1;
  template <class T>
  Accumulator combine(Accumulator a, T element) const {
    return a * static_cast<Accumulator>(element);
  }
};

struct SumOfSquares {
  using Accumulator = double;
  double identity = 0;
  template <class T>
  double combine(double a, T element, double shift) const {
    const double deviation = static_cast<double>(element) - shift;
    return a + deviation * deviation;
  }
  Sum merging() const { return {}; }
};

struct Product {
  using Accumulator = double;
  double identity = 1;
  template <class T>
  double combine(double a, T element) const {
    return a * static_cast<double>(element);
  }
};

// NaN wins and stays: every comparison with it is false.
template <class T>
struct Largest {
  using Accumulator = T;
  T identity;
  T combine(T a, T element) const { return element > a || element != element ? element : a; }
};
template <class T>
struct Smallest {
  using Accumulator = T;
  T identity;
  T combine(T a, T element) const { return element < a || element != element ? element : a; }
};

}  // namespace kassay::optimized
