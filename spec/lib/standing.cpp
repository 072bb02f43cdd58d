#include "spec/lib/standing.h"

#include <algorithm>
#include <vector>

#include "spec/lib/results.h"
#include "spec/lib/text.h"

namespace kassay {
namespace {

std::string names_text(const Standing::Names& names) {
  return first_names({names.begin(), names.end()});
}

std::int64_t size_of(const Standing::Names& names) {
  return static_cast<std::int64_t>(names.size());
}

}  // namespace

std::string first_names(std::vector<std::string> names) {
  constexpr std::size_t kMostNames = 8;
  const std::size_t all = names.size();
  names.resize(std::min(all, kMostNames));
  const std::string text = joined(names);
  if (all == names.size()) return text;
  return text + " and " + grouped_digits(static_cast<long long>(all - names.size())) + " more";
}

void Standing::add(const CaseResult& result) {
  const std::string& function = result.function;
  const Outcome outcome = result.outcome;
  if (outcome_before_waivers(result) == Outcome::kNotRun) {
    (result.waived ? waived : not_run).insert(function);
    return;
  }
  if (outcome == Outcome::kUnsupported) {
    lacking.insert(result.lacks.empty() ? function : result.lacks);
    return;
  }
  supported.insert(function);
  if (outcome == Outcome::kWaived) waived.insert(function);
  if (counts_against(outcome)) wrong.insert(function);
}

void Standing::add(const Standing& part) {
  functions = std::max(functions, part.functions);
  for (Names Standing::*const names : {&Standing::supported, &Standing::lacking, &Standing::wrong,
                                       &Standing::waived, &Standing::not_run}) {
    (this->*names).insert((part.*names).begin(), (part.*names).end());
  }
}

std::int64_t Standing::run() const { return size_of(supported) + size_of(lacking) - in_part(); }

std::int64_t Standing::right() const {
  return std::ranges::count_if(supported, [this](const std::string& function) {
    return !wrong.contains(function) && !waived.contains(function) && !not_run.contains(function);
  });
}

std::int64_t Standing::in_part() const {
  return std::ranges::count_if(
      supported, [this](const std::string& function) { return lacking.contains(function); });
}

std::string Standing::complete_text() const {
  const std::int64_t all = std::max(functions, run());
  std::string text =
      grouped_digits(size_of(supported)) + " of " + count_of(all, "function") + " supported";
  if (in_part() > 0) text += ", " + grouped_digits(in_part()) + " partial";
  if (all > run()) text += ", " + grouped_digits(all - run()) + " not run";
  return text;
}

std::string Standing::right_text() const {
  if (supported.empty()) return "no supported function";
  return grouped_digits(right()) + " of " + grouped_digits(size_of(supported)) +
         " supported functions";
}

std::string Standing::not_run_text() const { return names_text(not_run); }

std::string Standing::wrong_text() const {
  if (wrong.empty()) return "nothing";
  return count_of(size_of(wrong), "function") + ": " + names_text(wrong);
}

std::string Standing::brief_text() const {
  return grouped_digits(right()) + " of " + grouped_digits(size_of(supported)) + " right, " +
         grouped_digits(size_of(supported)) + " of " + grouped_digits(std::max(functions, run())) +
         " supported";
}

std::string Standing::shortcomings() const {
  std::string text;
  if (!lacking.empty() || functions > run()) text = complete_text();
  if (!wrong.empty()) text += (text.empty() ? "" : "; ") + ("wrong: " + names_text(wrong));
  if (!waived.empty()) text += (text.empty() ? "" : "; ") + ("waived: " + names_text(waived));
  if (!not_run.empty())
    text += (text.empty() ? "" : "; ") + ("not all run: " + names_text(not_run));
  return text;
}

}  // namespace kassay
