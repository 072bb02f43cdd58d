#include "conformance/compare/sample_range.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "conformance/compare/law.h"
#include "conformance/compare/verdict.h"
#include "spec/lib/json_value.h"
#include "spec/lib/text.h"
#include "spec/lib/tolerance.h"

namespace kassay::compare {
namespace {

// The value of an element that is not 0, and how far from it the element may be.
struct Kept {
  double value = 1;
  double limit = 0;
};
Kept kept_at(const BernoulliDistribution& bernoulli, std::size_t i, DType dtype,
             const Accuracy& accuracy) {
  if (!bernoulli.value) return {};
  const double value = bernoulli.value->data<double>()[i];
  return {value, is_floating(dtype) ? element_limit(value, 0, accuracy, dtype).total : 0};
}

// The allowed values of an element, in words.
std::string allowed_text(const Distribution& distribution, const Interval& range, double kept) {
  if (std::holds_alternative<BernoulliDistribution>(distribution)) {
    return "0 or " + shortest_text(kept);
  }
  if (std::holds_alternative<NormalDistribution>(distribution)) return "a finite number";
  return "a number from " + shortest_text(range.low) + " to " + shortest_text(range.high);
}

std::string note_on_range(const Distribution& distribution, std::int64_t outside,
                          std::int64_t elements) {
  const double share = 100 * static_cast<double>(outside) / static_cast<double>(elements);
  const std::string part = shortest_text(std::round(100 * share) / 100) + " % of the elements";
  if (const auto* normal = std::get_if<TruncatedNormalDistribution>(&distribution)) {
    return part + " are more than " + shortest_text(normal->bound) +
           " standard deviations from the mean: they must be drawn again.";
  }
  return part + " are impossible under the distribution.";
}

// Collects elements that are out of range.
class RangeTally {
 public:
  void add(std::int64_t i, double element, double nearest, double limit) {
    const double error = std::fabs(element - nearest);
    if (outside_++ == 0) {
      first_ = i;
      error_ = error;
      limit_ = limit;
    }
    const double margin =
        std::isfinite(error) && limit > 0 ? error / limit : std::numeric_limits<double>::infinity();
    margin_ = std::max(margin_, margin);
  }
  std::int64_t outside() const { return outside_; }
  std::int64_t first() const { return first_; }
  double error() const { return error_; }
  double limit() const { return limit_; }
  double margin() const { return margin_; }

 private:
  std::int64_t outside_ = 0, first_ = 0;
  double error_ = 0, limit_ = 0, margin_ = 0;
};

}  // namespace

Verdict check_range(const Tensor& actual, const std::vector<double>& elements,
                    const ExpectedSample& sample, const Accuracy& accuracy) {
  const auto* bernoulli = std::get_if<BernoulliDistribution>(&sample.distribution);
  const Interval range =
      bernoulli != nullptr ? Interval{} : law_of(sample.distribution, sample.dtype).range;
  RangeTally tally;
  Verdict verdict = no_difference();
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double element = elements[i];
    const auto place = static_cast<std::int64_t>(i);
    if (bernoulli == nullptr) {
      if (element >= range.low && element <= range.high) continue;  // NaN is in no range
      tally.add(place, element, std::clamp(element, range.low, range.high), 0);
      continue;
    }
    const Kept kept = kept_at(*bernoulli, i, sample.dtype, accuracy);
    const double error = std::fabs(element - kept.value);
    if (element != 0 && !(error <= kept.limit)) tally.add(place, element, kept.value, kept.limit);
    if (element != 0 && error <= kept.limit) {
      verdict.margin = std::max(verdict.margin, margin_of(error, kept.limit));
    }
  }
  if (tally.outside() == 0) return verdict;
  const auto first = static_cast<std::size_t>(tally.first());
  const double kept =
      bernoulli != nullptr ? kept_at(*bernoulli, first, sample.dtype, accuracy).value : 0;
  verdict = difference(Check::kRange, allowed_text(sample.distribution, range, kept),
                       wording::element_text(actual, tally.first()),
                       note_on_range(sample.distribution, tally.outside(), actual.size()));
  verdict.margin = tally.margin();
  verdict.failure->index = wording::unflatten(tally.first(), sample.shape);
  verdict.failure->error = tally.error();
  verdict.failure->limit = tally.limit();
  verdict.failure->mismatched = tally.outside();
  verdict.failure->elements = actual.size();
  return verdict;
}

}  // namespace kassay::compare
