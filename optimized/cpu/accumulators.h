// What reductions combine: sums, products and extremes.
//
// A reduction is a struct with
//   using Accumulator = ...;                                      what a partial result is
//   Accumulator identity;                                         the result of no elements
//   Accumulator combine(Accumulator a, T element, double shift);  one more element; `shift` is 0 or that of the result
//   Accumulator merge(Accumulator a, Accumulator b);              two partial results
#pragma once

#include <cstdint>

namespace kassay::optimized {

struct Sum {
  using Accumulator = double;
  double identity = 0;
  template <class T>
  double combine(double a, T element, double shift) const {
    return a + (static_cast<double>(element) - shift);
  }
  double merge(double a, double b) const { return a + b; }
};

// Of integers: modulo 2^64.
struct WrappingSum {
  using Accumulator = std::uint64_t;
  Accumulator identity = 0;
  template <class T>
  Accumulator combine(Accumulator a, T element, double /*shift*/) const {
    return a + static_cast<Accumulator>(element);
  }
  Accumulator merge(Accumulator a, Accumulator b) const { return a + b; }
};

struct WrappingProduct {
  using Accumulator = std::uint64_t;
  Accumulator identity = 1;
  template <class T>
  Accumulator combine(Accumulator a, T element, double /*shift*/) const {
    return a * static_cast<Accumulator>(element);
  }
  Accumulator merge(Accumulator a, Accumulator b) const { return a * b; }
};

struct SumOfSquares {
  using Accumulator = double;
  double identity = 0;
  template <class T>
  double combine(double a, T element, double shift) const {
    const double deviation = static_cast<double>(element) - shift;
    return a + deviation * deviation;
  }
  double merge(double a, double b) const { return a + b; }
};

struct Product {
  using Accumulator = double;
  double identity = 1;
  template <class T>
  double combine(double a, T element, double /*shift*/) const {
    return a * static_cast<double>(element);
  }
  double merge(double a, double b) const { return a * b; }
};

// NaN wins, and stays: no comparison with it is true.
template <class T>
struct Largest {
  using Accumulator = T;
  T identity;
  T combine(T a, T element, double /*shift*/) const {
    return element > a || element != element ? element : a;
  }
  T merge(T a, T b) const { return combine(a, b, 0); }
};
template <class T>
struct Smallest {
  using Accumulator = T;
  T identity;
  T combine(T a, T element, double /*shift*/) const {
    return element < a || element != element ? element : a;
  }
  T merge(T a, T b) const { return combine(a, b, 0); }
};

}  // namespace kassay::optimized
