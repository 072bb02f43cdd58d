#include "reports/function_table.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "reports/details.h"
#include "reports/text.h"

namespace kassay::reports {

std::int64_t FunctionCounts::total() const {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

std::int64_t FunctionCounts::against() const {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts_against(kOutcomesWorstFirst[i])) sum += counts[i];
  }
  return sum;
}

bool FunctionCounts::all_passed() const {
  return count(Outcome::kPass) + count(Outcome::kPassAccepted) == total();
}

bool FunctionCounts::all_unsupported() const { return count(Outcome::kUnsupported) == total(); }

bool FunctionRow::all_unsupported() const {
  return std::ranges::all_of(runs, &FunctionCounts::all_unsupported);
}

bool FunctionRow::all_passed() const {
  return std::ranges::all_of(runs, &FunctionCounts::all_passed);
}

std::vector<FunctionRow> functions_worst_first(const Report& report) {
  std::map<std::string, FunctionRow> functions;
  for (std::size_t run = 0; run < report.runs.size(); ++run) {
    for (const CaseResult& result : report.runs[run].results.cases) {
      FunctionRow& row = functions[result.function];
      if (row.runs.empty()) {
        const FunctionSpecification* known =
            report.specification ? report.specification->find(result.function) : nullptr;
        row.name = result.function;
        row.category = known ? known->category : std::string(category_in(result.case_id));
        row.runs.resize(report.runs.size());
      }
      ++row.runs[run].counts[severity_rank(result.outcome)];
    }
  }
  std::vector<FunctionRow> rows;
  for (auto& [name, row] : functions) rows.push_back(std::move(row));
  const auto weight = [](const FunctionRow& row) {
    std::int64_t against = 0, unsupported = 0;
    for (const FunctionCounts& counts : row.runs) {
      against += counts.against();
      unsupported += counts.count(Outcome::kUnsupported);
    }
    return std::tuple(-against, -unsupported);
  };
  std::ranges::stable_sort(rows, {}, weight);
  return rows;
}

std::string counts_text(const FunctionCounts& counts) {
  const std::int64_t total = counts.total();
  if (total == 0) return "-";
  std::string text;
  for (std::size_t i = 0; i < counts.counts.size(); ++i) {
    const Outcome outcome = kOutcomesWorstFirst[i];
    if (counts.counts[i] == total) return std::string(outcome_name(outcome));
    if (counts.counts[i] == 0 || outcome == Outcome::kPass) continue;
    text += (text.empty() ? "" : ", ") + grouped_digits(counts.counts[i]) + " " +
            std::string(outcome_name(outcome));
  }
  return text + " of " + grouped_digits(total);
}

}  // namespace kassay::reports
