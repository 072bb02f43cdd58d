#include "conformance/rules/learn.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "spec/lib/json_value.h"

namespace kassay::rules {
namespace {

constexpr std::size_t kMostRules = 4;
constexpr std::size_t kMostConditions = 3;
constexpr std::size_t kFirstBeam = 32, kBeam = 10;  // conjunctions that are extended, of each class
constexpr std::size_t kMostThresholds = 12;         // of a number
constexpr double kLeastGain = 3;                    // bits that a rule must save
constexpr double kLeastPrecision = 0.75;            // the share of failures in what a rule covers
constexpr double kLeastAccuracy = 0.85;             // balanced, of all rules together
// A covered sample may pass by luck, because its inputs do not show the fault; an uncovered one must not fail.
constexpr double kShareOfLuck = 0.25;
// Naming a condition takes the bits of its class, the bits that choose it in the class, and these.
constexpr double kBitsOfCondition = 6;  // except for the first: simple rules are easier to act on
constexpr double kBitsOfNegation = 1, kBitsOfThreshold = 1, kBitsOfValue = 1;

// The subject of a fact. Fewer bits: a likelier cause. Most facts about sizes and results follow from arguments.
struct FactClass {
  double bits;
  std::initializer_list<std::string_view> words;  // in its facts
};
constexpr double kBitsOfArgument = 1;  // any other fact
const FactClass kClasses[] = {
    {20, {"the expected value"}},
    {5, {"the result"}},
    {1.5, {"the mode is ", "it is a gradient", "dtype is "}},
    {10, {"the size along "}},
    {3, {"program calls ", " comes from ", " in memory", " calls before it"}},
    {16, {"size ", " size of ", " equal sizes", "the number of elements "}},
    {3, {" contains ", " element of ", " magnitude in "}}};

std::size_t class_of(const std::string& fact) {
  for (std::size_t i = 0; i < std::size(kClasses); ++i) {
    for (const std::string_view word : kClasses[i].words) {
      if (fact.find(word) != fact.npos) return i;
    }
  }
  return std::size(kClasses);
}

double bits_of_class(std::size_t of) {
  return of < std::size(kClasses) ? kClasses[of].bits : kBitsOfArgument;
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
  // The intersection: its size, how many of it are in `marked`, and its hash.
  struct Counts {
    std::int64_t all = 0, marked = 0;
    std::uint64_t hash = 0;
  };
  Counts intersection(const Bits& other, const Bits& marked) const {
    Counts counts;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::uint64_t both = words_[i] & other.words_[i];
      counts.all += std::popcount(both);
      counts.marked += std::popcount(both & marked.words_[i]);
      counts.hash = (std::rotl(counts.hash, 5) ^ both) * 0x9E3779B97F4A7C15U;
    }
    return counts;
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

// log2(n!) of small n.
class LogFactorials {
 public:
  explicit LogFactorials(std::size_t most) : logs_(most + 1) {
    for (std::size_t n = 1; n <= most; ++n) {
      logs_[n] = logs_[n - 1] + std::log2(static_cast<double>(n));
    }
  }
  double operator()(std::int64_t n) const { return logs_[static_cast<std::size_t>(n)]; }
  // log2 of the number of ways to choose k of n.
  double choices(std::int64_t n, std::int64_t k) const {
    return (*this)(n) - (*this)(k) - (*this)(n - k);
  }

 private:
  std::vector<double> logs_;
};

struct Candidate {
  Condition condition;
  Bits holds;
  double bits;  // to name it
  std::size_t of_class;
};

struct Conjunction {
  std::vector<std::size_t> candidates;
  Bits holds;
  double gain = 0;  // bits
};

// A number between two others, with the fewest digits.
double threshold_between(double below, double above) {
  if (below < 0 && above > 0) return 0;
  // Numbers in the form of counts and sizes.
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
      : samples_(samples),
        log_factorial_(std::max(samples.size(), kMostConditions)),
        failed_(samples.size()),
        rest_(samples.size()) {
    for (std::size_t i = 0; i < samples.size(); ++i) {
      rest_.set(i);
      if (samples[i].failed) failed_.set(i);
    }
    conditions();
    thresholds();
    std::map<std::size_t, double> sizes;
    for (const Candidate& each : candidates_) ++sizes[each.of_class];
    for (Candidate& each : candidates_) each.bits += std::log2(sizes[each.of_class]);
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
  // Keeps a condition that separates samples; of conditions that hold in the same samples, only one.
  void add(Condition condition, Bits holds) {
    const std::int64_t count = holds.count();
    if (count == 0 || count == static_cast<std::int64_t>(samples_.size()) ||
        holds.count_with(failed_) == 0)
      return;
    const std::size_t of_class = class_of(condition.fact);
    const bool is_value = condition.fact.find(" = ") != condition.fact.npos;
    const double bits = bits_of_class(of_class) + (condition.negated ? kBitsOfNegation : 0) +
                        (condition.compares ? kBitsOfThreshold : 0) + (is_value ? kBitsOfValue : 0);
    const auto [place, is_new] = known_.try_emplace(holds, candidates_.size());
    if (is_new) {
      candidates_.push_back({std::move(condition), std::move(holds), bits, of_class});
    } else if (Candidate& other = candidates_[place->second]; bits < other.bits) {
      other.condition = std::move(condition);
      other.bits = bits;
      other.of_class = of_class;
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
      add({.fact = fact}, holds);
      add({.fact = fact, .negated = true}, rest_.without(holds));
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
        Condition condition{.fact = fact, .compares = true, .above = true, .threshold = threshold};
        add(condition, std::move(above));
        condition.above = false;
        add(condition, std::move(below));
      }
    }
  }

  // The borders between failing and passing samples, evenly thinned.
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

  // The bits that name the conditions, in any order.
  double bits_of(const std::vector<std::size_t>& conjunction, std::size_t more) const {
    double bits =
        candidates_[more].bits + kBitsOfCondition * static_cast<double>(conjunction.size());
    for (const std::size_t i : conjunction) bits += candidates_[i].bits;
    return bits - log_factorial_(static_cast<std::int64_t>(conjunction.size()) + 1);
  }

  // The bits that a conjunction saves when it states which of the remaining samples failed.
  double gain(const Bits::Counts& rest, const Bits::Counts& covered, double bits) const {
    return log_factorial_.choices(rest.all, rest.marked) -
           kShareOfLuck * log_factorial_.choices(covered.all, covered.marked) -
           log_factorial_.choices(rest.all - covered.all, rest.marked - covered.marked) - bits;
  }

  Conjunction search() const {
    const Bits::Counts rest = rest_.intersection(rest_, failed_);
    Conjunction best{{}, Bits(samples_.size())};
    std::vector<Conjunction> beam{{{}, rest_}};
    std::unordered_map<std::uint64_t, double> seen;  // the gain by a hash of the covered samples
    for (std::size_t length = 1; length <= kMostConditions; ++length) {
      std::vector<Step> steps;
      for (std::size_t at = 0; at < beam.size(); ++at) {
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
          const Bits::Counts covered = beam[at].holds.intersection(candidates_[i].holds, failed_);
          if (covered.marked == 0) continue;
          const double gained = gain(rest, covered, bits_of(beam[at].candidates, i));
          const auto [known, is_new] = seen.try_emplace(covered.hash, gained);
          if (!is_new && gained <= known->second) continue;  // already stated in fewer bits
          known->second = gained;
          steps.push_back({gained, at, i, covered});
        }
      }
      std::ranges::stable_sort(steps, std::greater<>{}, &Step::gain);
      for (const Step& step : steps) {
        if (step.gain <= best.gain) break;
        if (static_cast<double>(step.covered.marked) >=
            kLeastPrecision * static_cast<double>(step.covered.all)) {
          best = longer(beam[step.shorter], step);
          break;
        }
      }
      // The best of each class: where cases differ in their sizes only, facts of sizes would crowd out all others.
      std::vector<Conjunction> next;
      std::map<std::size_t, std::size_t> of_class;
      for (const Step& step : steps) {
        if (++of_class[candidates_[step.candidate].of_class] > (length == 1 ? kFirstBeam : kBeam))
          continue;
        next.push_back(longer(beam[step.shorter], step));
      }
      beam = std::move(next);
    }
    return best;
  }

  // A conjunction with one more condition.
  struct Step {
    double gain;
    std::size_t shorter, candidate;
    Bits::Counts covered;
  };
  Conjunction longer(const Conjunction& shorter, const Step& step) const {
    Conjunction result{shorter.candidates, shorter.holds & candidates_[step.candidate].holds,
                       step.gain};
    result.candidates.push_back(step.candidate);
    return result;
  }

  const std::vector<Sample>& samples_;
  const LogFactorials log_factorial_;
  Bits failed_, rest_;  // rest_: not covered by a rule yet
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
      {" rounds ", " does not round "},
      {" calls ", " does not call "},
      {" comes from ", " does not come from "}};
  for (const auto& [verb, negated] : kVerbs) {
    const std::size_t place = fact.find(verb);
    if (place == fact.npos) continue;
    return fact.substr(0, place) + std::string(negated) + fact.substr(place + verb.size());
  }
  return "not " + fact;
}

}  // namespace

bool Condition::holds(const Facts& facts) const {
  if (!compares) return facts.conditions.contains(fact) != negated;
  const auto found = facts.numbers.find(fact);
  return found != facts.numbers.end() && (found->second >= threshold) == above;
}

std::string Condition::text() const {
  if (compares) return fact + (above ? " >= " : " < ") + shortest_text(threshold);
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
