// Cross-entropies of classes along rows.
#pragma once

#include "optimized/device/bodies/listed.h"
#include "optimized/device/integers.h"
#include "optimized/device/limited_logarithm.h"
#include "optimized/device/rows/lines.h"

namespace kassay::optimized::device {

// -log of the share of each class in its row: of probabilities divided by their sum and limited, or of the softmax of logits.
template <class C>
struct Costs {
  bool from_logits;
  LimitedLogarithm<C> limited;
  C largest;   // of logits
  double sum;  // of the probabilities, or of the exponentials of the logits
  KASSAY_BOTH C of(C element) const {
    if (!from_logits) return -limited.of(element / static_cast<C>(sum));
    return static_cast<C>(logarithm(sum)) - (element - largest);
  }
};

template <class T, class Team>
KASSAY_BOTH Costs<ComputedOf<T>> costs_of(const T* x, const Lines& lines, bool from_logits,
                                          const LimitedLogarithm<ComputedOf<T>>& limited,
                                          Team& team, long long row) {
  using C = ComputedOf<T>;
  const auto element = [&](long long i) { return loaded(x + lines.place(row, i)); };
  C largest{0};
  if (from_logits) {
    largest = team.reduce(lines.length, -static_cast<C>(__builtin_huge_val()), element,
                          [](C a, C b) { return a > b || a != a ? a : b; });
  }
  const double sum = team.reduce(
      lines.length, 0.0,
      [&](long long i) {
        return static_cast<double>(from_logits ? exponential(element(i) - largest) : element(i));
      },
      [](double a, double b) { return a + b; });
  return {from_logits, limited, largest, sum};
}

// sum(target * costs).
template <class T>
struct CrossentropyRows {
  static constexpr const char* kName = "categorical crossentropy";
  const T *target, *x;
  T* y;
  Lines lines;
  bool from_logits;
  LimitedLogarithm<ComputedOf<T>> limited;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    const auto costs = costs_of(x, lines, from_logits, limited, team, row);
    const double loss = team.reduce(
        lines.length, 0.0,
        [&](long long i) {
          const long long place = lines.place(row, i);
          return static_cast<double>(costs.of(loaded(x + place)) * loaded(target + place));
        },
        [](double a, double b) { return a + b; });
    if (team.rank() == 0) store(y + row, Conversion<T, double>::of(loss));
  }
};

// The cost of the target's class; refuses a target that is out of range.
template <class T>
struct SparseCrossentropyRows {
  static constexpr const char* kName = "sparse categorical crossentropy";
  Integers target;
  const T* x;
  T* y;
  Lines lines;
  bool from_logits;
  LimitedLogarithm<ComputedOf<T>> limited;
  int* refused;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    const auto costs = costs_of(x, lines, from_logits, limited, team, row);
    if (team.rank() != 0) return;
    const long long label = target.at(row);
    if (label < 0 || label >= lines.length) {
      *refused = 1;
    } else {
      store(y + row, costs.of(loaded(x + lines.place(row, label))));
    }
  }
};

using LossRowBodies = Listed<CrossentropyRows<Half>, CrossentropyRows<float>,
                             CrossentropyRows<double>, SparseCrossentropyRows<Half>,
                             SparseCrossentropyRows<float>, SparseCrossentropyRows<double>>;

}  // namespace kassay::optimized::device
