#include "reports/diff/diff.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "reports/summary.h"
#include "reports/text.h"
#include "spec/lib/names.h"
#include "spec/lib/text.h"

namespace kassay::reports {
namespace {

constexpr Names<ChangeKind, std::size(kChangeKinds)> kNames{
    {{ChangeKind::kBroken, "broken"},
     {ChangeKind::kLostSupport, "lost-support"},
     {ChangeKind::kGone, "gone"},
     {ChangeKind::kMarginGrown, "margin-grown"},
     {ChangeKind::kWaived, "waived"},
     {ChangeKind::kChanged, "changed"},
     {ChangeKind::kRevised, "revised"},
     {ChangeKind::kRetired, "retired"},
     {ChangeKind::kNew, "new"},
     {ChangeKind::kFixed, "fixed"}}};

constexpr Names<ChangeKind, std::size(kChangeKinds)> kMeanings{
    {{ChangeKind::kBroken, "now wrong, but not before"},
     {ChangeKind::kLostSupport, "was right, now unsupported"},
     {ChangeKind::kGone, "only the old run has a result"},
     {ChangeKind::kMarginGrown, "right as before, but closer to the limit"},
     {ChangeKind::kWaived, "now excused by a waiver, but not before"},
     {ChangeKind::kChanged, "a different outcome, no better and no worse"},
     {ChangeKind::kRevised,
      "a different outcome of a case that the specification changed, or a mode that the case lost"},
     {ChangeKind::kRetired, "only the old run has a result, and the specification no such case"},
     {ChangeKind::kNew, "only the new run has a result"},
     {ChangeKind::kFixed, "now right, but not before"}}};

bool is_right(Outcome outcome) {
  return fulfils_profile(outcome) || outcome == Outcome::kUnexpectedPass;
}
bool is_wrong(Outcome outcome) { return counts_against(outcome) && !is_right(outcome); }

std::optional<ChangeKind> kind_of(const CaseResult& old, const CaseResult& now, double factor) {
  const bool had = old.outcome != Outcome::kNotRun, has = now.outcome != Outcome::kNotRun;
  if (!had && has) return ChangeKind::kNew;
  if (is_right(old.outcome) && !has) return ChangeKind::kGone;
  if (is_right(now.outcome) && !is_right(old.outcome)) return ChangeKind::kFixed;
  if (is_wrong(now.outcome) && !is_wrong(old.outcome)) return ChangeKind::kBroken;
  if (old.outcome != now.outcome) {
    if (now.outcome == Outcome::kWaived) return ChangeKind::kWaived;
    if (is_right(old.outcome) && now.outcome == Outcome::kUnsupported) {
      return ChangeKind::kLostSupport;
    }
  }
  if (old.outcome != now.outcome) return ChangeKind::kChanged;
  const bool grown = now.margin > factor * std::max(old.margin, kLeastMargin);
  return is_right(now.outcome) && grown ? std::optional(ChangeKind::kMarginGrown) : std::nullopt;
}

using Place = std::tuple<std::string_view, std::string_view, std::string_view>;
using Pair = std::pair<const CaseResult*, const CaseResult*>;  // old, now

std::int64_t gather(const Results& results, const CaseResult* Pair::*side,
                    std::map<Place, Pair>& pairs) {
  std::int64_t total = 0;
  for (const CaseResult& result : results.cases) {
    const CaseResult*& there = pairs[{result.function, result.case_id, result.mode}].*side;
    if (there == nullptr) ++total;
    if (there == nullptr || severity_rank(result.outcome) < severity_rank(there->outcome)) {
      there = &result;
    }
  }
  return total;
}

// Of what both runs have, or only the old one. `is_there`: the new run has the case, in this mode or another.
std::optional<Change> change_of(const CaseResult& old, const CaseResult* now, bool is_there,
                                double factor, const std::vector<CaseChange>& case_changes) {
  const auto kind = now == nullptr ? std::optional(ChangeKind::kGone) : kind_of(old, *now, factor);
  if (!kind) return std::nullopt;
  Change change{*kind, old, now == nullptr ? std::nullopt : std::optional(*now)};
  const auto found = std::ranges::find_if(
      case_changes, [&](const CaseChange& each) { return each.matches(old.case_id); });
  // A changed case may have lost a mode. All of it is missing only if it was not run.
  const bool retired = found != case_changes.end() && found->kind == CaseChangeKind::kRetired;
  if (found == case_changes.end() || (!is_there && !retired)) return change;
  change.kind = retired && now == nullptr ? ChangeKind::kRetired : ChangeKind::kRevised;
  change.note = std::string(case_change_name(found->kind)) + " in specification " + found->version +
                ": " + found->reason;
  return change;
}

std::string waivers_text(const ResultsHeader& header) {
  std::string text;
  for (const auto& [file, digest] : header.waivers) {
    text += (text.empty() ? "" : ", ") + file + " (sha256 " + digest.substr(0, 12) + ")";
  }
  return text;
}

std::vector<HeaderDifference> header_differences(const ResultsHeader& old,
                                                 const ResultsHeader& now) {
  const auto shard = [](const ResultsHeader& header) {
    return std::to_string(header.shard_index) + "/" + std::to_string(header.shard_count);
  };
  const char kSelection[] =
      "The runs did not select the same cases: those that only one has are new or gone.";
  std::vector<HeaderDifference> all = {
      {"backend", old.backend_argument, now.backend_argument, ""},
      {"backend name", old.backend_name, now.backend_name, ""},
      {"backend version", old.backend_version, now.backend_version, ""},
      {"device", old.backend_device, now.backend_device, ""},
      {"kassay", old.kassay_version, now.kassay_version, ""},
      {"specification", old.specification_hash, now.specification_hash,
       "The definition of a right answer may have changed between these runs."},
      {"specification version", old.specification_version, now.specification_version, ""},
      {"vectors", old.vectors_hash, now.vectors_hash,
       "The cases are not the same: a case with the same id may have other inputs or answers."},
      {"edition", old.edition, now.edition,
       "Each edition has its own requirements: a change need not come from the backend."},
      {"tier", old.tier, now.tier, kSelection},
      {"filter", joined(old.filter, " "), joined(now.filter, " "), kSelection},
      {"profiles", joined(old.profiles, " "), joined(now.profiles, " "), kSelection},
      {"shard", shard(old), shard(now), kSelection},
      {"waivers", waivers_text(old), waivers_text(now),
       "The waived results may differ although the backend has not changed."},
      {"machine", old.machine_cpu + ", " + old.machine_os, now.machine_cpu + ", " + now.machine_os,
       ""}};
  std::erase_if(all, [](const HeaderDifference& field) { return field.old == field.now; });
  return all;
}

void note_cut_short(const char* which, const Results& results, std::int64_t total,
                    const char* consequence, std::vector<std::string>& notices) {
  if (results.footer) return;
  notices.push_back(std::string("The ") + which + " run was cut short: " + grouped_digits(total) +
                    " of " + count_of(results.header.selected, "result") + " are present. " +
                    consequence);
}

}  // namespace

std::string_view change_name(ChangeKind kind) { return kNames.name(kind); }
std::string_view change_meaning(ChangeKind kind) { return kMeanings.name(kind); }

bool is_worse(ChangeKind kind) {
  return kind == ChangeKind::kBroken || kind == ChangeKind::kLostSupport ||
         kind == ChangeKind::kGone;
}

std::int64_t Diff::count(ChangeKind kind) const {
  return std::ranges::count(changes, kind, &Change::kind);
}

bool Diff::worse() const {
  return std::ranges::any_of(changes, [](const Change& change) { return is_worse(change.kind); });
}

Diff diff_results(const Results& old, const Results& now, double factor,
                  const std::vector<CaseChange>& case_changes) {
  const std::vector<CaseChange> between = changes_between(
      case_changes, old.header.specification_version, now.header.specification_version);
  std::map<Place, Pair> pairs;
  std::set<std::string_view> there;
  for (const CaseResult& result : now.cases) there.insert(result.case_id);
  Diff diff;
  diff.old_total = gather(old, &Pair::first, pairs);
  diff.now_total = gather(now, &Pair::second, pairs);
  for (const auto& [place, pair] : pairs) {
    const auto [before, after] = pair;
    if (before == nullptr) {
      diff.changes.push_back({ChangeKind::kNew, std::nullopt, *after});
    } else if (auto change =
                   change_of(*before, after, there.contains(before->case_id), factor, between)) {
      diff.changes.push_back(*std::move(change));
    } else {
      ++diff.same;
    }
  }
  std::ranges::stable_sort(diff.changes, std::ranges::less{}, &Change::kind);
  diff.header = header_differences(old.header, now.header);
  note_cut_short("old", old, diff.old_total, "The results that it did not reach are new.",
                 diff.notices);
  note_cut_short("new", now, diff.now_total, "The results that it did not reach are gone.",
                 diff.notices);
  return diff;
}

}  // namespace kassay::reports
