#include "reports/matrix/markdown.h"

#include <algorithm>
#include <set>

#include "reports/markdown/escape.h"
#include "reports/markdown/table.h"
#include "reports/matrix/support.h"
#include "reports/summary.h"
#include "reports/text.h"

namespace kassay::reports {
namespace {

constexpr char kHeading[] =
    "# Support of the Keras backend API\n\n"
    "`kassay report RESULTS --matrix FILE` writes this file. Do not edit it: write it again.\n\n";

constexpr char kLegend[] =
    "## Legend\n\n"
    "Each cell counts results. A result is one case in one mode.\n\n"
    "| cell | meaning |\n"
    "| --- | --- |\n"
    "| ✅ 24 | 24 results were tried; all of them are supported and right |\n"
    "| 🟡 20/20/24 | right/supported/tried: 24 were tried, 20 of them are supported, all 20 are "
    "right |\n"
    "| ❌ 18/20/24 | 24 were tried, 20 of them are supported, only 18 are right |\n"
    "| ⚪ 0/0/24 | 24 were tried; none of them is supported |\n"
    "| – | nothing was tried |\n\n"
    "* Tried: every result except `not-run`.\n"
    "* Supported: every tried result except `unsupported`.\n"
    "* Right: the supported results that are `pass`, `pass-accepted` or `unexpected-pass`. A "
    "failure that a "
    "waiver excuses is supported, but not right.\n"
    "* Value: results in modes `eager`, `function`, `dynamic` and `program`. Gradient: results in "
    "modes "
    "`gradient` and `second-gradient`. A function without a row for the gradient has no such "
    "results.\n"
    "* Columns: the dtype that the case tests; `all` is their sum.\n";

using Columns = std::set<std::optional<DType>>;

std::string support_cell(const Support& support) {
  if (support.tried == 0) return "–";
  const char* mark = support.right < support.supported   ? "❌ "
                     : support.supported == 0            ? "⚪ "
                     : support.supported < support.tried ? "🟡 "
                                                         : "✅ ";
  const std::string tried = grouped_digits(support.tried);
  if (support.right == support.tried) return mark + tried;
  return mark + grouped_digits(support.right) + "/" + grouped_digits(support.supported) + "/" +
         tried;
}

// Why a run claims no more, as far as it tells.
std::string limits_text(const Report& report) {
  std::string text;
  for (const ReportRun& run : report.runs) {
    const RunVerdict verdict = summarize(run.results).verdict;
    for (const std::string& limit : verdict.limits) {
      text += "* " + markdown_code(run.label, kLongestName) + ": " +
              markdown_words(limit, kLongestSentence) + "\n";
    }
  }
  return text.empty() ? text : text + "\n";
}

class Category {
 public:
  Category(const Report& report, const std::string& name) : report_(report), name_(name) {}

  const std::string& name() const { return name_; }

  void add(const SupportRow& row) {
    for (const auto& [value, gradient] : row.runs) {
      for (const auto& [dtype, support] : value) columns_.insert(dtype);
      for (const auto& [dtype, support] : gradient) columns_.insert(dtype);
    }
    rows_.push_back(&row);
  }

  std::string text() const {
    std::vector<std::string> head = {"function"};
    if (report_.runs.size() > 1) head.emplace_back("backend");
    head.insert(head.end(), {"of", "all"});
    for (const std::optional<DType> dtype : columns_) head.emplace_back(column_name(dtype));
    std::string title = name_;
    std::ranges::replace(title, '_', ' ');
    std::string text = "\n## " + markdown_words(title, kLongestName) + "\n\n" + markdown_head(head);
    for (const SupportRow* row : rows_) {
      for (std::size_t i = 0; i < row->runs.size(); ++i) {
        text += line(*row, i, "value", row->runs[i].value);
      }
      const bool has_gradient = std::ranges::any_of(
          row->runs, [](const FunctionSupport& run) { return !run.gradient.empty(); });
      for (std::size_t i = 0; has_gradient && i < row->runs.size(); ++i) {
        text += line(*row, i, "gradient", row->runs[i].gradient);
      }
    }
    return text;
  }

 private:
  std::string line(const SupportRow& row, std::size_t run, const char* of,
                   const SupportByDType& parts) const {
    std::vector<std::string> cells = {markdown_words(row.function, kLongestName)};
    if (report_.runs.size() > 1) {
      cells.push_back(markdown_code(report_.runs[run].label, kLongestName));
    }
    cells.insert(cells.end(), {of, support_cell(total(parts))});
    for (const std::optional<DType> dtype : columns_) {
      const auto part = parts.find(dtype);
      cells.push_back(support_cell(part == parts.end() ? Support() : part->second));
    }
    return markdown_row(cells);
  }

  const Report& report_;
  std::string name_;
  std::vector<const SupportRow*> rows_;
  Columns columns_;
};

}  // namespace

std::string matrix_markdown(const Report& report) {
  std::string text = kHeading + verdict_head();
  for (const ReportRun& run : report.runs) text += verdict_row(run, summarize(run.results));
  text += "\n" + limits_text(report) + kLegend;
  const std::vector<SupportRow> rows = support_of(report);
  std::vector<Category> categories;
  for (const SupportRow& row : rows) {
    if (categories.empty() || categories.back().name() != row.category) {
      categories.emplace_back(report, row.category);
    }
    categories.back().add(row);
  }
  for (const Category& category : categories) text += category.text();
  return text;
}

}  // namespace kassay::reports
