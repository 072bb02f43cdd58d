#include "conformance/rules/learn.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "spec/lib/text.h"

namespace kassay::rules {
namespace {

constexpr std::size_t kMostRules = 4;
constexpr std::size_t kMostConditions = 3;
constexpr std::size_t kBeam = 24;            // conjunctions that are extended
constexpr std::size_t kMostThresholds = 12;  // of a number
constexpr double kLeastGain = 3;             // bits that a rule must save
constexpr double kLeastPrecision = 0.9;      // the share of failures in what a rule covers
constexpr double kLeastAccuracy = 0.85;      // balanced, of all rules together
// Bits beside those that choose a condition among all: what is said in fewer words is likelier to be the cause.
constexpr double kBitsOfNegation = 2, kBitsOfThreshold = 2, kBitsOfValue = 1;
// Of facts that follow from others more often than they are the cause.
constexpr double kBitsOfSize = 10, kBitsOfResult = 8;

double bits_of_fact(const std::string& fact) {
  if (fact.starts_with("the result") || fact.starts_with("the expected value"))
    return kBitsOfResult;
  for (const char* size : {"size ", "the last size ", "the number of elements "}) {
    if (fact.starts_with(size)) return kBitsOfSize;
  }
  return fact.find(" = ") != fact.npos ? kBitsOfValue : 0;
}

class Bits {
 public:
  explicit Bits(std::size_t size) : words_((size + 63) / 64) {}
  void set(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  bool test(std::size_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }
  std::int64_t count() const {
    std::int64_t count = 0;
    for (const std::uint64_t word : words_) count += std::popcount(word);
    return count;
  }
  std::int64_t count_with(const Bits& other) const {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < words_.size(); ++i)
      count += std::popcount(words_[i] & other.words_[i]);
    return count;
  }
  friend Bits operator&(Bits a, const Bits& b) {
    for (std::size_t i = 0; i < a.words_.size(); ++i) a.words_[i] &= b.words_[i];
    return a;
  }
  Bits without(const Bits& other) const {
    Bits result = *this;
    for (std::size_t i = 0; i < words_.size(); ++i) result.words_[i] &= ~other.words_[i];
    return result;
  }
  auto operator<=>(const Bits&) const = default;

 private:
  std::vector<std::uint64_t> words_;
};

// log2 of the number of ways to choose k of n.
double choices(std::int64_t n, std::int64_t k) {
  const auto log = [](std::int64_t x) { return std::lgamma(static_cast<double>(x) + 1); };
  return (log(n) - log(k) - log(n - k)) / std::log(2.0);
}

struct Candidate {
  Condition condition;
  Bits holds;
  double bits;  // to name it, beside the choice
};

struct Conjunction {
  std::vector<std::size_t> candidates;  // ascending
  Bits holds;
  double gain = 0;  // bits
};

// Between two numbers, as few digits as tell them apart.
double threshold_between(double below, double above) {
  if (below < 0 && above > 0) return 0;
  // What counts and sizes are told with.
  if (below == std::floor(below) && above == std::floor(above) && above - below < 1000)
    return std::ceil(below + (above - below) / 2);
  const double middle = below + (above - below) / 2;
  if (!std::isfinite(middle)) return above;
  for (int digits = 1; digits < 17; ++digits) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*g", digits, middle);
    const double rounded = std::strtod(text, nullptr);
    if (rounded > below && rounded <= above) return rounded;
  }
  return above;
}

class Learner {
 public:
  explicit Learner(const std::vector<Sample>& samples)
      : samples_(samples), failed_(samples.size()), rest_(samples.size()) {
    for (std::size_t i = 0; i < samples.size(); ++i) {
      rest_.set(i);
      if (samples[i].failed) failed_.set(i);
    }
    conditions();
    thresholds();
  }

  Rules learn() {
    Rules rules;
    const auto count = static_cast<std::int64_t>(samples_.size());
    rules.failures = failed_.count();
    rules.passes = count - rules.failures;
    if (rules.failures == 0 || rules.passes == 0) return rules;
    std::int64_t found = 0, alarms = 0;
    while (rules.rules.size() < kMostRules) {
      const Conjunction best = search();
      if (best.gain < kLeastGain) break;
      const Bits covered = best.holds & rest_;
      Rule rule;
      rule.failures = covered.count_with(failed_);
      rule.false_alarms = covered.count() - rule.failures;
      for (const std::size_t i : best.candidates)
        rule.conditions.push_back(candidates_[i].condition);
      found += rule.failures;
      alarms += rule.false_alarms;
      rules.rules.push_back(std::move(rule));
      rest_ = rest_.without(covered);
    }
    const double accuracy = (static_cast<double>(found) / static_cast<double>(rules.failures) + 1 -
                             static_cast<double>(alarms) / static_cast<double>(rules.passes)) /
                            2;
    if (accuracy < kLeastAccuracy) rules.rules.clear();
    return rules;
  }

 private:
  // Keeps a condition that separates anything, once for all that hold in the same samples.
  void add(Condition condition, Bits holds, double bits) {
    const std::int64_t count = holds.count();
    if (count == 0 || count == static_cast<std::int64_t>(samples_.size()) ||
        holds.count_with(failed_) == 0)
      return;
    const auto [place, is_new] = known_.try_emplace(holds, candidates_.size());
    if (is_new) {
      candidates_.push_back({std::move(condition), std::move(holds), bits});
    } else if (bits < candidates_[place->second].bits) {
      candidates_[place->second].condition = std::move(condition);
      candidates_[place->second].bits = bits;
    }
  }

  void conditions() {
    std::map<std::string, Bits> all;
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      for (const std::string& condition : samples_[i].facts.conditions) {
        all.try_emplace(condition, samples_.size()).first->second.set(i);
      }
    }
    for (const auto& [fact, holds] : all) {
      const double bits = bits_of_fact(fact);
      add({.fact = fact}, holds, bits);
      add({.fact = fact, .negated = true}, rest_.without(holds), bits + kBitsOfNegation);
    }
  }

  void thresholds() {
    std::map<std::string, std::vector<std::pair<double, std::size_t>>> all;
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      for (const auto& [fact, number] : samples_[i].facts.numbers) all[fact].push_back({number, i});
    }
    for (auto& [fact, numbers] : all) {
      std::ranges::sort(numbers);
      for (const double threshold : thresholds_of(numbers)) {
        Bits above(samples_.size()), below(samples_.size());
        for (const auto& [number, i] : numbers) (number >= threshold ? above : below).set(i);
        const double bits = bits_of_fact(fact) + kBitsOfThreshold;
        Condition condition{.fact = fact, .compares = true, .above = true, .threshold = threshold};
        add(condition, std::move(above), bits);
        condition.above = false;
        add(condition, std::move(below), bits);
      }
    }
  }

  // Where what fails and what passes meet, evenly thinned.
  std::vector<double> thresholds_of(const std::vector<std::pair<double, std::size_t>>& numbers) {
    std::map<double, int> kinds;  // 1 some fail, 2 some pass
    for (const auto& [number, i] : numbers) kinds[number] |= failed_.test(i) ? 1 : 2;
    std::vector<double> borders;
    for (auto it = kinds.begin(), next = it; it != kinds.end(); it = next) {
      if (++next == kinds.end()) break;
      if (it->second == next->second && it->second != 3) continue;
      borders.push_back(threshold_between(it->first, next->first));
    }
    if (borders.size() <= kMostThresholds) return borders;
    std::vector<double> thinned;
    for (std::size_t i = 0; i < kMostThresholds; ++i) {
      thinned.push_back(borders[i * (borders.size() - 1) / (kMostThresholds - 1)]);
    }
    return thinned;
  }

  // Bits that a conjunction saves in telling which of the remaining samples failed.
  double gain(const Bits& holds, double bits) const {
    const std::int64_t count = rest_.count(), failures = rest_.count_with(failed_);
    const Bits covered = holds & rest_;
    const std::int64_t inside = covered.count(), caught = covered.count_with(failed_);
    if (caught == 0 || static_cast<double>(caught) < kLeastPrecision * static_cast<double>(inside))
      return -1;
    return choices(count, failures) - choices(inside, caught) -
           choices(count - inside, failures - caught) - bits;
  }

  double bits_of(const std::vector<std::size_t>& conjunction) const {
    double bits = 0;
    for (const std::size_t i : conjunction) bits += candidates_[i].bits;
    return bits + choices(static_cast<std::int64_t>(candidates_.size()),
                          static_cast<std::int64_t>(conjunction.size()));
  }

  // What a conjunction promises if more conditions exclude what passes.
  double promise(const Bits& holds, const std::vector<std::size_t>& conjunction) const {
    const Bits covered = holds & rest_;
    const std::int64_t failures = rest_.count_with(failed_), caught = covered.count_with(failed_);
    const std::int64_t alarms = covered.count() - caught;
    const auto count = static_cast<double>(rest_.count());
    return choices(rest_.count(), failures) * static_cast<double>(caught) /
               static_cast<double>(std::max<std::int64_t>(failures, 1)) -
           static_cast<double>(alarms) *
               std::log2(1 + count / (1 + count - static_cast<double>(alarms))) -
           bits_of(conjunction);
  }

  Conjunction search() const {
    Conjunction best{{}, Bits(samples_.size())};
    std::vector<Conjunction> beam{{{}, rest_}};
    for (std::size_t length = 1; length <= kMostConditions && !beam.empty(); ++length) {
      std::vector<std::pair<double, Conjunction>> next;
      std::set<Bits> seen;
      for (const Conjunction& shorter : beam) {
        const std::size_t first = shorter.candidates.empty() ? 0 : shorter.candidates.back() + 1;
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
          if (std::ranges::count(shorter.candidates, i) > 0 || (length == 1 && i < first)) continue;
          Bits holds = shorter.holds & candidates_[i].holds;
          if (holds.count_with(failed_) == 0 || holds == shorter.holds) continue;
          if (!seen.insert(holds).second) continue;
          Conjunction longer{shorter.candidates, std::move(holds)};
          longer.candidates.push_back(i);
          longer.gain = gain(longer.holds, bits_of(longer.candidates));
          if (longer.gain > best.gain) best = longer;
          const double promised = promise(longer.holds, longer.candidates);
          next.emplace_back(promised, std::move(longer));
        }
      }
      std::ranges::stable_sort(next, std::greater<>{}, [](const auto& each) { return each.first; });
      if (next.size() > kBeam) next.erase(next.begin() + kBeam, next.end());
      beam.clear();
      for (auto& [promised, conjunction] : next) beam.push_back(std::move(conjunction));
    }
    return best;
  }

  const std::vector<Sample>& samples_;
  Bits failed_, rest_;  // rest_: what no rule covers yet
  std::vector<Candidate> candidates_;
  std::map<Bits, std::size_t> known_;
};

// "axis is not negative" for "axis is negative".
std::string negation(const std::string& fact) {
  static constexpr std::pair<std::string_view, std::string_view> kVerbs[] = {
      {" is ", " is not "},
      {" = ", " is not "},
      {" has ", " does not have "},
      {" have ", " do not have "},
      {" contains ", " does not contain "},
      {" calls ", " does not call "},
      {" comes from ", " does not come from "}};
  for (const auto& [verb, negated] : kVerbs) {
    const std::size_t place = fact.find(verb);
    if (place == fact.npos) continue;
    return fact.substr(0, place) + std::string(negated) + fact.substr(place + verb.size());
  }
  return "not " + fact;
}

std::string number_text(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", number);
  for (int digits = 1; digits < 17; ++digits) {
    char shorter[32];
    std::snprintf(shorter, sizeof shorter, "%.*g", digits, number);
    if (std::strtod(shorter, nullptr) == number) return shorter;
  }
  return text;
}

}  // namespace

bool Condition::holds(const Facts& facts) const {
  if (!compares) return facts.conditions.contains(fact) != negated;
  const auto found = facts.numbers.find(fact);
  return found != facts.numbers.end() && (found->second >= threshold) == above;
}

std::string Condition::text() const {
  if (compares) return fact + (above ? " >= " : " < ") + number_text(threshold);
  return negated ? negation(fact) : fact;
}

bool Rule::holds(const Facts& facts) const {
  return std::ranges::all_of(conditions, [&](const Condition& c) { return c.holds(facts); });
}

bool Rules::holds(const Facts& facts) const {
  return std::ranges::any_of(rules, [&](const Rule& rule) { return rule.holds(facts); });
}

Rules learn(const std::vector<Sample>& samples) { return Learner(samples).learn(); }

}  // namespace kassay::rules
