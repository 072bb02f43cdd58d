#include "conformance/compare/resolution.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "conformance/compare/tail_bounds.h"
#include "spec/lib/float16.h"
#include "spec/lib/json_value.h"

namespace kassay::compare {
namespace {

// Numbers that are equal to an earlier one, and those of the most frequent value.
struct Repetitions {
  double repeated = 0;
  double most = 0;
  double most_frequent = 0;
};

Repetitions repetitions_of(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  Repetitions result;
  double times = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const bool again = i > 0 && numbers[i] == numbers[i - 1];
    times = again ? times + 1 : 1;
    result.repeated += again;
    if (times > result.most) {
      result.most = times;
      result.most_frequent = numbers[i];
    }
  }
  return result;
}

// Each number is equal to one of the i before it with a probability of at most i times that of the
// most likely value.
Statistic repeated_statistic(const Repetitions& found, const ContinuousLaw& law, double count,
                             double probability) {
  const double mean = count * (count - 1) / 2 * law.most_likely;
  Statistic statistic{.check = Check::kResolution,
                      .name = "how many numbers are equal to an earlier one"};
  statistic.actual = found.repeated;
  statistic.limit = std::min(count, many_events_limit(probability, mean) - 1);
  statistic.probability = many_events_probability(found.repeated, mean);
  statistic.hint = "Of " + shortest_text(count) + " numbers only " +
                   shortest_text(count - found.repeated) + " are different.";
  return statistic;
}

Statistic frequent_statistic(const Repetitions& found, const ContinuousLaw& law, double count,
                             double probability) {
  Statistic statistic{.check = Check::kResolution,
                      .name = "how often the most frequent number occurs",
                      .expected = 1};
  statistic.actual = found.most;
  statistic.limit = repetition_limit(probability, count, law.most_likely) - 2;
  statistic.probability = repetition_probability(found.most, count, law.most_likely);
  statistic.hint = "The number " + shortest_text(found.most_frequent) + " comes again and again.";
  return statistic;
}

// The fewest bits below `bits` so that every number is a multiple of 2^-bits of the range, as far as
// rounding lets that be seen.
std::optional<int> coarse_grid(const Draw& draw, const UniformDistribution& uniform,
                               double rounding, int bits) {
  const double width = uniform.high - uniform.low;
  for (int k = 0; k < bits; ++k) {
    const double steps = std::ldexp(1.0, k);
    const bool on_grid = std::ranges::all_of(draw.numbers, [&](double number) {
      const double place = (number - uniform.low) / width * steps;
      return std::fabs(place - std::round(place)) <= rounding * steps;
    });
    if (on_grid) return k;
  }
  return std::nullopt;
}

// If the steps of the grid are at least sixteen times the rounding, and four times those of the
// coarsest right source, an element of a right one is on it with a probability of at most 1/2.
Statistic bits_statistic(const Draw& draw, const UniformDistribution& uniform,
                         const ContinuousLaw& law) {
  const int fewest = fewest_random_bits(draw.sample->dtype);
  const double rounding = law.absolute_shift / (uniform.high - uniform.low);
  const int seen = static_cast<int>(std::floor(-std::log2(16 * rounding)));
  const int told = std::min(fewest - 2, seen);
  const std::optional<int> bits = coarse_grid(draw, uniform, rounding, told + 1);
  Statistic statistic{.check = Check::kResolution,
                      .name = "the number of random bits",
                      .expected = static_cast<double>(fewest)};
  statistic.actual = bits.value_or(fewest);
  statistic.limit = fewest - told - 0.5;
  if (!bits) return statistic;
  const auto count = static_cast<double>(draw.numbers.size());
  statistic.probability = std::min(1.0, std::exp2(1 - count));
  statistic.hint = "Every number is a multiple of 2^-" + std::to_string(*bits) +
                   " of the range: " + std::to_string(*bits) + " random bits, and " +
                   std::string(dtype_name(draw.sample->dtype)) + " has at least " +
                   std::to_string(fewest) + ".";
  return statistic;
}

double in_narrower(double number, DType dtype) {
  if (dtype == DType::kFloat64) return static_cast<double>(static_cast<float>(number));
  return static_cast<double>(Float16(static_cast<float>(number)));
}

// A number of the coarsest right source is one of the narrower type with a probability of at most
// 1/2.
Statistic digits_statistic(const Draw& draw) {
  const DType dtype = draw.sample->dtype;
  const auto count = static_cast<double>(draw.numbers.size());
  const auto fitting = static_cast<double>(std::ranges::count_if(
      draw.numbers, [&](double number) { return in_narrower(number, dtype) == number; }));
  const std::string narrower = dtype == DType::kFloat64 ? "float32" : "float16";
  Statistic statistic{.check = Check::kResolution,
                      .name = "the share of numbers that " + narrower + " holds"};
  statistic.actual = fitting / count;
  statistic.limit = 1 - 0.5 / count;
  statistic.probability = fitting == count ? std::exp2(-count) : 1;
  statistic.hint =
      "Every number is one that " + narrower + " holds: few of those of the dtype are there.";
  return statistic;
}

// A generator of pairs may leave out the second number of the last pair. The mean itself comes with a
// probability of at most 2^-30 and a little, which is the limit of chance here.
bool can_end_with_mean(const Draw& draw, const ContinuousLaw& law) {
  return draw.numbers.size() % 2 == 1 && law.most_likely <= kFalseAlarms;
}

Statistic last_statistic(const Draw& draw, const ContinuousLaw& law) {
  Statistic statistic{.check = Check::kResolution, .name = "how often the last number is the mean"};
  statistic.actual = draw.numbers.back() == law.mean ? 1 : 0;
  statistic.probability = statistic.actual == 0 ? 1 : law.most_likely;
  statistic.hint = "The last of an odd count is the mean itself, as if it had not been drawn.";
  return statistic;
}

}  // namespace

std::size_t resolution_statistics(const Draw& draw, const ContinuousLaw& law) {
  if (law.most_likely == 0) return 0;
  const bool uniform = std::holds_alternative<UniformDistribution>(draw.sample->distribution);
  return 2 + (uniform ? 1 : 0) + (draw.sample->dtype != DType::kFloat16 ? 1 : 0);
}

std::vector<Statistic> resolution(const Draw& draw, const ContinuousLaw& law, double probability) {
  if (law.most_likely == 0) return {};
  const auto count = static_cast<double>(draw.numbers.size());
  const Repetitions found = repetitions_of(draw.numbers);
  std::vector<Statistic> statistics;
  if (const auto* uniform = std::get_if<UniformDistribution>(&draw.sample->distribution)) {
    statistics.push_back(bits_statistic(draw, *uniform, law));
  }
  if (draw.sample->dtype != DType::kFloat16) statistics.push_back(digits_statistic(draw));
  statistics.push_back(frequent_statistic(found, law, count, probability));
  statistics.push_back(repeated_statistic(found, law, count, probability));
  if (can_end_with_mean(draw, law)) statistics.push_back(last_statistic(draw, law));
  return statistics;
}

}  // namespace kassay::compare
