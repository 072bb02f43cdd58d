#include "spec/lib/cause_groups.h"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "spec/lib/cause.h"
#include "spec/lib/text.h"
#include "spec/lib/vectors.h"

namespace kassay {
namespace {

constexpr std::string_view kAnyFunction = "FUNCTION";

void add_to(CauseGroup& group, const std::string& function, Outcome outcome,
            const CauseInFunction& part) {
  group.count += part.count;
  group.outcomes[outcome] += part.count;
  const auto found = std::ranges::find(group.functions, function, &CauseInFunction::function);
  if (found == group.functions.end()) {
    group.functions.push_back(part);
    return;
  }
  found->count += part.count;
  if (part.place < found->place) {
    found->place = part.place;
    found->example = part.example;
  }
}

// Whether it has a function that is not among the known ones, which it joins.
bool adds_function(const CauseGroup& group, std::set<std::string>& known) {
  const std::size_t before = known.size();
  for (const CauseInFunction& part : group.functions) known.insert(part.function);
  return known.size() > before;
}

}  // namespace

void CauseGroups::add(const CaseResult& result) {
  const std::int64_t place = added_++;
  if (!concerns_(result.outcome)) return;
  ++results_;
  ++of_function_[result.function];
  std::vector<std::string> causes = causes_of(result);
  auto key = std::tuple(causes, result.function, result.outcome);
  auto found = entries_.find(key);
  if (found == entries_.end()) {
    if (entries_.size() == kMostEntries) {
      ++ungrouped_;
      return;
    }
    found = entries_.emplace(std::move(key), Entry{0, place, result}).first;
  }
  ++found->second.count;
  for (std::string& cause : causes) ++shares_[std::move(cause)];
}

std::string CauseGroups::chosen(const std::vector<std::string>& causes) const {
  return *std::ranges::max_element(causes, {}, [this](const std::string& cause) {
    const auto share = shares_.find(cause);
    return share == shares_.end() ? 0 : share->second;
  });
}

std::string CauseGroups::key_of(const CaseResult& result) const {
  return chosen(causes_of(result));
}

std::vector<CauseGroup> CauseGroups::groups() const {
  std::map<std::string, CauseGroup> by_key;
  for (const auto& [key, entry] : entries_) {
    const auto& [causes, function, outcome] = key;
    add_to(by_key[chosen(causes)], function, outcome,
           {function, entry.count, entry.place, &entry.example});
  }
  std::vector<CauseGroup> groups;
  for (auto& [key, group] : by_key) {
    std::ranges::sort(group.functions, {}, [](const CauseInFunction& part) {
      return std::tuple(part.example->mode == mode_name(Mode::kProgram), -part.count,
                        part.function);
    });
    group.key = key;
    group.cause =
        replaced(key, kFunctionMark,
                 group.functions.size() == 1 ? group.functions.front().function : kAnyFunction);
    groups.push_back(std::move(group));
  }
  std::ranges::stable_sort(groups, std::ranges::greater{}, &CauseGroup::count);
  std::set<std::string> known;
  std::ranges::stable_partition(
      groups, [&known](const CauseGroup& group) { return adds_function(group, known); });
  return groups;
}

std::string CauseGroups::explained_cause(const CauseGroup& group,
                                         const Specification* specification) const {
  const std::string& reading = group.example().reading;
  if (reading.empty()) return group.cause;
  std::string cause = group.cause;
  std::int64_t of_functions = 0;
  for (const CauseInFunction& part : group.functions)
    of_functions += of_function_.at(part.function);
  const std::string& largest = group.functions.front().function;
  if (group.count < of_functions) {
    cause += ", in " + std::to_string(group.count) + " of the " + std::to_string(of_functions) +
             " failures of " + (group.functions.size() == 1 ? largest : "its functions");
  }
  const std::string text =
      specification == nullptr ? "" : specification->reading_text(largest, reading);
  return text.empty() ? cause : cause + ": " + text;
}

std::string outcomes_text(const CauseGroup& group) {
  std::vector<std::pair<std::int64_t, Outcome>> outcomes;
  for (const auto& [outcome, count] : group.outcomes) outcomes.emplace_back(count, outcome);
  std::ranges::stable_sort(outcomes, std::ranges::greater{},
                           [](const auto& each) { return each.first; });
  std::vector<std::string> texts;
  for (const auto& [count, outcome] : outcomes) {
    texts.push_back(grouped_digits(count) + " " + std::string(outcome_name(outcome)));
  }
  return joined(texts);
}

std::string functions_text(const CauseGroup& group, std::size_t most) {
  const std::size_t shown = std::min(most, group.functions.size());
  std::vector<std::string> texts;
  for (const CauseInFunction& part : std::span(group.functions).first(shown)) {
    texts.push_back(part.function + " " + grouped_digits(part.count));
  }
  const std::size_t left = group.functions.size() - shown;
  return "in " + count_of(static_cast<long long>(group.functions.size()), "function") + ": " +
         joined(texts) + (left > 0 ? " and " + std::to_string(left) + " more" : "");
}

}  // namespace kassay
