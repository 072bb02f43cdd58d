#include "conformance/runner/waiver_update.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "conformance/runner/case_globs.h"
#include "conformance/runner/excuses.h"
#include "conformance/runner/selection.h"
#include "conformance/runner/waive.h"
#include "conformance/runner/waiver_file.h"
#include "conformance/runner/waivers.h"
#include "spec/lib/atomic_file.h"
#include "spec/lib/error.h"
#include "spec/lib/function_vectors.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {
namespace {

// A case in one mode that the run did not run.
struct Untried {
  std::string function, case_id;
  Mode mode;
  bool of_higher_tier;  // above the tier of the run
};

std::vector<Untried> untried_in(const Results& results, const std::vector<Waiver>& waivers,
                                const std::string& vectors_directory, const Manifest& manifest) {
  std::set<ModeOfCase> tried;
  for (const CaseResult& result : results.cases) tried.insert({result.case_id, result.mode});
  const std::optional<Tier> tier = parse_tier(results.header.tier);
  std::vector<Untried> untried;
  for (const auto& [function, entry] : manifest.functions) {
    const bool concerned = std::ranges::any_of(waivers, [&](const Waiver& waiver) {
      return std::ranges::any_of(waiver.cases, [&](const std::string& pattern) {
        return may_match(pattern, function, entry.category);
      });
    });
    if (!concerned) continue;
    const FunctionVectors vectors(vectors_directory, manifest, function,
                                  generated_tier(manifest, function));
    for (const CaseOutline& test_case : vectors.cases()) {
      if (std::ranges::find(test_case.editions, results.header.edition) ==
          test_case.editions.end()) {
        continue;
      }
      for (const Mode mode : test_case.modes) {
        if (!tried.contains({test_case.id, std::string(mode_name(mode))})) {
          untried.push_back({function, test_case.id, mode, tier && test_case.tier > *tier});
        }
      }
    }
  }
  return untried;
}

bool has(const std::vector<Outcome>& outcomes, Outcome outcome) {
  return std::ranges::find(outcomes, outcome) != outcomes.end();
}

bool names_all_of(const std::vector<Mode>& modes, const std::vector<Mode>& others) {
  if (modes.empty()) return true;
  return !others.empty() && std::ranges::all_of(others, [&modes](Mode mode) {
    return std::ranges::find(modes, mode) != modes.end();
  });
}

// Patterns that match every id of one set and none of another.
std::vector<std::string> globs_between(const std::set<std::string>& matched,
                                       const std::set<std::string>& others) {
  std::vector<std::string> ids(matched.begin(), matched.end());
  std::vector<std::size_t> wanted(ids.size());
  std::iota(wanted.begin(), wanted.end(), std::size_t{0});
  std::vector<Wanted> roles(ids.size(), Wanted::kMustMatch);
  ids.insert(ids.end(), others.begin(), others.end());
  roles.resize(ids.size(), Wanted::kMustNotMatch);
  return CaseGlobs(std::move(ids), wanted).patterns(roles);
}

class Update {
 public:
  Update(std::vector<CaseResult> results, std::vector<Untried> untried, const ResultsHeader& header)
      : results_(std::move(results)),
        untried_(std::move(untried)),
        edition_(header.edition),
        started_(header.started),
        excuses_(results_),
        excused_(results_.size()) {}

  // The replacement of the waiver: itself, nothing, or narrower waivers.
  std::vector<Waiver> replacement(const Waiver& waiver) {
    if (!concerns_edition(waiver, edition_)) return {waiver};
    const Matched matched = matched_by(waiver);
    if (matched.passing.empty()) {
      const bool goes = matched.results == 0 && matched.untried.empty() && !matches_higher(waiver);
      return goes ? std::vector<Waiver>{} : std::vector<Waiver>{waiver};
    }
    return matched.untried.empty() ? narrowed(waiver, matched) : with_exceptions(waiver, matched);
  }

  // Whether it matches a case of a higher tier.
  bool matches_higher(const Waiver& waiver) const {
    return std::ranges::any_of(untried_, [&](const Untried& each) {
      return each.of_higher_tier && concerns(waiver, each);
    });
  }

 private:
  struct Matched {
    std::vector<std::size_t> failing;  // as the waiver expects, and not excused by an earlier one
    std::vector<std::size_t> passing;  // although the waiver does not allow it
    std::int64_t results = 0;          // of any outcome, not excused by an earlier waiver
    std::vector<const Untried*> untried;  // in the tier of the run
  };

  Matched matched_by(const Waiver& waiver) {
    Matched matched;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      const CaseResult& result = results_[i];
      if (result.outcome == Outcome::kUnsupported || excused_[i] || !concerns(waiver, result)) {
        continue;
      }
      ++matched.results;
      if (fulfils_profile(result.outcome)) {
        if (!has(waiver.outcomes, Outcome::kPass)) matched.passing.push_back(i);
      } else if (has(waiver.outcomes, result.outcome)) {
        matched.failing.push_back(i);
        excused_[i] = holds_on(waiver, started_);
      }
    }
    for (const Untried& each : untried_) {
      if (!each.of_higher_tier && concerns(waiver, each)) matched.untried.push_back(&each);
    }
    return matched;
  }

  static bool concerns(const Waiver& waiver, const CaseResult& result) {
    return concerns_case(waiver, result.function, result.case_id, *parse_mode(result.mode));
  }
  static bool concerns(const Waiver& waiver, const Untried& untried) {
    return concerns_case(waiver, untried.function, untried.case_id, untried.mode);
  }

  // Keeps the patterns of the waiver that match no passing result, and replaces the others.
  std::vector<Waiver> narrowed(const Waiver& waiver, const Matched& matched) const {
    Waiver kept = waiver;
    kept.cases.clear();
    std::vector<std::size_t> left = matched.failing;
    for (const std::string& pattern : waiver.cases) {
      const auto matches = [&](std::size_t i) {
        return filter_matches(pattern, results_[i].function, results_[i].case_id);
      };
      if (std::ranges::any_of(matched.passing, matches)) continue;
      if (!std::ranges::any_of(matched.failing, matches)) continue;
      kept.cases.push_back(pattern);
      std::erase_if(left, matches);
    }
    std::vector<Waiver> waivers;
    for (Excuse& excuse : excuses_.of(left)) {
      Waiver narrower = waiver;
      narrower.cases = std::move(excuse.cases);
      narrower.except.clear();
      if (!names_all_of(excuse.modes, waiver.modes)) narrower.modes = std::move(excuse.modes);
      if (narrower.modes == waiver.modes && waiver.except.empty()) {
        kept.cases.insert(kept.cases.end(), narrower.cases.begin(), narrower.cases.end());
      } else {
        waivers.push_back(std::move(narrower));
      }
    }
    if (!kept.cases.empty()) waivers.insert(waivers.begin(), std::move(kept));
    return waivers;
  }

  // One entry for each set of passing cases: it covers the modes where these pass, and excepts them.
  std::vector<Waiver> with_exceptions(const Waiver& waiver, const Matched& matched) const {
    std::map<Mode, std::set<std::string>> passing, others;  // ids
    for (const std::size_t i : matched.passing) {
      passing[*parse_mode(results_[i].mode)].insert(results_[i].case_id);
    }
    for (const std::size_t i : matched.failing) {
      others[*parse_mode(results_[i].mode)].insert(results_[i].case_id);
    }
    for (const Untried* each : matched.untried) others[each->mode].insert(each->case_id);
    std::map<std::set<std::string>, std::vector<Mode>> modes;  // by what passes
    std::vector<Mode> idle;  // modes where the waiver matches nothing in the tier
    for (const Mode mode : kModes) {
      if (!names_all_of(waiver.modes, {mode})) continue;
      const bool is_idle = passing[mode].empty() && others[mode].empty();
      (is_idle ? idle : modes[passing[mode]]).push_back(mode);
    }
    std::vector<Mode>& first = modes.begin()->second;  // something passes
    first.insert(first.end(), idle.begin(), idle.end());
    std::vector<Waiver> waivers;
    for (auto& [ids, list] : modes) {
      Waiver& narrower = waivers.emplace_back(waiver);
      std::set<std::string> kept;
      for (const Mode mode : list) kept.insert(others[mode].begin(), others[mode].end());
      for (std::string& pattern : globs_between(ids, kept)) {
        narrower.except.push_back(std::move(pattern));
      }
      if (modes.size() > 1) narrower.modes = std::move(list);
    }
    return waivers;
  }

  const std::vector<CaseResult> results_;
  const std::vector<Untried> untried_;
  const std::string edition_, started_;
  const Excuses excuses_;
  std::vector<bool> excused_;
};

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool is_comment_or_empty(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  return begin == std::string::npos || line[begin] == '#';
}

// The line where the entry at `line` has its dash; none if the dash does not begin a line.
std::optional<std::size_t> line_of_dash(const std::vector<std::string>& lines, std::size_t line) {
  const auto begins = [&](std::size_t i) {
    const std::size_t first = lines[i].find_first_not_of(' ');
    return first != std::string::npos && lines[i][first] == '-';
  };
  if (begins(line)) return line;
  return line > 0 && begins(line - 1) ? std::optional(line - 1) : std::nullopt;
}

struct Change {
  Waiver from;
  std::vector<Waiver> to;

  bool changes() const {
    return to.size() != 1 || to[0].cases != from.cases || to[0].except != from.except ||
           to[0].modes != from.modes;
  }
};

// The text with the entries replaced in place; none if entries share lines.
std::optional<std::string> edited(const std::vector<std::string>& lines,
                                  const std::vector<Change>& changes) {
  std::vector<std::size_t> begins;
  for (const Change& change : changes) {
    const auto begin = line_of_dash(lines, static_cast<std::size_t>(change.from.line) - 1);
    if (!begin || (!begins.empty() && *begin <= begins.back())) return std::nullopt;
    begins.push_back(*begin);
  }
  begins.push_back(lines.size());
  std::string text;
  const auto add = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) text += lines[i] + "\n";
  };
  add(0, begins.front());
  for (std::size_t k = 0; k < changes.size(); ++k) {
    std::size_t end = begins[k + 1];  // comments before the next entry belong to that
    while (is_comment_or_empty(lines[end - 1])) --end;
    if (changes[k].changes()) {
      const std::size_t indent = lines[begins[k]].find('-');
      for (const Waiver& waiver : changes[k].to) text += to_yaml(waiver, indent);
    } else {
      add(begins[k], end);
    }
    add(end, begins[k + 1]);
  }
  return text;
}

// All entries written anew, after the comments at the head of the file.
std::string rewritten(const std::vector<std::string>& lines, const std::vector<Change>& changes) {
  std::string head, entries;
  for (const std::string& line : lines) {
    if (!is_comment_or_empty(line)) break;
    head += line + "\n";
  }
  for (const Change& change : changes) {
    for (const Waiver& waiver : change.to) entries += to_yaml(waiver, 2);
  }
  return head + (entries.empty() ? "waivers: []\n" : "waivers:\n" + entries);
}

// Whether the text reads back as these changes. An alias may refer to a removed anchor, and a list without entries is not a list.
bool holds(const std::string& file, const std::string& text, const std::vector<Change>& changes) {
  std::size_t count = 0;
  for (const Change& change : changes) count += change.to.size();
  try {
    return parse_waivers(file, text).size() == count;
  } catch (const FileError&) {
    return false;
  }
}

}  // namespace

WaiverUpdate update_waivers(const std::string& waivers_file, const Results& results,
                            const std::string& results_file, const std::string& vectors_directory) {
  const Manifest manifest = read_manifest(vectors_directory);
  check_vectors_of_run(results.header, manifest, results_file, vectors_directory);
  const std::vector<Waiver> waivers = read_waivers(waivers_file);
  std::vector<CaseResult> before;
  for (const CaseResult& result : results.cases) before.push_back(without_waivers(result));
  Update update(std::move(before), untried_in(results, waivers, vectors_directory, manifest),
                results.header);
  WaiverUpdate result;
  std::vector<Change> changes;
  for (const Waiver& waiver : waivers) {
    const Change& change = changes.emplace_back(waiver, update.replacement(waiver));
    ++result.waivers;
    if (change.to.empty()) {
      ++result.removed;
    } else if (change.changes()) {
      ++result.narrowed;
    }
    if (change.changes() && update.matches_higher(waiver)) ++result.of_other_tiers;
  }
  const FileBytes bytes = read_file(waivers_file, "");
  if (result.removed + result.narrowed == 0) {
    result.text = bytes.text();
    return result;
  }
  const std::vector<std::string> lines = lines_of(bytes.text());
  const std::optional<std::string> text = edited(lines, changes);
  result.text = text && holds(waivers_file, *text, changes) ? *text : rewritten(lines, changes);
  return result;
}

}  // namespace kassay::runner
