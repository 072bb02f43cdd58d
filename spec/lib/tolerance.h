// The tolerance: how far an element may be from the true value.
//
// With e the true value, u the unit roundoff of the tested dtype, m the magnitude that the oracle
// gives with e, and r, the roundoff of m, the larger of u * m and the smallest subnormal number:
//
//   every element        |actual - e|      <=  ulps * ulp(e)  +  n * r  +  atol
//   rms over a tensor    |actual - e| / r  <=  ulps + 1 + sqrt(terms) / 2
//
// With terms, m is the sum of the absolute values of the terms that were added to make e, and n is
// 2 (1 + sqrt(terms)). Without, m is the condition of the last function on the way to e, and n is 1
// (see below), or 0 if ulps is 0 too. Where m is 0 the middle part is absent. The rms is taken
// where terms > 0, over the elements with finite e and m > 0 if they are 64 or more. All of ulps,
// terms and atol zero means bit-exact. r is u * m except among the smallest numbers, where rounding
// errors stop shrinking with the terms: a product that is subnormal is rounded to a multiple of the
// smallest one. ulp(e) is that of the powers of two between which e itself lies, not e rounded to
// the dtype.
//
// The condition. A function f of the mathematical library may round its argument x once, as one that
// reduces arguments in its own precision does. This changes the result by up to u |x f'(x)|. Where
// |x f'(x)| is not larger than |f(x)|, the ulps cover it, and the oracle gives the condition 0.
// Next to a root they do not, however many they are; in the API these are the roots of log, sin and
// cos. There m is |x f'(x)|, with f' from the oracle, so that the middle part is that one rounding.
//
// - It is one rounding, half an ulp of x, and not more: x is a number of the dtype, and a function
//   that uses it exactly does not make this error.
// - A large x counts as what is left of it when it is reduced: at most half a turn, pi, for sin and
//   cos; at most 1 for the others, as exp takes whole powers of 2 from its result. The reduction
//   must be exact to within that rounding. So the part is never more than u * pi, and the limit of
//   exp(x), where |x f'(x)| is |x| times the result, stays that of the ulps. A reduction by a
//   rounded 2 pi, which loses more with every turn, is a fault.
// - At the root itself, where e is 0, nothing is excused: log(1) is 0.
// - Sums, products, quotients, roots and powers do not get this part. Each rounds its result, not its
//   arguments, and |x f'(x) / f(x)| is bounded (1/2 for sqrt, 2 for square, the exponent for pow).
// - Where the documents print a formula, the function may round the argument that the formula gives
//   it: 1 + exp(x) in softplus (D-218).
//
// The numbers of a dtype end, and e, which is stored as float64, may lie beyond either end:
//
// - Overflow. A value whose magnitude is at least the largest finite number plus half its ulp
//   rounds to infinity, so where e is one, infinity of its sign is right. Where [e - limit,
//   e + limit] reaches across that threshold, infinity and the finite numbers within the limit are
//   both right; the error of infinity is then the distance from e to the threshold, or 0 where e
//   lies beyond it. The infinity of the other sign is never right.
// - Underflow. A backend may flush subnormal results to zero. Where e, or a value within the
//   limit of e, is below the smallest normal number in magnitude, zero of either sign is right; its
//   error is the distance from e to the subnormal numbers, |e| less the smallest normal number, or
//   0 where e is one of them.
// - An infinite e allows that infinity only, a NaN any NaN, whatever its sign and payload. A finite
//   e allows no NaN.
//
// The errors of infinity and of zero are these in the rms too. The sign of zero counts only where a
// case says so, and there only where e itself is zero.
//
// A case may state the limit of each element itself, as the programs of `kassay fuzz` do, whose calls
// each add their own; it then replaces the sum above, and the rms is not taken. An infinite limit means
// that nothing is judged there: any value is right, of the right dtype and shape.
//
// Three implementations state this independently: this one, the generator's
// (generators/kassay_generators/vectors/tolerance.py) and the crosscheck's
// (conformance/trials/outside/crosscheck/tolerance.py). spec/tolerance_examples.json tests all three.
#pragma once

#include <cstdint>
#include <optional>

#include "spec/lib/dtype.h"
#include "spec/lib/vectors.h"

namespace kassay {

struct Limit {
  double ulp = 0;         // ulp(e) in the tested dtype
  double from_ulps = 0;   // ulps * ulp(e)
  double from_terms = 0;  // n r
  double atol = 0;
  double total = 0;
};

// The step between the numbers of the dtype in the binade of `value`: the smallest subnormal near
// zero, the last step there is from the largest finite number on. NaN for infinity and NaN.
double ulp(double value, DType dtype);

// The smallest magnitude that rounds to infinity; for float64 it is beyond the doubles.
long double overflow_threshold(DType dtype);

// Whether the dtype holds `value` without rounding. Infinities and NaN are held.
bool is_representable(double value, DType dtype);

// All parts are 0 if `expected` is infinite or NaN: no error is allowed there.
Limit element_limit(double expected, double magnitude, const Accuracy& accuracy, DType dtype);

// n above: how many times r is allowed.
double roundings(const Accuracy& accuracy);

// A limit that a case states itself.
Limit stated_limit(double limit);

// r above, also the unit of the rms.
double roundoff_unit(double magnitude, DType dtype);

// An answer and how far it is from the truth.
struct ElementCheck {
  bool passed = false;
  long double error = 0;  // infinite if no finite error describes the difference
};

// One element of a floating dtype, which `actual` holds exactly. A NaN limit lets nothing pass.
ElementCheck check_element(double actual, double expected, const Limit& limit, DType dtype,
                           bool sign_of_zero);

// error / limit; 0 / 0 is 0, and anything else over 0 is infinite.
double margin_of(long double error, double limit);

inline constexpr std::int64_t kFewestElementsForRms = 64;
double rms_limit(const Accuracy& accuracy);

// Collects the errors of a tensor's elements, in r.
class RootMeanSquare {
 public:
  RootMeanSquare(const Accuracy& accuracy, DType dtype) : accuracy_(accuracy), dtype_(dtype) {}

  // Leaves out an element that does not count.
  void add(double expected, double magnitude, long double error);

  std::int64_t count() const { return count_; }
  // None where the rms is not taken.
  std::optional<long double> value() const;

 private:
  Accuracy accuracy_;
  DType dtype_;
  long double sum_of_squares_ = 0;
  std::int64_t count_ = 0;
};

}  // namespace kassay
