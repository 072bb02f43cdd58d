#include "conformance/rules/findings.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <map>
#include <optional>
#include <semaphore>
#include <set>
#include <thread>
#include <utility>

#include "spec/lib/function_vectors.h"
#include "spec/lib/modes.h"
#include "spec/lib/program.h"
#include "spec/lib/text.h"

namespace kassay::rules {
namespace {

constexpr std::int64_t kMostElementsOfRule = 4000;  // of a rule, wrong ones and others
constexpr int kMostMaps = 500;                      // of a function: they take memory
constexpr std::int64_t kElementsOfResult = 200;
constexpr std::int64_t kLeastShare = 20;  // a rule of fewer failures is not stated
constexpr char kLeastWrongDigit = '3';    // of an error map (spec/lib/results.h)

// Releases a processor.
struct Released {
  std::counting_semaphore<>& processors;
  ~Released() { processors.release(); }
};

std::string conditions_text(const Rule& rule) {
  std::string text;
  for (const Condition& condition : rule.conditions) {
    text += (text.empty() ? "" : " and ") + condition.text();
  }
  return text;
}

void value_facts(const std::string& name, double value, Facts& facts) {
  if (std::isnan(value)) {
    facts.conditions.insert(name + " is NaN");
    return;
  }
  facts.numbers[name] = value;
  facts.numbers["|" + name + "|"] = std::abs(value);
  if (std::isinf(value)) facts.conditions.insert(name + " is infinite");
  if (value == 0) facts.conditions.insert(name + (std::signbit(value) ? " is -0" : " is 0"));
  if (value == std::floor(value)) facts.conditions.insert(name + " is whole");
}

// Facts of an element: its place, the expected value, and the elements of the inputs at this place.
Facts facts_of_element(const Case& test_case, const ExpectedTensor& expected, std::int64_t place) {
  Facts facts;
  const auto index = wording::unflatten(place, expected.shape);
  const auto rank = static_cast<std::int64_t>(expected.shape.size());
  for (std::int64_t axis = 0; axis < rank; ++axis) {
    const std::int64_t at = index[static_cast<std::size_t>(axis)];
    const std::string along = " along axis " + std::to_string(axis);
    if (at == 0) facts.conditions.insert("it is the first" + along);
    if (at == expected.shape[static_cast<std::size_t>(axis)] - 1)
      facts.conditions.insert("it is the last" + along);
    facts.numbers["the index" + along] = static_cast<double>(at);
  }
  value_facts("the expected value", static_cast<double>(element(expected.value, place)), facts);
  for (const auto& [name, tensor] : test_case.inputs) {
    if (tensor.shape() == expected.shape)
      value_facts(name, static_cast<double>(element(tensor, place)), facts);
  }
  return facts;
}

}  // namespace

// Which other functions the programs of a function's results call.
struct Outcomes::Programs {
  using Names = std::set<std::string, std::less<>>;

  bool fails_in_single_call = false;
  std::vector<Names> failing;                        // the called functions of each
  std::map<std::string, std::int64_t> results = {};  // by called function
  std::int64_t count = 0;

  void add(const Case& test_case, Mode mode, bool failed) {
    if (mode != Mode::kProgram) {
      fails_in_single_call |= failed;
      return;
    }
    Names called = functions_called(test_case.program);
    called.erase(test_case.function);
    for (const std::string& function : called) ++results[function];
    if (failed) failing.push_back(std::move(called));
    ++count;
  }

  // Some of `broken`, as few as possible, such that each failing program calls one; empty if there are none. A function that most
  // programs call, such as eval, explains nothing.
  std::vector<std::string> blamed(const Names& broken) const {
    std::vector<std::string> chosen;
    std::vector<Names> left = failing;
    while (!left.empty()) {
      std::map<std::string, std::int64_t> covered;
      for (const Names& called : left) {
        for (const std::string& function : called) {
          if (broken.contains(function) && 4 * results.at(function) <= 3 * count)
            ++covered[function];
        }
      }
      const auto most =
          std::ranges::max_element(covered, {}, [](const auto& f) { return f.second; });
      if (most == covered.end()) return {};
      chosen.push_back(most->first);
      std::erase_if(left, [&](const auto& called) { return called.contains(chosen.back()); });
    }
    return chosen;
  }
};

// The results of one function, with their cases.
class Outcomes::OfFunction {
 public:
  OfFunction(const std::string& function, const std::multimap<std::string, Seen>& results,
             const FunctionVectors& vectors, const std::vector<Parameter>& parameters) {
    finding_.function = function;
    for (std::size_t i = 0; i < vectors.cases().size(); ++i) {
      const auto [begin, end] = results.equal_range(vectors.cases()[i].id);
      if (begin == end) continue;
      const Case test_case = vectors.read(i);
      for (auto it = begin; it != end; ++it) {
        const std::optional<Mode> mode = parse_mode(it->second.mode);
        if (!mode) continue;
        samples_.push_back({facts_of(test_case, *mode, parameters), it->second.failed});
        sources_.push_back({i, *mode, &it->second});
        programs_.add(test_case, *mode, it->second.failed);
      }
    }
    finding_.rules = learn(samples_);
    for (std::size_t i = 0; i < finding_.rules.rules.size(); ++i) {
      finding_.where.push_back(wrong_elements(vectors, i));
    }
  }

  std::pair<Finding, Programs> take() { return {std::move(finding_), std::move(programs_)}; }

 private:
  struct Source {
    std::size_t place;
    Mode mode;
    const Seen* seen;
  };

  // The first rule that covers the sample.
  bool is_of(std::size_t rule, const Sample& sample) const {
    const std::vector<Rule>& rules = finding_.rules.rules;
    for (std::size_t i = 0; i < rule; ++i) {
      if (rules[i].holds(sample.facts)) return false;
    }
    return rules[rule].holds(sample.facts);
  }

  std::string wrong_elements(const FunctionVectors& vectors, std::size_t rule) const {
    std::vector<Sample> elements;
    std::set<int> wrong_outputs;
    bool one_of_several = true;
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      const Seen& seen = *sources_[i].seen;
      if (seen.wrong.map.empty() || !is_of(rule, samples_[i])) continue;
      if (static_cast<std::int64_t>(elements.size()) >= kMostElementsOfRule) break;
      const Case test_case = in_mode(vectors.read(sources_[i].place), sources_[i].mode);
      const auto& outputs = test_case.expectation.outputs;
      if (static_cast<std::size_t>(seen.wrong.output) >= outputs.size()) continue;
      wrong_outputs.insert(seen.wrong.output);
      one_of_several = one_of_several && outputs.size() > 1;
      const auto* expected =
          std::get_if<ExpectedTensor>(&outputs[static_cast<std::size_t>(seen.wrong.output)]);
      if (expected == nullptr || expected->shape != seen.wrong.shape) continue;
      const auto count =
          std::min(static_cast<std::int64_t>(seen.wrong.map.size()), expected->value.size());
      const std::int64_t step = std::max<std::int64_t>(1, count / kElementsOfResult);
      for (std::int64_t at = 0; at < count; at += step) {
        elements.push_back({facts_of_element(test_case, *expected, at),
                            seen.wrong.map[static_cast<std::size_t>(at)] >= kLeastWrongDigit});
      }
    }
    const bool names_output = one_of_several && wrong_outputs.size() == 1;
    const Rules found = learn(elements);
    const bool names_elements = found.rules.size() == 1;
    if (!names_output && !names_elements) return "";
    return "elements " +
           (names_output ? "of output " + std::to_string(*wrong_outputs.begin()) + " " : "") +
           "are wrong" + (names_elements ? " where " + conditions_text(found.rules.front()) : "");
  }

  Finding finding_;
  Programs programs_;
  std::vector<Sample> samples_;
  std::vector<Source> sources_;  // of the samples
};

std::vector<std::string> Finding::sentences() const {
  if (!fails_with.empty()) {
    const bool one = fails_with.size() == 1;
    return {"fails only in programs that call " + joined(fails_with, " or ") + ", which also " +
            (one ? "fails" : "fail") + " in single calls (" + (rules.failures == 1 ? "" : "all ") +
            count_of(rules.failures, "failure") + ")"};
  }
  std::vector<std::string> sentences;
  if (rules.passes == 0) {
    sentences.push_back("fails in every result (" + grouped_digits(rules.failures) + ")");
  }
  for (std::size_t i = 0; i < rules.rules.size(); ++i) {
    const Rule& rule = rules.rules[i];
    if (rule.failures * kLeastShare < rules.failures) continue;
    const bool all = rule.failures == rules.failures, only = rule.false_alarms == 0;
    sentences.push_back(
        "fails " + std::string(all && only ? "exactly " : "") + "where " + conditions_text(rule) +
        " (" + (all ? "all " : grouped_digits(rule.failures) + " of ") +
        count_of(rules.failures, "failure") + ", " +
        (only ? "none" : grouped_digits(rule.false_alarms)) + " of " +
        count_of(rules.passes, "other result") + ")" + (where[i].empty() ? "" : "; " + where[i]));
  }
  if (!also_fail.empty()) {
    const auto others = static_cast<long long>(also_fail.size());
    sentences.push_back("may explain " + count_of(others, "other function") + " that " +
                        (others == 1 ? "fails" : "fail") +
                        " only in programs that call it: " + first_names(also_fail));
  }
  return sentences;
}

std::vector<Finding> without_explained(std::vector<Finding> findings) {
  std::erase_if(findings, [](const Finding& finding) { return finding.fails_with.size() == 1; });
  return findings;
}

void Outcomes::add(const CaseResult& result) {
  const Outcome outcome = result.waived ? result.waived->outcome : result.outcome;
  const bool failed = counts_against(outcome) && outcome != Outcome::kUnexpectedPass;
  if (!failed && !fulfils_profile(outcome) && outcome != Outcome::kUnexpectedPass) return;
  Seen seen{result.mode, failed};
  const bool elements = failed && result.failure && result.failure->check == Check::kElement;
  if (elements && maps_[result.function]++ < kMostMaps) {
    seen.wrong = {result.failure->output, result.failure->shape, result.failure->error_map};
  }
  functions_[result.function].emplace(result.case_id, std::move(seen));
}

std::vector<Finding> Outcomes::findings(const std::string& vectors_directory,
                                        const std::string& edition,
                                        const Specification& specification) const {
  const Manifest manifest = read_manifest(vectors_directory);
  std::vector<std::future<std::pair<Finding, Programs>>> tasks;
  std::counting_semaphore<> processors(std::max(1U, std::thread::hardware_concurrency()));
  for (const auto& [function, results] : functions_) {
    const bool fails = std::ranges::any_of(results, [](const auto& r) { return r.second.failed; });
    const FunctionSpecification* specified = specification.find(function);
    if (!fails || specified == nullptr || !manifest.functions.contains(function)) continue;
    const auto signature = specified->signatures.find(edition);
    if (signature == specified->signatures.end()) continue;
    processors.acquire();
    tasks.push_back(
        std::async(std::launch::async, [&, &results = results, &function = function, signature] {
          const Released released{processors};
          const FunctionVectors vectors(vectors_directory, manifest, function,
                                        generated_tier(manifest, function));
          return OfFunction(function, results, vectors, parameters_of(signature->second)).take();
        }));
  }
  std::map<std::string, Finding> found;
  std::map<std::string, Programs> programs;
  Programs::Names broken;
  for (auto& task : tasks) {
    auto [finding, its_programs] = task.get();
    if (its_programs.fails_in_single_call) broken.insert(finding.function);
    programs.emplace(finding.function, std::move(its_programs));
    found.emplace(finding.function, std::move(finding));
  }
  std::map<std::string, std::int64_t> explained;  // failures of other functions
  for (auto& [function, finding] : found) {
    if (broken.contains(function)) continue;
    finding.fails_with = programs.at(function).blamed(broken);
    if (finding.fails_with.size() != 1) continue;
    found.at(finding.fails_with.front()).also_fail.push_back(function);
    explained[finding.fails_with.front()] += finding.rules.failures;
  }
  std::vector<Finding> findings;
  for (auto& [function, finding] : found) {
    const bool always = finding.rules.passes == 0 && finding.rules.failures > 1;
    if (always || !finding.rules.rules.empty() || !finding.fails_with.empty() ||
        !finding.also_fail.empty()) {
      findings.push_back(std::move(finding));
    }
  }
  std::ranges::stable_sort(findings, {}, [&](const Finding& f) {
    return std::pair(!f.fails_with.empty(), -f.rules.failures - explained[f.function]);
  });
  return findings;
}

}  // namespace kassay::rules
