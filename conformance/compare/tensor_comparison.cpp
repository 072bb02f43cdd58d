#include "conformance/compare/tensor_comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "conformance/compare/verdict.h"
#include "spec/lib/json_value.h"
#include "spec/lib/text.h"
#include "spec/lib/tolerance.h"

namespace kassay::compare {
namespace {

bool is_exact(const Accuracy& accuracy) {
  return accuracy.ulps == 0 && accuracy.terms == 0 && accuracy.atol == 0;
}

std::string place(std::int64_t flat_index, const Shape& shape) {
  return " at " + wording::list_text(wording::unflatten(flat_index, shape));
}

std::string fault_of_magnitude(const ExpectedTensor& expected) {
  const Tensor& magnitude = *expected.magnitude;
  if (magnitude.dtype() != DType::kFloat64 || magnitude.shape() != expected.shape) {
    return "the magnitude is " + describe(Value(magnitude)) + ", not of the shape " +
           to_string(expected.shape) + " in float64";
  }
  const auto values = expected.value.data<double>();
  const auto magnitudes = magnitude.data<double>();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool usable = std::isfinite(magnitudes[i]) && magnitudes[i] >= 0;
    if (std::isfinite(values[i]) && !usable) {
      return "the magnitude of a finite value is " + shortest_text(magnitudes[i]) +
             place(static_cast<std::int64_t>(i), expected.shape);
    }
  }
  return "";
}

std::string fault_of_exact_values(const ExpectedTensor& expected) {
  const auto values = expected.value.data<double>();
  for (std::size_t i = 0; i < values.size(); ++i) {
    // Overflow gives infinity, for exact functions too.
    if (is_representable(values[i], expected.dtype)) continue;
    if (std::fabs(values[i]) >= overflow_threshold(expected.dtype)) continue;
    return "the accuracy is exact, but the expected value " + shortest_text(values[i]) +
           " is not a " + std::string(dtype_name(expected.dtype)) +
           place(static_cast<std::int64_t>(i), expected.shape);
  }
  return "";
}

// What the numbers of a wrong element do not show by themselves.
std::string note_on(double actual, double expected, bool exact) {
  if (std::isnan(expected)) return "Expected NaN, got a number.";
  if (std::isnan(actual)) return "Expected a number, got NaN.";
  if (actual == 0 && expected == 0) return "The sign of zero matters here.";
  if (std::isinf(expected)) return "Only this infinity is correct.";
  return exact ? "This result must be exact." : "";
}

// A digit of Failure::error_map.
char error_level(long double error, double margin) {
  if (!std::isfinite(error)) return '6';
  if (margin == 0) return '0';
  constexpr std::array kUpTo = {0.1, 1.0, 10.0, 1000.0};
  const auto level = std::ranges::lower_bound(kUpTo, margin) - kUpTo.begin();
  return static_cast<char>('1' + level);
}

// Collects wrong elements and the largest margins.
class Tally {
 public:
  Tally(const Tensor& actual, const ExpectedTensor& expected)
      : actual_(actual), expected_(expected), maps_(actual.size() <= kLargestErrorMap) {}

  void add(std::int64_t i, bool passed, long double error, double limit) {
    const double margin = passed ? margin_of(error, limit) : failed_margin(error, limit);
    if (margin > verdict_.margin) {
      verdict_.margin = margin;
      verdict_.worst_element = i;
    }
    if (margin > 0) rank({i, margin, static_cast<double>(error), limit});
    if (maps_) error_map_ += error_level(error, margin);
    if (passed) return;
    ++mismatched_;
    if (verdict_.failure) return;
    first_ = i;
    Failure& failure = verdict_.failure.emplace();
    failure.index = wording::unflatten(i, expected_.shape);
    failure.expected = wording::element_text(expected_.value, i);
    failure.actual = wording::element_text(actual_, i);
    failure.error = static_cast<double>(error);
    failure.limit = limit;
  }

  // The flat index of the first wrong element; only after one.
  std::int64_t first() const { return first_; }

  Verdict verdict() const {
    Verdict verdict = verdict_;
    verdict.passed = !verdict.failure;
    if (verdict.failure) {
      verdict.failure->mismatched = mismatched_;
      describe(*verdict.failure);
    }
    return verdict;
  }

  // Fills the fields of a failure that describe all elements.
  void describe(Failure& failure) const {
    failure.elements = actual_.size();
    failure.shape = expected_.shape;
    failure.error_map = error_map_;
    for (const Ranked& element : worst_) {
      if (failure.mismatched > 0 && element.margin <= 1) break;  // not wrong
      failure.worst.push_back({.index = wording::unflatten(element.place, expected_.shape),
                               .expected = wording::element_text(expected_.value, element.place),
                               .actual = wording::element_text(actual_, element.place),
                               .error = element.error,
                               .limit = element.limit});
    }
  }

 private:
  struct Ranked {
    std::int64_t place;
    double margin, error, limit;
  };

  // Of equal margins, the first comes first.
  void rank(const Ranked& element) {
    if (worst_.size() == kWorstElements) {
      if (element.margin <= worst_.back().margin) return;
      worst_.pop_back();
    }
    worst_.insert(
        std::ranges::upper_bound(worst_, element.margin, std::ranges::greater{}, &Ranked::margin),
        element);
  }

  static double failed_margin(long double error, double limit) {
    return std::isnan(error) || error == 0 ? kInfinity : margin_of(error, limit);
  }

  const Tensor& actual_;
  const ExpectedTensor& expected_;
  const bool maps_;
  std::string error_map_;
  std::vector<Ranked> worst_;  // the largest margin first
  Verdict verdict_;
  std::int64_t first_ = 0;
  std::int64_t mismatched_ = 0;
};

template <class Integer>
Verdict compare_exactly(const Tensor& actual, const ExpectedTensor& expected) {
  Tally tally(actual, expected);
  const auto answers = actual.data<Integer>();
  const auto truths = expected.value.data<Integer>();
  const double* limits = expected.limit ? expected.limit->data<double>().data() : nullptr;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const double limit = limits != nullptr ? limits[i] : 0;
    // The wider type holds the difference of any two elements.
    const long double error =
        std::fabs(static_cast<long double>(answers[i]) - static_cast<long double>(truths[i]));
    tally.add(static_cast<std::int64_t>(i), error <= limit, error, limit);
  }
  return tally.verdict();
}

// Fails a verdict whose elements all passed where their rms does not.
void check_rms(const RootMeanSquare& errors, const Accuracy& accuracy, const Tally& tally,
               Verdict& verdict) {
  const auto rms = errors.value();
  if (!rms || !verdict.passed) return;
  const double limit = rms_limit(accuracy);
  verdict.passed = *rms <= limit;
  verdict.margin = std::max(verdict.margin, margin_of(*rms, limit));
  if (verdict.passed) return;
  Failure& failure = verdict.failure.emplace();
  failure.check = Check::kRms;
  failure.expected = "at most " + shortest_text(limit);
  failure.actual = shortest_text(static_cast<double>(*rms));
  failure.error = static_cast<double>(*rms);
  failure.limit = limit;
  tally.describe(failure);
  failure.elements = errors.count();
  verdict.note =
      "Each element is within its own limit, but together the errors are larger than rounding "
      "makes them: a bias, or arithmetic of a lower precision than the dtype's.";
}

template <class Float>
Verdict compare_within_limits(const Tensor& actual, const ExpectedTensor& expected,
                              const Accuracy& accuracy, bool sign_of_zero) {
  Tally tally(actual, expected);
  const auto answers = actual.data<Float>();
  const auto truths = expected.value.data<double>();
  const double* magnitudes =
      expected.magnitude ? expected.magnitude->data<double>().data() : nullptr;
  const double* limits = expected.limit ? expected.limit->data<double>().data() : nullptr;
  RootMeanSquare errors(accuracy, expected.dtype);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto answer = static_cast<double>(answers[i]);
    const double magnitude = magnitudes != nullptr ? magnitudes[i] : 0;
    const Limit limit = limits != nullptr
                            ? stated_limit(limits[i])
                            : element_limit(truths[i], magnitude, accuracy, expected.dtype);
    const ElementCheck check =
        check_element(answer, truths[i], limit, expected.dtype, sign_of_zero);
    tally.add(static_cast<std::int64_t>(i), check.passed, check.error, limit.total);
    errors.add(truths[i], magnitude, check.error);
  }
  Verdict verdict = tally.verdict();
  if (!verdict.passed) {
    const auto i = static_cast<std::size_t>(tally.first());
    const bool exact = limits != nullptr ? limits[i] == 0 : is_exact(accuracy);
    verdict.note = note_on(static_cast<double>(answers[i]), truths[i], exact);
  }
  if (limits == nullptr) check_rms(errors, accuracy, tally, verdict);
  return verdict;
}

}  // namespace

std::string fault_of(const ExpectedTensor& expected, const Accuracy& accuracy) {
  const bool floating = is_floating(expected.dtype);
  const DType stored = floating ? DType::kFloat64 : expected.dtype;
  if (expected.value.dtype() != stored || expected.value.shape() != expected.shape) {
    return "a " + std::string(dtype_name(expected.dtype)) + " tensor of shape " +
           to_string(expected.shape) + " is stored as " + describe(Value(expected.value));
  }
  if (!floating || expected.limit) return "";
  for (const double part : {accuracy.ulps, accuracy.terms, accuracy.atol}) {
    if (!std::isfinite(part) || part < 0) {
      return "the accuracy holds " + shortest_text(part) + ", which is not a valid limit";
    }
  }
  if (expected.magnitude) {
    if (std::string fault = fault_of_magnitude(expected); !fault.empty()) return fault;
  } else if (accuracy.terms > 0) {
    return "the accuracy counts terms, but there is no magnitude";
  }
  return is_exact(accuracy) ? fault_of_exact_values(expected) : "";
}

Verdict compare_tensor(const Tensor& actual, const ExpectedTensor& expected,
                       const Accuracy& accuracy, bool sign_of_zero) {
  if (const std::string fault = fault_of(expected, accuracy); !fault.empty()) {
    return difference(Check::kVector, describe(Value(expected.value)), describe(Value(actual)),
                      fault);
  }
  if (actual.dtype() != expected.dtype) {
    return difference(Check::kDType, std::string(dtype_name(expected.dtype)),
                      std::string(dtype_name(actual.dtype())));
  }
  if (actual.shape() != expected.shape) {
    return difference(Check::kShape, to_string(expected.shape), to_string(actual.shape()));
  }
  return with_type_of(expected.dtype, [&]<class T>(T) {
    if constexpr (std::is_same_v<T, bool>) {
      // As bytes: a backend may have stored a byte that is neither false nor true.
      return compare_exactly<std::uint8_t>(actual, expected);
    } else if constexpr (std::is_same_v<T, Float16> || std::is_floating_point_v<T>) {
      return compare_within_limits<T>(actual, expected, accuracy, sign_of_zero);
    } else {
      return compare_exactly<T>(actual, expected);
    }
  });
}

}  // namespace kassay::compare
