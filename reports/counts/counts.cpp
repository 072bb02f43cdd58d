#include "reports/counts/counts.h"

#include <algorithm>

#include "reports/details.h"

namespace kassay::reports {
namespace {

Support support_in(const RunCounts::Function& function, bool gradient) {
  Support support;
  for (const auto& [part, count] : function.parts) {
    const auto& [mode, dtype, outcome] = part;
    if (is_gradient(mode) == gradient) support.add(outcome, count);
  }
  return support;
}

// Of the same backend, with the same selection, and whole.
bool comparable(const HistoryEntry& entry, const HistoryEntry& now) {
  return entry.complete && entry.backend_argument == now.backend_argument &&
         entry.backend_name == now.backend_name && entry.backend_device == now.backend_device &&
         entry.edition == now.edition && entry.tier == now.tier &&
         entry.asked_profiles == now.asked_profiles && entry.started < now.started;
}

std::vector<EarlierRun> earlier_runs(const ReportRun& run, const Report& report) {
  std::vector<EarlierRun> earlier;
  if (!report.history) return earlier;
  const HistoryEntry now = history_entry(run.results);
  if (!now.complete) return earlier;
  for (const HistoryEntry& entry : *report.history) {
    if (!comparable(entry, now)) continue;
    earlier.push_back(
        {entry.started, entry.backend_version, entry.vectors_hash, entry.counts, entry.supported});
  }
  std::ranges::stable_sort(earlier, {}, &EarlierRun::started);
  return earlier;
}

}  // namespace

Support RunCounts::Function::value() const { return support_in(*this, false); }
Support RunCounts::Function::gradient() const { return support_in(*this, true); }

Support RunCounts::total() const {
  Support sum;
  for (const auto& [name, function] : functions) {
    sum.add(function.value());
    sum.add(function.gradient());
  }
  return sum;
}

Support support_of(const std::map<std::string, std::int64_t>& counts) {
  Support support;
  for (const auto& [name, count] : counts) support.add(*parse_outcome(name), count);
  return support;
}

RunCounts counts_of(const ReportRun& run, const Report& report) {
  RunCounts counts{run.label, run.results.header, summarize(run.results), {}, {}};
  for (const CaseResult& result : run.results.cases) {
    RunCounts::Function& function = counts.functions[result.function];
    if (function.category.empty()) function.category = category_in(result.case_id);
    const auto known = report.cases.find(result.case_id);
    const std::optional<DType> dtype =
        known == report.cases.end() ? std::nullopt : parse_dtype(known->second.dtype);
    ++function.parts[{result.mode, dtype, outcome_before_waivers(result)}];
  }
  counts.earlier = earlier_runs(run, report);
  return counts;
}

}  // namespace kassay::reports
