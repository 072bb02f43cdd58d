#include "reports/diff/json.h"

#include "reports/command_line.h"
#include "reports/diff/comparison.h"
#include "reports/json.h"
#include "reports/text.h"
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
  for (const Change& change : diff.changes) {
    const CaseResult& result = change.either();
    const ReportRun& run = change.now ? comparison.now : comparison.old;
    changes.push_back({{"kind", change_name(change.kind)},
                       {"function", printable(result.function)},
                       {"case", printable(result.case_id)},
                       {"mode", printable(result.mode)},
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
