#include "reports/gates/gates.h"

#include <algorithm>
#include <stdexcept>

#include "reports/diff/comparison.h"
#include "reports/diff/diff.h"
#include "reports/summary.h"
#include "reports/text.h"

namespace kassay::reports {
namespace {

constexpr std::size_t kShownCases = 5;

std::string names_of(const std::vector<Outcome>& outcomes) {
  std::string text;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    text += i == 0 ? "" : i + 1 == outcomes.size() ? " or " : ", ";
    text += outcome_name(outcomes[i]);
  }
  return text;
}

// `word` says why the case is listed.
void add_case(FailedGate& gate, const CaseResult& result, std::string_view word) {
  if (gate.cases.size() == kShownCases) {
    ++gate.more;
    return;
  }
  gate.cases.push_back(std::string(word) + "  " + printable(result.case_id) +
                       (result.mode.empty() ? "" : " [" + printable(result.mode) + "]"));
}

std::optional<FailedGate> count_failures(const Results& results, const GateSettings& settings) {
  const auto is_failure = [&](Outcome outcome) {
    if (!settings.fail_on) return counts_against(outcome);
    return std::ranges::find(*settings.fail_on, outcome) != settings.fail_on->end();
  };
  FailedGate gate;
  std::int64_t failures = 0;
  for (const CaseResult& result : results.cases) {
    if (!is_failure(result.outcome)) continue;
    ++failures;
    add_case(gate, result, outcome_name(result.outcome));
  }
  const std::int64_t most = settings.max_failures.value_or(0);
  if (failures <= most) return std::nullopt;
  gate.reason = std::string(settings.max_failures ? "--max-failures" : "--fail-on") + ": " +
                count_of(failures, "result") + " of " +
                grouped_digits(static_cast<long long>(results.cases.size())) +
                (failures == 1 ? " is" : " are") + " " +
                (settings.fail_on ? names_of(*settings.fail_on) : "against the backend") +
                "; the limit is " + grouped_digits(most) + ".";
  return gate;
}

std::optional<FailedGate> count_judged(const Results& results, const GateSettings& settings) {
  const auto judged = std::ranges::count_if(results.cases, [](const CaseResult& result) {
    return result.outcome != Outcome::kUnsupported && result.outcome != Outcome::kWaived &&
           result.outcome != Outcome::kNotRun;
  });
  const std::int64_t least = settings.min_judged.value_or(1);
  if (judged >= least) return std::nullopt;
  FailedGate gate;
  gate.reason =
      "--min-cases: of " + count_of(static_cast<long long>(results.cases.size()), "result") + ", " +
      grouped_digits(judged) + (judged == 1 ? " was judged" : " were judged") +
      " (neither unsupported, waived nor not-run); at least " + grouped_digits(least) + " must be.";
  return gate;
}

// What the run left out: its function was given up, or no worker started again.
std::optional<FailedGate> count_left_out(const Results& results) {
  FailedGate gate;
  std::int64_t left_out = 0;
  for (const CaseResult& result : results.cases) {
    if (result.outcome != Outcome::kNotRun || result.failed_call) continue;
    ++left_out;
    add_case(gate, result, outcome_name(result.outcome));
  }
  if (left_out == 0) return std::nullopt;
  gate.reason = count_of(left_out, "result") + (left_out == 1 ? " was" : " were") +
                " left out: the run gave functions up (--max-restarts), or the backend did not "
                "start again.";
  return gate;
}

std::optional<FailedGate> compare_with_earlier(const Results& results,
                                               const GateSettings& settings) {
  std::vector<std::string> unknown;
  const std::vector<CaseChange> case_changes =
      read_case_changes(settings.earlier->header, results.header, settings.vectors, unknown);
  const Diff diff = diff_results(*settings.earlier, results, kMarginFactor, case_changes);
  if (!diff.worse()) return std::nullopt;
  FailedGate gate;
  std::string counts;
  for (const ChangeKind kind : kChangeKinds) {
    if (!is_worse(kind) || diff.count(kind) == 0) continue;
    counts += (counts.empty() ? "" : ", ") + grouped_digits(diff.count(kind)) + " " +
              std::string(change_name(kind)) + " (" + std::string(change_meaning(kind)) + ")";
  }
  for (const Change& change : diff.changes) {
    if (is_worse(change.kind)) add_case(gate, change.either(), change_name(change.kind));
  }
  gate.reason = "--no-worse-than: " +
                count_of(static_cast<long long>(gate.cases.size()) + gate.more, "result") +
                " worse than in " + printable(settings.no_worse_than.front()) + ": " + counts + ".";
  for (const HeaderDifference& difference : diff.header) {
    if (!difference.meaning.empty()) gate.notes.push_back(printable(difference.meaning));
  }
  for (const std::string& notice : unknown) gate.notes.push_back(printable(notice));
  for (const std::string& notice : diff.notices) gate.notes.push_back(printable(notice));
  return gate;
}

}  // namespace

std::vector<std::string> read_earlier_run(GateSettings& settings, const std::string& vectors) {
  std::vector<std::string> notices;
  if (settings.no_worse_than.empty()) return notices;
  settings.vectors = vectors;
  settings.earlier = read_run("old", settings.no_worse_than, notices).results;
  return notices;
}

std::vector<FailedGate> failed_gates(const Results& results, const GateSettings& settings) {
  std::vector<FailedGate> failed;
  if (!settings.any()) return failed;
  const RunVerdict verdict = verdict_of(facts_of(results));
  if (!verdict.ended) failed.push_back({.reason = verdict.limits.front()});
  if (const auto gate = count_left_out(results)) failed.push_back(*gate);
  if (const auto gate = count_judged(results, settings)) failed.push_back(*gate);
  if (settings.counts_failures()) {
    if (const auto gate = count_failures(results, settings)) failed.push_back(*gate);
  }
  if (settings.earlier) {
    if (const auto gate = compare_with_earlier(results, settings)) failed.push_back(*gate);
  }
  return failed;
}

std::vector<Outcome> parse_outcomes(const std::string& list) {
  std::vector<Outcome> outcomes;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string name = list.substr(begin, end - begin);
    const auto outcome = parse_outcome(name);
    if (!outcome) {
      std::string all;
      for (const Outcome known : kOutcomesWorstFirst) {
        all += (all.empty() ? "" : ", ") + std::string(outcome_name(known));
      }
      throw std::invalid_argument("\"" + name + "\" is not an outcome: write some of " + all +
                                  ", separated by commas");
    }
    if (std::ranges::find(outcomes, *outcome) == outcomes.end()) outcomes.push_back(*outcome);
    begin = end + 1;
  }
  return outcomes;
}

}  // namespace kassay::reports
