#include "conformance/runner/excuses.h"

#include <algorithm>
#include <bit>
#include <set>
#include <unordered_map>
#include <utility>

namespace kassay::runner {
namespace {

constexpr unsigned kAllModes = (1U << std::size(kModes)) - 1;

unsigned bit_of(Mode mode) { return 1U << static_cast<unsigned>(mode); }
unsigned bit_of(const CaseResult& result) { return bit_of(*parse_mode(result.mode)); }

std::vector<Mode> modes_in(unsigned set) {
  std::vector<Mode> modes;
  if (set == kAllModes) return modes;
  for (const Mode mode : kModes) {
    if ((set & bit_of(mode)) != 0) modes.push_back(mode);
  }
  return modes;
}

}  // namespace

Excuses::Outline Excuses::outline_of(const std::vector<CaseResult>& results) {
  Outline outline;
  std::unordered_map<std::string, std::size_t> places;
  for (const CaseResult& result : results) {
    const auto [found, is_new] = places.try_emplace(result.case_id, outline.ids.size());
    if (is_new) {
      outline.ids.push_back(result.case_id);
      outline.judged.push_back(0);
    }
    const std::size_t place = found->second;
    outline.case_of.push_back(place);
    if (result.outcome == Outcome::kUnsupported) continue;
    outline.judged[place] |= bit_of(result);
    if (!fulfils_profile(result.outcome)) outline.excusable.push_back(place);
  }
  std::ranges::sort(outline.excusable);
  const auto [first, last] = std::ranges::unique(outline.excusable);
  outline.excusable.erase(first, last);
  return outline;
}

Excuses::Excuses(const std::vector<CaseResult>& results) : Excuses(results, outline_of(results)) {}

Excuses::Excuses(const std::vector<CaseResult>& results, Outline outline)
    : results_(results),
      case_of_(std::move(outline.case_of)),
      judged_(std::move(outline.judged)),
      globs_(std::move(outline.ids), outline.excusable) {}

std::vector<Excuse> Excuses::of(std::span<const std::size_t> places) const {
  std::vector<ModeSet> wrong(judged_.size());
  for (const std::size_t place : places) wrong[case_of_[place]] |= bit_of(results_[place]);
  std::vector<ModeSet> left = wrong;
  // Whether all judged results of the case in these modes are among those to excuse.
  const auto harmless = [&](std::size_t test_case, ModeSet modes) {
    return (judged_[test_case] & ~wrong[test_case] & modes) == 0;
  };
  std::set<ModeSet> sets = {kAllModes};
  for (const std::size_t place : places) sets.insert(wrong[case_of_[place]]);
  const auto gain = [&](ModeSet modes) {
    int results = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (left[i] != 0 && harmless(i, modes)) results += std::popcount(left[i] & modes);
    }
    return results;
  };

  std::vector<Excuse> excuses;
  while (std::ranges::any_of(left, [](ModeSet modes) { return modes != 0; })) {
    ModeSet best = 0;
    int most = 0;
    for (const ModeSet modes : sets) {
      const int results = gain(modes);
      if (results >= most) {  // on a tie, the last one has the most modes
        most = results;
        best = modes;
      }
    }
    std::vector<Wanted> roles(left.size(), Wanted::kMayMatch);
    for (std::size_t i = 0; i < roles.size(); ++i) {
      if (!harmless(i, best)) {
        roles[i] = Wanted::kMustNotMatch;
      } else if ((left[i] & best) != 0) {
        roles[i] = Wanted::kMustMatch;
      }
    }
    Excuse& excuse = excuses.emplace_back();
    excuse.modes = modes_in(best);
    excuse.cases = globs_.patterns(roles);
    for (const std::size_t place : places) {
      const std::size_t i = case_of_[place];
      if (roles[i] == Wanted::kMustMatch && (left[i] & bit_of(results_[place]) & best) != 0) {
        excuse.results.push_back(place);
      }
    }
    for (std::size_t i = 0; i < roles.size(); ++i) {
      if (roles[i] == Wanted::kMustMatch) left[i] &= ~best;
    }
  }
  return excuses;
}

}  // namespace kassay::runner
