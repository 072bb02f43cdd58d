#include "conformance/compare/value_comparison.h"

#include <algorithm>
#include <cmath>

#include "conformance/compare/tensor_comparison.h"
#include "conformance/compare/verdict.h"
#include "spec/lib/text.h"
#include "spec/lib/tolerance.h"

namespace kassay::compare {
namespace {

Verdict differing(const Value& actual, const Value& expected, std::string note = "") {
  Verdict verdict = difference(Check::kValue, wording::value_text(expected),
                               wording::value_text(actual), std::move(note));
  verdict.failure->mismatched = 1;
  verdict.failure->elements = 1;
  return verdict;
}

// Why the kinds differ, if a likely slip explains it.
std::string note_on_kinds(const Value& actual, const Value& expected) {
  const bool number =
      expected.get_if<std::int64_t>() != nullptr || expected.get_if<double>() != nullptr;
  if (const auto* tensor = actual.get_if<Tensor>()) {
    if (number && tensor->rank() == 0) {
      return "A tensor of rank 0 is not this number.";
    }
    return "A plain value is expected, not a tensor.";
  }
  if (number && actual.get_if<bool>() != nullptr) return "A bool is not a number.";
  if (expected.get_if<bool>() != nullptr && actual.get_if<std::int64_t>() != nullptr) {
    return "A number is not a bool.";
  }
  if (expected.get_if<std::int64_t>() != nullptr && actual.get_if<double>() != nullptr) {
    return "A float is not an int.";
  }
  if (expected.get_if<double>() != nullptr && actual.get_if<std::int64_t>() != nullptr) {
    return "An int is not a float.";
  }
  return "";
}

Verdict compare_float(double actual, double expected, const Accuracy& accuracy, bool sign_of_zero) {
  const Limit limit = element_limit(expected, 0, accuracy, DType::kFloat64);
  const ElementCheck check = check_element(actual, expected, limit, DType::kFloat64, sign_of_zero);
  if (check.passed) {
    Verdict verdict = no_difference();
    verdict.margin = margin_of(check.error, limit.total);
    return verdict;
  }
  Verdict verdict = differing(Value(actual), Value(expected));
  verdict.margin = check.error == 0 ? kInfinity : margin_of(check.error, limit.total);
  verdict.failure->error = static_cast<double>(check.error);
  verdict.failure->limit = limit.total;
  return verdict;
}

Verdict compare_list(const List& actual, const List& expected, const Accuracy& accuracy,
                     bool sign_of_zero) {
  if (actual.size() != expected.size()) {
    return differing(Value(actual), Value(expected),
                     "Expected a list of " + std::to_string(expected.size()) + ", got one of " +
                         std::to_string(actual.size()) + ".");
  }
  Verdict verdict = no_difference();
  std::int64_t mismatched = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    Verdict item = compare_value(actual[i], expected[i], accuracy, sign_of_zero);
    verdict.margin = std::max(verdict.margin, item.margin);
    if (item.passed) continue;
    ++mismatched;
    if (!verdict.passed) continue;
    verdict.passed = false;
    item.failure->index.insert(item.failure->index.begin(), static_cast<std::int64_t>(i));
    verdict.failure = std::move(item.failure);
    verdict.note = std::move(item.note);
  }
  if (verdict.failure) {
    verdict.failure->mismatched = mismatched;
    verdict.failure->elements = static_cast<std::int64_t>(expected.size());
  }
  return verdict;
}

Verdict compare_tensors(const Tensor& actual, const Tensor& expected) {
  const bool same = actual.dtype() == expected.dtype() && actual.shape() == expected.shape() &&
                    std::ranges::equal(actual.bytes(), expected.bytes());
  return same ? no_difference() : differing(Value(actual), Value(expected));
}

bool is_integer_scalar(const Value& value) {
  const auto* tensor = value.get_if<Tensor>();
  return tensor != nullptr && tensor->rank() == 0 && is_integer(tensor->dtype());
}

// Precondition: both are of the same kind.
template <class T>
bool is_equal(const Value& actual, const Value& expected) {
  const T* truth = expected.get_if<T>();
  return truth != nullptr && *actual.get_if<T>() == *truth;
}

}  // namespace

Verdict compare_value(const Value& actual, const Value& expected, const Accuracy& accuracy,
                      bool sign_of_zero) {
  // A NumPy number is such an array; an integer counts, indexes and compares like a Python int.
  if (expected.get_if<std::int64_t>() != nullptr && is_integer_scalar(actual)) {
    const auto integer = static_cast<std::int64_t>(element(*actual.get_if<Tensor>(), 0));
    return compare_value(Value(integer), expected, accuracy, sign_of_zero);
  }
  if (actual.index() != expected.index()) {
    return differing(actual, expected, note_on_kinds(actual, expected));
  }
  if (const auto* number = expected.get_if<double>()) {
    return compare_float(*actual.get_if<double>(), *number, accuracy, sign_of_zero);
  }
  if (const auto* list = expected.get_if<List>()) {
    return compare_list(*actual.get_if<List>(), *list, accuracy, sign_of_zero);
  }
  if (const auto* tensor = expected.get_if<Tensor>()) {
    return compare_tensors(*actual.get_if<Tensor>(), *tensor);
  }
  const bool same = is_equal<bool>(actual, expected) || is_equal<std::int64_t>(actual, expected) ||
                    is_equal<std::string>(actual, expected) || expected.is_none();
  return same ? no_difference() : differing(actual, expected);
}

}  // namespace kassay::compare
