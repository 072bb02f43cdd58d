#include "conformance/cli/bench_text.h"

#include <algorithm>
#include <array>
#include <iomanip>
#include <sstream>

#include "spec/lib/bench_ratios.h"
#include "spec/lib/printable.h"

namespace kassay::cli {
namespace {

constexpr int kWorkloadColumns = 58;
constexpr int kTimeColumns = 22;

std::string fixed(double number, int digits) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(digits) << number;
  return text.str();
}

// Three significant digits.
std::string three_digits(double number) {
  return fixed(number, number < 10 ? 2 : number < 100 ? 1 : 0);
}

std::string cut(const std::string& text, int columns) {
  return excerpt(text, static_cast<std::size_t>(columns));
}

std::string cell(const bench::Result& result, const bench::Result& first) {
  if (!result.measured()) return result.outcome;
  std::string text = duration_text(result.median);
  const bool other = &result != &first && first.measured();
  if (other) text += " (" + three_digits(result.median / first.median) + ")";
  return text;
}

std::string mean_line(const std::string& name, const bench::Mean& mean) {
  std::ostringstream line;
  line << "  " << std::left << std::setw(18) << name << std::right << std::setw(6)
       << three_digits(mean.geometric) << std::setw(8) << three_digits(mean.worst) << std::setw(7)
       << mean.ahead << " of " << std::left << std::setw(5) << mean.workloads << mean.worst_workload
       << '\n';
  return line.str();
}

}  // namespace

std::string duration_text(double seconds) {
  constexpr std::array<std::pair<double, const char*>, 4> kUnits{
      {{1, " s"}, {1e-3, " ms"}, {1e-6, " us"}, {1e-9, " ns"}}};
  const auto unit = std::ranges::find_if(
      kUnits, [&](const auto& each) { return seconds >= each.first || each.first == 1e-9; });
  return three_digits(seconds / unit->first) + unit->second;
}

std::string head_line(const std::vector<std::string>& labels) {
  std::ostringstream line;
  line << std::left << std::setw(kWorkloadColumns) << "workload" << std::right;
  for (const std::string& label : labels) {
    line << std::setw(kTimeColumns) << cut(printable(label), kTimeColumns - 2);
  }
  return line.str();
}

std::string workload_line(const std::string& workload, const std::vector<bench::Result>& results) {
  std::ostringstream line;
  line << std::left << std::setw(kWorkloadColumns) << workload << std::right;
  for (const bench::Result& result : results) {
    line << std::setw(kTimeColumns) << cell(result, results.front());
  }
  for (const bench::Result& result : results) {
    if (result.measured() || result.message.empty()) continue;
    line << "\n    " << printable(result.backend) << ": " << result.outcome << ": "
         << excerpt(result.message, 150);
  }
  return line.str();
}

std::string means_text(const std::vector<bench::Result>& results, const std::string& first) {
  std::string text;
  for (const auto& [other, categories] : bench::means(bench::ratios(results, first))) {
    text += "\nTime of " +
            (other == bench::kFastest ? "the fastest of the others" : printable(other)) + " / " +
            printable(first) + "\n  category            mean   worst  ahead       the worst\n";
    for (const auto& [category, mean] : categories) {
      if (!category.empty()) text += mean_line(category, mean);
    }
    text += mean_line("all", categories.at(""));
  }
  return text;
}

}  // namespace kassay::cli
