#include "reports/diff/json.h"

#include <map>

#include "reports/command_line.h"
#include "reports/diff/comparison.h"
#include "reports/json.h"
#include "reports/text.h"
#include "spec/lib/cause_groups.h"
#include "spec/lib/json_text.h"

namespace kassay::reports {
namespace {

using Json = nlohmann::json;

Json run_of(const ReportRun& run, std::int64_t total) {
  const ResultsHeader& header = run.results.header;
  return {{"files", json_texts(run.files)},
          {"complete", run.results.footer.has_value()},
          {"results", total},
          {"backend",
           {{"argument", printable(header.backend_argument)},
            {"name", printable(header.backend_name)},
            {"version", printable(header.backend_version)},
            {"device", printable(header.backend_device)}}},
          {"edition", printable(header.edition)},
          {"tier", printable(header.tier)},
          {"vectors", printable(header.vectors_hash)},
          {"started", printable(header.started)}};
}

Json side_of(const std::optional<CaseResult>& result) {
  if (!result) return nullptr;
  return {{"outcome", outcome_name(result->outcome)},
          {"margin", json_number(result->margin)},
          {"seconds", json_number(result->seconds)},
          {"reading", printable(result->reading)},
          {"message", printable(message_with_note(*result))}};
}

bool has_cause(Outcome outcome) {
  return !fulfils_profile(outcome) && outcome != Outcome::kUnexpectedPass &&
         outcome != Outcome::kWaived;
}

// The result that the cause of a change explains; null if there is none.
const CaseResult* caused(const Change& change) {
  if (change.now && has_cause(change.now->outcome)) return &*change.now;
  return change.old && has_cause(change.old->outcome) ? &*change.old : nullptr;
}

// The cause of each change, in their order; empty without one.
std::vector<std::string> causes_of_changes(const std::vector<Change>& changes) {
  CauseGroups groups(has_cause);
  for (const Change& change : changes) {
    if (const CaseResult* result = caused(change)) groups.add(*result);
  }
  std::map<std::string, std::string> texts;  // by key
  for (const CauseGroup& group : groups.groups()) texts[group.key] = group.cause;
  std::vector<std::string> causes;
  for (const Change& change : changes) {
    const CaseResult* result = caused(change);
    causes.push_back(result == nullptr ? "" : texts[groups.key_of(*result)]);
  }
  return causes;
}

}  // namespace

std::string diff_json(const RunComparison& comparison) {
  const Diff& diff = comparison.diff;
  Json header = Json::array(), kinds = Json::array(), changes = Json::array();
  for (const HeaderDifference& field : diff.header) {
    header.push_back({{"field", field.field},
                      {"old", printable(field.old)},
                      {"new", printable(field.now)},
                      {"meaning", field.meaning}});
  }
  for (const ChangeKind kind : kChangeKinds) {
    kinds.push_back({{"name", change_name(kind)},
                     {"meaning", change_meaning(kind)},
                     {"worse", is_worse(kind)},
                     {"count", diff.count(kind)}});
  }
  const std::vector<std::string> causes = causes_of_changes(diff.changes);
  for (std::size_t i = 0; i < diff.changes.size(); ++i) {
    const Change& change = diff.changes[i];
    const CaseResult& result = change.either();
    const ReportRun& run = change.now ? comparison.now : comparison.old;
    changes.push_back({{"kind", change_name(change.kind)},
                       {"function", printable(result.function)},
                       {"case", printable(result.case_id)},
                       {"mode", printable(result.mode)},
                       {"cause", printable(causes[i])},
                       {"old", side_of(change.old)},
                       {"new", side_of(change.now)},
                       {"note", printable(change.note)},
                       {"command", printable(explain_command(run.results.header, result))}});
  }
  return dump_json({{"old", run_of(comparison.old, diff.old_total)},
                    {"new", run_of(comparison.now, diff.now_total)},
                    {"header", std::move(header)},
                    {"notices", json_texts(diff.notices)},
                    {"kinds", std::move(kinds)},
                    {"same", diff.same},
                    {"worse", diff.worse()},
                    {"changes", std::move(changes)}});
}

}  // namespace kassay::reports
