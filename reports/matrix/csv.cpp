#include "reports/matrix/csv.h"

#include <algorithm>

#include "reports/matrix/support.h"
#include "reports/text.h"

namespace kassay::reports {
namespace {

// As RFC 4180 has it.
std::string csv_cell(std::string_view text) {
  std::string shown = printable(text);
  std::ranges::replace(shown, '\n', ' ');
  if (shown.find_first_of(",\"") == std::string::npos) return shown;
  std::string quoted = "\"";
  for (const char c : shown) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv_line(const std::string& begin, std::string_view of, std::string_view dtype,
                     const Support& support) {
  return begin + "," + std::string(of) + "," + std::string(dtype) + "," +
         std::to_string(support.tried) + "," + std::to_string(support.supported) + "," +
         std::to_string(support.right) + "\n";
}

}  // namespace

std::string matrix_csv(const Report& report) {
  std::string text = "category,function,backend,of,dtype,tried,supported,right\n";
  for (const SupportRow& row : support_of(report)) {
    for (std::size_t run = 0; run < row.runs.size(); ++run) {
      const std::string begin = csv_cell(row.category) + "," + csv_cell(row.function) + "," +
                                csv_cell(report.runs[run].label);
      const auto& [value, gradient] = row.runs[run];
      for (const auto& [dtype, support] : value)
        text += csv_line(begin, "value", column_name(dtype), support);
      for (const auto& [dtype, support] : gradient)
        text += csv_line(begin, "gradient", column_name(dtype), support);
      if (value.empty() && gradient.empty()) text += csv_line(begin, "", "", {});
    }
  }
  return text;
}

}  // namespace kassay::reports
