// Runs to report on, made in memory.
#pragma once

#include <string>
#include <vector>

#include "reports/report.h"

namespace kassay::reports {

inline CaseResult sample_result(const std::string& case_id, Outcome outcome,
                                const std::string& message = "") {
  CaseResult result;
  result.case_id = case_id;
  result.function = "softmax";
  result.mode = "eager";
  result.outcome = outcome;
  result.margin = 0.25;
  result.seconds = 0.0005;
  result.message = message;
  return result;
}

// A whole run, which nothing limits.
inline Results sample_results(std::vector<CaseResult> cases) {
  Results results;
  results.header.kassay_version = "0.1.0";
  results.header.backend_argument = "reference";
  results.header.backend_name = "reference";
  results.header.backend_version = "1.2";
  results.header.tier = "core";
  results.header.edition = "ko";
  results.header.filter = {"*"};
  results.header.selected = static_cast<std::int64_t>(cases.size());
  results.header.started = "2026-01-31T12:00:00Z";
  ResultsFooter footer;
  for (const CaseResult& result : cases) ++footer.counts[std::string(outcome_name(result.outcome))];
  results.footer = footer;
  results.cases = std::move(cases);
  return results;
}

// The vectors directory of these reports does not exist.
inline Report sample_report(std::vector<Results> runs) {
  std::vector<ReportRun> report_runs;
  for (Results& results : runs) {
    const std::string file = "run" + std::to_string(report_runs.size()) + ".jsonl";
    report_runs.push_back({"", {file}, std::move(results)});
  }
  return make_report(std::move(report_runs), "no-such-vectors");
}

inline Report sample_report(std::vector<CaseResult> cases) {
  return sample_report(std::vector<Results>{sample_results(std::move(cases))});
}

}  // namespace kassay::reports
