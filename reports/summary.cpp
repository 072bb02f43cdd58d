#include "reports/summary.h"

#include <algorithm>

#include "reports/text.h"

namespace kassay::reports {

std::size_t severity_rank(Outcome outcome) {
  const auto place = std::find(kOutcomesWorstFirst.begin(), kOutcomesWorstFirst.end(), outcome);
  return static_cast<std::size_t>(place - kOutcomesWorstFirst.begin());
}

RunSummary summarize(const Results& results) {
  const RunFacts facts = facts_of(results);
  RunSummary summary;
  for (const auto& [name, count] : facts.counts) {
    summary.counts[severity_rank(*parse_outcome(name))] = count;
  }
  summary.verdict = verdict_of(facts);
  summary.asked_profiles = facts.asked_profiles;
  if (results.footer) summary.profiles = results.footer->profiles;
  summary.functions = facts.functions;
  summary.supported_functions = facts.supported_functions;
  return summary;
}

std::string profiles_text(const RunSummary& summary) {
  std::string text;
  for (const ProfileLine& line : summary.verdict.profiles) {
    text += (text.empty() ? "" : " ") + line.heading + ": " + joined(line.ids) + ".";
  }
  return text;
}

std::string outcomes_text(const RunSummary& summary) {
  std::string text;
  for (std::size_t i = summary.counts.size(); i-- > 0;) {
    if (summary.counts[i] == 0) continue;
    text += (text.empty() ? "" : ", ") + grouped_digits(summary.counts[i]) + " " +
            std::string(outcome_name(kOutcomesWorstFirst[i]));
  }
  return text.empty() ? "no results" : text;
}

}  // namespace kassay::reports
