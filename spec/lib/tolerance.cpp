#include "spec/lib/tolerance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kassay {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double ulp(double value, DType dtype) {
  if (!std::isfinite(value)) return kNaN;
  const FloatFormat format = float_format(dtype);
  const double magnitude = std::min(std::fabs(value), format.max);
  if (magnitude < format.min_normal) return format.min_subnormal;
  return std::scalbn(1.0, std::ilogb(magnitude) - format.precision + 1);
}

long double overflow_threshold(DType dtype) {
  const double max = float_format(dtype).max;
  return static_cast<long double>(max) + ulp(max, dtype) / 2;
}

bool is_representable(double value, DType dtype) {
  if (!std::isfinite(value)) return true;
  if (std::fabs(value) > float_format(dtype).max) return false;
  const double in_ulps = value / ulp(value, dtype);  // exact: the divisor is a power of two
  return in_ulps == std::nearbyint(in_ulps);
}

double roundoff_unit(double magnitude, DType dtype) {
  const FloatFormat format = float_format(dtype);
  return std::max(format.roundoff * magnitude, format.min_subnormal);
}

Limit element_limit(double expected, double magnitude, const Accuracy& accuracy, DType dtype) {
  Limit limit;
  if (!std::isfinite(expected)) return limit;
  limit.ulp = ulp(expected, dtype);
  limit.from_ulps = accuracy.ulps * limit.ulp;
  // Written so that a NaN magnitude reaches the total. A NaN total lets nothing pass.
  if (magnitude != 0) {
    const double unit = std::isnan(magnitude) ? kNaN : roundoff_unit(magnitude, dtype);
    limit.from_terms = roundings(accuracy) * unit;
  }
  limit.atol = accuracy.atol;
  limit.total = limit.from_ulps + limit.from_terms + limit.atol;
  return limit;
}

double roundings(const Accuracy& accuracy) {
  if (accuracy.terms > 0) return 2 * (1 + std::sqrt(accuracy.terms));
  return accuracy.ulps > 0 ? 1 : 0;
}

Limit stated_limit(double limit) { return {.total = limit}; }

double rms_limit(const Accuracy& accuracy) {
  return accuracy.ulps + 1 + std::sqrt(accuracy.terms) / 2;
}

ElementCheck check_element(double actual, double expected, const Limit& limit, DType dtype,
                           bool sign_of_zero) {
  constexpr ElementCheck kRight{true, 0};
  constexpr ElementCheck kWrong{false, std::numeric_limits<long double>::infinity()};
  if (std::isinf(limit.total)) return kRight;
  if (std::isnan(expected)) return std::isnan(actual) ? kRight : kWrong;
  if (std::isinf(expected)) return actual == expected ? kRight : kWrong;
  if (std::isnan(actual) || !(limit.total >= 0)) return kWrong;

  const long double size = std::fabs(static_cast<long double>(expected));
  if (std::isinf(actual)) {
    if (std::signbit(actual) != std::signbit(expected)) return kWrong;
    const long double beyond = std::max(0.0L, overflow_threshold(dtype) - size);
    return beyond <= limit.total ? ElementCheck{true, beyond} : kWrong;
  }
  if (actual == 0 && expected == 0) {
    const bool wrong_sign = sign_of_zero && std::signbit(actual) != std::signbit(expected);
    return wrong_sign ? kWrong : kRight;
  }
  if (actual == 0) {
    const long double to_subnormal =
        size - static_cast<long double>(float_format(dtype).min_normal);
    // Strictly less: the smallest normal number itself is never flushed.
    if (to_subnormal < 0) return kRight;
    if (to_subnormal < limit.total) return {true, to_subnormal};
  }
  const long double error = std::fabs(static_cast<long double>(actual) - expected);
  return {error <= limit.total, error};
}

void RootMeanSquare::add(double expected, double magnitude, long double error) {
  if (!std::isfinite(expected) || !(magnitude > 0)) return;
  const long double scaled = error / roundoff_unit(magnitude, dtype_);
  sum_of_squares_ += scaled * scaled;
  ++count_;
}

std::optional<long double> RootMeanSquare::value() const {
  if (accuracy_.terms == 0 || count_ < kFewestElementsForRms) return std::nullopt;
  return std::sqrt(sum_of_squares_ / static_cast<long double>(count_));
}

double margin_of(long double error, double limit) {
  if (error == 0) return 0;
  if (!(limit > 0)) return std::numeric_limits<double>::infinity();
  return static_cast<double>(error / limit);
}

}  // namespace kassay
