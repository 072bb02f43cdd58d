#include "conformance/cli/report_table.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "conformance/cli/terminal.h"
#include "reports/function_table.h"
#include "reports/summary.h"
#include "reports/text.h"

namespace kassay::cli {
namespace {

constexpr std::size_t kGap = 2;              // between columns
constexpr std::size_t kNarrowestColumn = 8;  // no column shrinks below this

struct Cell {
  std::string text;
  std::optional<Colour> colour = {};
};

std::string on_one_line(const std::string& text) {
  std::string result = reports::printable(text);
  std::ranges::replace(result, '\n', ' ');
  std::ranges::replace(result, '\t', ' ');
  return result;
}

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

std::string cut(const std::string& text, std::size_t width) {
  if (width_of(text) <= width) return text;
  std::string result;
  std::size_t characters = 0;
  for (const char c : text) {
    if (begins_character(c) && ++characters == width) return result + "…";
    result += c;
  }
  return result;
}

std::string painted(const std::string& text, std::optional<Colour> colour) {
  return colour ? paint(*colour, text, Stream::kOutput) : text;
}

// The widest column shrinks first.
std::vector<std::size_t> column_widths(const std::vector<std::vector<Cell>>& lines,
                                       std::size_t most) {
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const std::vector<Cell>& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      widths[i] = std::max(widths[i], width_of(line[i].text));
    }
  }
  const auto total = [&widths] {
    return std::accumulate(widths.begin(), widths.end(), kGap * (widths.size() - 1));
  };
  while (most > 0 && total() > most) {
    std::size_t& widest = *std::ranges::max_element(widths);
    if (widest <= kNarrowestColumn) break;
    --widest;
  }
  return widths;
}

std::string laid_out(const std::vector<std::vector<Cell>>& lines, std::size_t most) {
  const std::vector<std::size_t> widths = column_widths(lines, most);
  std::string text;
  for (const std::vector<Cell>& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string content = cut(line[i].text, widths[i]);
      text += painted(content, line[i].colour);
      if (i + 1 < line.size()) text += std::string(widths[i] - width_of(content) + kGap, ' ');
    }
    text += '\n';
  }
  return text;
}

std::string run_paragraph(const reports::ReportRun& run) {
  const reports::RunSummary summary = reports::summarize(run.results);
  std::string text =
      painted(on_one_line(run.label), Colour::kBold) + ": " +
      painted(on_one_line(summary.verdict.title), tone_colour(summary.verdict.tone)) + ". " +
      outcomes_text(summary) + "\n";
  for (const std::string& limit : summary.verdict.limits) text += "  " + on_one_line(limit) + "\n";
  for (const std::string& line : reports::standing_lines(summary.verdict)) {
    text += "  " + on_one_line(line) + "\n";
  }
  return text;
}

Cell counts_cell(const reports::FunctionCounts& counts) {
  const std::optional<Colour> colour = counts.against() > 0  ? std::optional(Colour::kRed)
                                       : counts.total() == 0 ? std::optional(Colour::kDim)
                                       : counts.all_passed() ? std::nullopt
                                                             : std::optional(Colour::kYellow);
  return {counts_text(counts), colour};
}

std::vector<std::vector<Cell>> table_lines(const reports::Report& report,
                                           const std::vector<reports::FunctionRow>& rows) {
  std::vector<Cell> head = {{"function", Colour::kBold}, {"category", Colour::kBold}};
  for (const reports::ReportRun& run : report.runs) {
    head.push_back({on_one_line(run.label), Colour::kBold});
  }
  std::vector<std::vector<Cell>> lines = {std::move(head)};
  for (const reports::FunctionRow& row : rows) {
    std::vector<Cell> line = {{on_one_line(row.name)}, {on_one_line(row.category)}};
    for (const reports::FunctionCounts& counts : row.runs) line.push_back(counts_cell(counts));
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

std::string report_table(const reports::Report& report, const TableSettings& settings) {
  std::string text;
  for (const reports::ReportRun& run : report.runs) text += run_paragraph(run);
  std::vector<reports::FunctionRow> rows = functions_worst_first(report);
  const std::size_t all = rows.size();
  std::size_t lacking = 0;
  if (!settings.all) {
    std::erase_if(rows, [](const reports::FunctionRow& row) { return row.all_passed(); });
    lacking =
        std::erase_if(rows, [](const reports::FunctionRow& row) { return row.all_unsupported(); });
  }
  const std::size_t passing = all - rows.size() - lacking;
  if (!rows.empty()) text += "\n" + laid_out(table_lines(report, rows), settings.columns);
  if (passing > 0) {
    text += "\n" +
            reports::count_of(static_cast<long long>(passing),
                              rows.empty() ? "function" : "other function") +
            (passing == 1 ? " passes" : " pass") + " fully; --all shows " +
            (passing == 1 ? "it" : "them") + ".\n";
  }
  if (lacking > 0) {
    text += (passing > 0 ? "" : "\n") +
            reports::count_of(static_cast<long long>(lacking), "function") +
            (lacking == 1 ? " is" : " are") + " not supported; --all shows " +
            (lacking == 1 ? "it" : "them") + ".\n";
  }
  return text;
}

}  // namespace kassay::cli
