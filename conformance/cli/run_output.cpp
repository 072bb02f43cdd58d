#include "conformance/cli/run_output.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <vector>

#include "conformance/cli/terminal.h"
#include "reports/command_line.h"
#include "spec/lib/printable.h"
#include "spec/lib/text.h"

namespace kassay::cli {
namespace {

constexpr std::size_t kWorstFunctions = 10;
constexpr std::size_t kMessageCharacters = 200;

Colour colour_of(Outcome outcome) {
  if (counts_against(outcome)) return Colour::kRed;
  return outcome == Outcome::kPass ? Colour::kGreen : Colour::kYellow;
}

void print_counts(const runner::RunReport& report) {
  const runner::Summary& summary = report.summary;
  std::cerr << count_of(summary.total(), "result");
  if (report.resumed > 0) std::cerr << " (" << report.resumed << " of an earlier run)";
  std::cerr << " in " << seconds_text(report.seconds) << ":";
  const char* separator = " ";
  for (const auto& [name, count] : summary.counts()) {
    std::cerr << separator
              << paint(colour_of(*parse_outcome(name)), std::to_string(count) + " " + name);
    separator = ", ";
  }
  std::cerr << '\n';
}

// Those that somebody has to look at.
void print_waivers(const std::vector<WaiverUse>& waivers) {
  const char* heading = "Waivers to look at";
  for (const WaiverUse& use : waivers) {
    if (use.note.empty()) continue;
    if (heading != nullptr) std::cerr << '\n' << paint(Colour::kBold, heading) << '\n';
    heading = nullptr;
    std::cerr << "  " << paint(Colour::kYellow, std::string(waiver_status_name(use.status))) << "  "
              << printable(use.waiver) << "\n      " << printable(use.note) << '\n';
  }
}

void print_worst_functions(const runner::Summary& summary) {
  using Entry = std::pair<std::string, runner::Summary::FunctionCount>;
  std::vector<Entry> entries;
  std::size_t width = 0;
  for (const auto& [name, count] : summary.functions()) {
    if (count.against > 0) entries.emplace_back(name, count);
  }
  std::ranges::stable_sort(entries, std::ranges::greater{},
                           [](const Entry& entry) { return entry.second.against; });
  std::size_t shown = std::min(entries.size(), kWorstFunctions);
  for (std::size_t i = 0; i < shown; ++i) width = std::max(width, entries[i].first.size());
  std::cerr << '\n' << paint(Colour::kBold, "Functions with most failures") << '\n';
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& [name, count] = entries[i];
    std::cerr << "  " << std::left << std::setw(static_cast<int>(width)) << name << "  "
              << count.against << " of " << count.cases << '\n';
  }
  if (entries.size() > shown) {
    std::cerr << "  and " << count_of(static_cast<std::int64_t>(entries.size() - shown), "function")
              << " more\n";
  }
}

void print_first_failures(const runner::RunReport& report) {
  const runner::Summary& summary = report.summary;
  std::cerr << '\n' << paint(Colour::kBold, "First failures") << '\n';
  for (const CaseResult& result : summary.first_failures()) {
    std::string outcome(outcome_name(result.outcome));
    std::cerr << "  " << paint(Colour::kRed, outcome) << "  " << result.case_id << " ["
              << result.mode << "]\n";
    std::string message = message_with_note(result);
    message.resize(std::min(message.find('\n'), message.size()));
    if (!message.empty()) std::cerr << "      " << excerpt(message, kMessageCharacters) << '\n';
    std::cerr << paint(Colour::kDim, "      " + reports::explain_command(report.header, result))
              << '\n';
  }
  std::int64_t more =
      summary.against() - static_cast<std::int64_t>(summary.first_failures().size());
  if (more > 0) std::cerr << "  and " << more << " more\n";
}

void print_verdict(const RunVerdict& verdict) {
  std::cerr << '\n';
  for (const ProfileLine& line : verdict.profiles) {
    std::cerr << paint(tone_colour(tone_of(line.verdict)), line.heading) << ": "
              << printable(joined(line.ids)) << '\n';
  }
  std::cerr << paint(tone_colour(verdict.tone), printable(verdict.title))
            << (verdict.detail.empty() ? "" : ": " + verdict.detail) << '\n';
  if (verdict.limits.empty()) return;
  std::cerr << verdict.limits_title << ":\n";
  for (const std::string& limit : verdict.limits) std::cerr << "  " << printable(limit) << '\n';
}

}  // namespace

void print_summary(const runner::RunReport& report, const RunVerdict& verdict) {
  const ResultsHeader& header = report.header;
  std::cerr << paint(Colour::kBold, printable(header.backend_name)) << " "
            << printable(header.backend_version) << " on " << printable(header.backend_device)
            << ", edition " << header.edition << ", tier " << header.tier << '\n';
  print_counts(report);
  print_waivers(report.waivers);
  if (report.summary.against() > 0) {
    print_worst_functions(report.summary);
    print_first_failures(report);
  }
  print_verdict(verdict);
}

}  // namespace kassay::cli
