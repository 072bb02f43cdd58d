#include "reports/matrix/support.h"

#include <algorithm>
#include <utility>

#include "reports/details.h"
#include "spec/lib/vectors.h"

namespace kassay::reports {
namespace {

using RowsByName = std::map<std::string, SupportRow, std::less<>>;

RowsByName rows_of_results(const Report& report) {
  RowsByName rows;
  for (std::size_t run = 0; run < report.runs.size(); ++run) {
    for (const CaseResult& result : report.runs[run].results.cases) {
      SupportRow& row = rows[result.function];
      if (row.runs.empty()) {
        row = {result.function, std::string(category_in(result.case_id)), {}};
        row.runs.resize(report.runs.size());
      }
      Support support;
      support.add(outcome_before_waivers(result));
      if (support.tried == 0) continue;
      const auto known = report.cases.find(result.case_id);
      const std::optional<DType> dtype =
          known == report.cases.end() ? std::nullopt : parse_dtype(known->second.dtype);
      FunctionSupport& function = row.runs[run];
      (is_gradient(result.mode) ? function.gradient : function.value)[dtype].add(support);
    }
  }
  return rows;
}

}  // namespace

void Support::add(Outcome outcome, std::int64_t count) {
  if (outcome == Outcome::kNotRun) return;
  tried += count;
  if (outcome == Outcome::kUnsupported) return;
  supported += count;
  if (fulfils_profile(outcome) || outcome == Outcome::kUnexpectedPass) right += count;
}

void Support::add(const Support& part) {
  tried += part.tried;
  supported += part.supported;
  right += part.right;
}

Support total(const SupportByDType& parts) {
  Support sum;
  for (const auto& [dtype, part] : parts) sum.add(part);
  return sum;
}

bool is_gradient(std::string_view mode) {
  const std::optional<Mode> known = parse_mode(mode);
  return known == Mode::kGradient || known == Mode::kSecondGradient;
}

std::string_view column_name(std::optional<DType> dtype) {
  return dtype ? dtype_name(*dtype) : "unknown";
}

std::vector<SupportRow> support_of(const Report& report) {
  RowsByName found = rows_of_results(report);
  std::vector<SupportRow> rows;
  if (report.specification) {
    for (const FunctionSpecification& function : report.specification->functions) {
      const bool in_edition = std::ranges::any_of(report.runs, [&](const ReportRun& run) {
        return function.signatures.contains(run.results.header.edition);
      });
      auto row = found.extract(function.name);
      if (row) {
        rows.push_back(std::move(row.mapped()));
        rows.back().category = function.category;
      } else if (in_edition) {
        rows.push_back({function.name, function.category, {}});
        rows.back().runs.resize(report.runs.size());
      }
    }
  }
  for (auto& [name, row] : found) rows.push_back(std::move(row));
  return rows;
}

}  // namespace kassay::reports
