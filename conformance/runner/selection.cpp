#include "conformance/runner/selection.h"

#include <fnmatch.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "conformance/runner/profile_tally.h"
#include "conformance/runner/waivers.h"

namespace kassay::runner {
namespace {

constexpr std::size_t kSuggestions = 5;

bool in_edition(const CaseOutline& test_case, Edition edition) {
  return std::ranges::find(test_case.editions, edition_name(edition)) != test_case.editions.end();
}

bool any_may_match(const Selection& selection, const std::string& function,
                   const std::string& category) {
  return selection.filter.empty() ||
         std::ranges::any_of(selection.filter, [&](const std::string& pattern) {
           return may_match(pattern, function, category);
         });
}

// Counts the cases that a pattern would match in other tiers and editions.
std::string where_else(const std::string& pattern, const std::string& directory,
                       const Manifest& manifest) {
  std::map<std::string, int> places;
  for (const auto& [function, entry] : manifest.functions) {
    if (!may_match(pattern, function, entry.category)) continue;
    const FunctionVectors vectors(directory, manifest, function,
                                  generated_tier(manifest, function));
    for (const CaseOutline& test_case : vectors.cases()) {
      if (!filter_matches(pattern, function, test_case.id)) continue;
      for (const std::string& edition : test_case.editions) {
        ++places["tier " + std::string(tier_name(test_case.tier)) + ", edition " + edition];
      }
    }
  }
  std::string text;
  for (const auto& [place, count] : places) {
    text += "\n  " + std::to_string(count) + (count == 1 ? " case in " : " cases in ") + place;
  }
  return text;
}

std::string describe(const Selection& selection) {
  std::string text = "tier " + std::string(tier_name(selection.tier)) + ", edition " +
                     std::string(edition_name(selection.edition));
  const char* separator = ", mode ";
  for (const Mode mode : selection.modes) {
    text += std::exchange(separator, " or ") + std::string(mode_name(mode));
  }
  separator = ", profile ";
  for (const std::string& profile : selection.profiles) {
    text += std::exchange(separator, " or ") + profile;
  }
  return text;
}

// Whether the selection takes this mode of the case, if it takes the case.
bool mode_selected(const Selection& selection, const CaseOutline& test_case, Mode mode,
                   const std::vector<std::size_t>& belongs_to,
                   const std::set<std::size_t>& profiles) {
  const bool has_mode =
      selection.modes.empty() || std::ranges::find(selection.modes, mode) != selection.modes.end();
  const bool in_profile = profiles.empty() || std::ranges::any_of(belongs_to, [&](std::size_t i) {
                            return profiles.contains(i);
                          });
  return has_mode && in_profile &&
         (!selection.only ||
          selection.only->contains({test_case.id, std::string(mode_name(mode))}));
}

// The indices of the requested profiles.
std::set<std::size_t> places_of(const std::vector<std::string>& wanted,
                                const std::vector<Profile>& profiles) {
  std::set<std::size_t> places;
  for (const std::string& id : wanted) {
    const auto found = std::ranges::find(profiles, id, &Profile::id);
    if (found == profiles.end()) {
      std::vector<std::string> ids;
      for (const Profile& profile : profiles) ids.push_back(profile.id);
      std::string message = "there is no profile \"" + id + "\"";
      const char* separator = "; the closest is ";
      for (const std::string& name : closest_names(id, ids, 1)) message += separator + name;
      throw UnknownProfile(message + ". `kassay list profiles` prints all of them.");
    }
    places.insert(static_cast<std::size_t>(found - profiles.begin()));
  }
  return places;
}

[[noreturn]] void throw_no_match(const std::string& pattern, const std::string& directory,
                                 const Manifest& manifest, const Selection& selection) {
  std::string message = "\"" + pattern + "\" matches no case in " + describe(selection);
  std::string elsewhere = where_else(pattern, directory, manifest);
  if (!elsewhere.empty()) throw NoCaseSelected(message + "; it would match:" + elsewhere);
  const bool is_id = pattern.find('/') != std::string::npos;
  std::vector<std::string> names;
  for (const auto& [function, entry] : manifest.functions) {
    if (!is_id) names.push_back(function);
    if (!is_id && !is_glob(pattern)) continue;
    const FunctionVectors vectors(directory, manifest, function, selection.tier);
    for (const CaseOutline& test_case : vectors.cases()) names.push_back(test_case.id);
  }
  std::vector<std::string> closest = closest_names(pattern, names, kSuggestions);
  if (!closest.empty()) message += "; the closest names are:";
  for (const std::string& name : closest) message += "\n  " + name;
  throw NoCaseSelected(message +
                       "\n`kassay list functions` and `kassay list cases` print all of them.");
}

}  // namespace

bool is_glob(std::string_view pattern) {
  return pattern.find_first_of("*?[") != std::string_view::npos;
}

bool may_match(std::string_view pattern, const std::string& function, const std::string& category) {
  if (pattern == function) return true;
  std::string_view literal = pattern.substr(0, pattern.find_first_of("*?[\\"));
  std::string prefix = category + "/" + function + "/";
  std::size_t common = std::min(literal.size(), prefix.size());
  return literal.substr(0, common) == std::string_view(prefix).substr(0, common);
}

bool filter_matches(const std::string& pattern, const std::string& function,
                    const std::string& case_id) {
  // A literal id comes first: it may contain brackets, which are special in a glob.
  return pattern == function || pattern == case_id ||
         fnmatch(pattern.c_str(), case_id.c_str(), 0) == 0;
}

int shard_of(std::string_view case_id, int count) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (char c : case_id) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  // The low bits are poor by themselves: bit 0 is the parity of the text.
  hash ^= hash >> 32;
  return static_cast<int>(hash % static_cast<std::uint64_t>(count)) + 1;
}

std::size_t edit_distance(std::string_view name, std::string_view other) {
  // Levenshtein distance, one row at a time.
  std::vector<std::size_t> row(other.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (const char c : name) {
    const bool any_text = c == '*';
    std::size_t diagonal = row[0];
    if (!any_text) ++row[0];
    for (std::size_t j = 0; j < other.size(); ++j) {
      const std::size_t above = row[j + 1];
      if (any_text) {
        row[j + 1] = std::min(above, row[j]);
      } else {
        const std::size_t replaced = diagonal + (c == other[j] || c == '?' ? 0 : 1);
        row[j + 1] = std::min({replaced, row[j] + 1, above + 1});
      }
      diagonal = above;
    }
  }
  return row.back();
}

std::vector<std::string> closest_names(std::string_view name, const std::vector<std::string>& names,
                                       std::size_t limit) {
  const auto stars = static_cast<std::size_t>(std::ranges::count(name, '*'));
  const std::size_t farthest = std::max<std::size_t>((name.size() - stars) / 2, 1);
  std::vector<std::pair<std::size_t, const std::string*>> ranked;
  for (const std::string& candidate : names) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance <= farthest) ranked.emplace_back(distance, &candidate);
  }
  std::ranges::stable_sort(ranked, {}, [](const auto& entry) { return entry.first; });
  std::vector<std::string> result;
  for (std::size_t i = 0; i < std::min(limit, ranked.size()); ++i) {
    result.push_back(*ranked[i].second);
  }
  return result;
}

SelectedCases select_cases(const std::string& vectors_directory, const Manifest& manifest,
                           const Specification& specification, const Selection& selection,
                           ProfileTally* tally, Waivers* waivers) {
  SelectedCases result;
  const std::vector<Profile>& profiles = specification.profiles;
  const std::set<std::size_t> wanted = places_of(selection.profiles, profiles);
  const auto in_profiles = [&](const std::string& function) {
    return wanted.empty() || std::ranges::any_of(wanted, [&](std::size_t i) {
             return profiles[i].concerns(function);
           });
  };
  std::vector<bool> used(selection.filter.size(), false);
  for (const auto& [function, entry] : manifest.functions) {
    if (!any_may_match(selection, function, entry.category) || !in_profiles(function)) {
      if (tally != nullptr) tally->skip(function);
      if (waivers != nullptr) waivers->skip(function, entry.category);
      continue;
    }
    SelectedFunction selected{
        function,
        std::make_shared<FunctionVectors>(vectors_directory, manifest, function, selection.tier),
        {}};
    const std::vector<CaseOutline>& cases = selected.vectors->cases();
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (!in_edition(cases[i], selection.edition)) continue;
      bool matched = selection.filter.empty();
      for (std::size_t j = 0; j < selection.filter.size(); ++j) {
        if (!filter_matches(selection.filter[j], function, cases[i].id)) continue;
        matched = true;
        used[j] = true;
      }
      const bool taken =
          matched && shard_of(cases[i].id, selection.shard_count) == selection.shard_index;
      std::vector<Mode> modes;
      for (const Mode mode : cases[i].modes) {
        if (!taken && tally == nullptr && waivers == nullptr) break;
        std::vector<std::size_t> belongs_to;
        if (tally != nullptr || !wanted.empty()) belongs_to = profiles_of(cases[i], mode, profiles);
        const bool selected = taken && mode_selected(selection, cases[i], mode, belongs_to, wanted);
        if (selected) modes.push_back(mode);
        if (tally != nullptr) tally->expect(cases[i], mode, belongs_to, selected);
        if (waivers != nullptr) waivers->expect(cases[i], mode, selected);
      }
      if (modes.empty()) continue;
      result.count += static_cast<std::int64_t>(modes.size());
      selected.cases.push_back({i, std::move(modes)});
    }
    if (!selected.cases.empty()) result.functions.push_back(std::move(selected));
  }
  for (std::size_t j = 0; j < used.size(); ++j) {
    if (!used[j]) throw_no_match(selection.filter[j], vectors_directory, manifest, selection);
  }
  if (result.count == 0) {
    std::string why = selection.only                ? "of those that failed, none is"
                      : selection.shard_count > 1   ? "none falls into this shard,"
                      : !selection.modes.empty()    ? "no case has this mode"
                      : !selection.profiles.empty() ? "the profile has none"
                                                    : "the vectors hold none";
    throw NoCaseSelected("no case is selected: " + why + " in " + describe(selection));
  }
  return result;
}

}  // namespace kassay::runner
