// Whether two answers to a case agree: whether both can be right. Golden values are not used.
//
// For a floating element let a and b be two right answers to the true value e, L(e) the limit of
// tolerance.h, ulps * ulp(e) + R with R the parts that do not depend on e, and M the larger of |a|
// and |b|. Then
//
//   |a - b|  <=  2 (ulps * ulp(M) + R)
//
// so that two answers further apart than that cannot both be right. No allowance for e being in a
// higher binade than a and b is needed:
//
// - Where |e| <= M, ulp(e) <= ulp(M), and |a - b| <= |a - e| + |b - e| <= 2 L(e) is the bound.
// - Where |e| > M, |a - b| is at most one L(e), the larger of the two errors: a and b are on one side
//   of e, and what lies beyond zero is further from e than from anything nearer to zero than e.
//   With ulp(e) <= 2 ulp(M) that is within the bound.
// - Else |e| > 2 M. Let d be the share of ulps * ulp(e) in |e|, at most ulps * 2^(1 - precision),
//   and d <= 1/4: up to 256 ulps of a float16, where the specification has 4. From
//   |e| / 2 < |e| - M <= d |e| + R follows |e| < 4 R; where a, b are of one sign,
//   |a - b| <= M < |e| / 2 < 2 R. Where they are not, one error is above |e|, |e| <= d |e| + R, and
//   |a - b| <= 2 M < |e| <= R / (1 - d) < 2 R.
//
// At the ends of the range, as in tolerance.h: infinity agrees with finite numbers up to the bound
// below the overflow threshold (ulp(M) is then that of the largest number), zero with numbers up
// to the bound above the subnormal ones; both follow by the same steps. NaN agrees with NaN only,
// an infinity with that infinity. The sign of zero does not matter: only e tells which one is right.
//
// The root mean square of (a - b) / r is at most twice the limit of each, by the triangle inequality. e
// is finite where a or b is: these are summed up and must be enough for the limit to apply; all
// that might be finite count in the mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/compare/compare.h"
#include "spec/lib/tolerance.h"

namespace kassay::compare {

struct Disagreement {
  Check check = Check::kElement;
  int output = 0;
  std::vector<std::int64_t>
      index;                  // of the worst element, the one with the largest share of its bound
  std::string first, second;  // numbers in shortest round-trip form
  double difference = 0;      // infinite if no number describes it
  double limit = 0;
  std::int64_t differing = 0, elements = 0;
};

struct Agreement {
  double margin = 0;     // the largest difference / limit; above 1 where one is exceeded
  bool sampled = false;  // only dtype and shape of a random output were compared
  std::optional<Disagreement> disagreement;  // of the first output that has one
};

// The bound above, in its parts. `magnitude` is the magnitude of the element in the vectors.
Limit agreement_limit(double a, double b, double magnitude, const Accuracy& accuracy, DType dtype);

// Elements of a floating dtype; the error is the difference.
ElementCheck check_agreement(double a, double b, const Limit& limit, DType dtype);

// Two answers to a case in one mode (modes.h). `expectation` is that of the case; it gives the
// kinds of outputs and the magnitudes. An output whose shape differs from the expected one has no
// magnitude. Errors agree if their kinds do, or if the case allows both.
Agreement compare_answers(const Answer& first, const Answer& second, const Case& test_case,
                          const Expectation& expectation);

}  // namespace kassay::compare
