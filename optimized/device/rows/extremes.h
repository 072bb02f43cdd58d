// The largest or smallest element of a row, its place, and whether all or any elements are true.
#pragma once

#include "optimized/device/bodies/listed.h"
#include "optimized/device/integers.h"
#include "optimized/device/rows/lines.h"

namespace kassay::optimized::device {

// NaN if an element of the row is NaN. A row has at least one element.
template <class T>
struct ExtremeRows {
  static constexpr const char* kName = "extremes";
  const T* x;
  T* y;
  Lines lines;
  bool largest;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    using C = ComputedOf<T>;
    const C found = team.reduce(
        lines.length, loaded(x + lines.first(row)),
        [&](long long i) { return loaded(x + lines.place(row, i)); },
        [&](C a, C b) { return (largest ? b > a : b < a) || b != b ? b : a; });
    if (team.rank() == 0) store(y + row, found);
  }
};

// The first place of the largest or smallest element, or of a NaN. A row has at least one element.
template <class T>
struct PositionRows {
  static constexpr const char* kName = "positions";
  const T* x;
  long long* y;
  Lines lines;
  bool largest;

  struct Candidate {
    ComputedOf<T> element;
    long long at;
  };
  KASSAY_BOTH bool precedes(Candidate a, Candidate b) const {
    if (largest ? a.element > b.element : a.element < b.element) return true;
    const bool is_nan = a.element != a.element;
    if (is_nan != (b.element != b.element)) return is_nan;
    return (is_nan || a.element == b.element) && a.at < b.at;
  }
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    const Candidate found = team.reduce(
        lines.length, Candidate{loaded(x + lines.first(row)), 0},
        [&](long long i) {
          return Candidate{loaded(x + lines.place(row, i)), i};
        },
        [&](Candidate a, Candidate b) { return precedes(b, a) ? b : a; });
    if (team.rank() == 0) y[row] = found.at;
  }
};

// Whether every element, or at least one, is not zero.
template <class T>
struct TruthRows {
  static constexpr const char* kName = "truths";
  const T* x;
  unsigned char* y;
  Lines lines;
  bool every;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    using Truth = unsigned char;
    const Truth truth = team.reduce(
        lines.length, static_cast<Truth>(every),
        [&](long long i) { return static_cast<Truth>(loaded(x + lines.place(row, i)) != 0); },
        [&](Truth a, Truth b) { return static_cast<Truth>(every ? a & b : a | b); });
    if (team.rank() == 0) y[row] = truth;
  }
};

// Whether fewer than k elements of the row are larger than the target's; refuses a target that is out of range.
struct AmongLargestRows {
  static constexpr const char* kName = "among largest";
  const float* x;
  Integers targets;
  unsigned char* y;
  Lines lines;
  long long k;
  int* refused;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    const long long target = targets.at(row);
    const bool is_named = target >= 0 && target < lines.length;
    const float chosen = is_named ? x[lines.place(row, target)] : 0;
    const long long larger = team.reduce(
        lines.length, 0LL, [&](long long i) { return x[lines.place(row, i)] > chosen ? 1LL : 0LL; },
        [](long long a, long long b) { return a + b; });
    if (team.rank() != 0) return;
    y[row] = larger < k;
    if (!is_named) *refused = 1;
  }
};

using ExtremeRowBodies =
    Listed<ExtremeRows<unsigned char>, ExtremeRows<signed char>, ExtremeRows<short>,
           ExtremeRows<int>, ExtremeRows<long long>, ExtremeRows<Half>, ExtremeRows<float>,
           ExtremeRows<double>, PositionRows<unsigned char>, PositionRows<signed char>,
           PositionRows<short>, PositionRows<int>, PositionRows<long long>, PositionRows<Half>,
           PositionRows<float>, PositionRows<double>, TruthRows<unsigned char>,
           TruthRows<unsigned short>, TruthRows<unsigned int>, TruthRows<unsigned long long>,
           TruthRows<Half>, TruthRows<float>, TruthRows<double>, AmongLargestRows>;

}  // namespace kassay::optimized::device
