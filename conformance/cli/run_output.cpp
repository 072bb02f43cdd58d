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

std::string counted(std::int64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

void print_counts(const runner::RunReport& report) {
  const runner::Summary& summary = report.summary;
  std::cerr << counted(summary.total(), "result");
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
    std::cerr << "  and " << counted(static_cast<std::int64_t>(entries.size() - shown), "function")
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
    std::string message = result.message.substr(0, result.message.find('\n'));
    if (!message.empty()) std::cerr << "      " << excerpt(message, kMessageCharacters) << '\n';
    std::cerr << paint(Colour::kDim, "      " + reports::explain_command(report.header, result))
              << '\n';
  }
  std::int64_t more =
      summary.against() - static_cast<std::int64_t>(summary.first_failures().size());
  if (more > 0) std::cerr << "  and " << more << " more\n";
}

// What the verdict is about, where that is not every function that was run.
std::string supported_part(const runner::Summary& summary) {
  const std::int64_t supported = summary.supported_functions();
  const auto run = static_cast<std::int64_t>(summary.functions().size());
  if (supported == run) return "";
  return " in the " + std::to_string(supported) + " of " + counted(run, "function") +
         " that it supports";
}

bool asked_for(const runner::Selection& selection, const std::string& profile) {
  return std::ranges::find(selection.profiles, profile) != selection.profiles.end();
}

// Of a run of single cases only what passes is worth a line, unless it was asked for.
void print_profiles(const runner::Selection& selection,
                    const std::vector<runner::ProfileResult>& profiles) {
  const bool of_single_cases =
      !selection.filter.empty() || selection.only || !selection.modes.empty();
  std::vector<std::string> passed, failed, incomplete;
  for (const runner::ProfileResult& profile : profiles) {
    const bool asked = asked_for(selection, profile.id);
    const bool whole_run = selection.profiles.empty() && !of_single_cases;
    if (profile.verdict == ProfileVerdict::kPass) {
      passed.push_back(profile.id);
    } else if (profile.verdict == ProfileVerdict::kFail && (asked || whole_run)) {
      failed.push_back(profile.id + " (" + counted(profile.failing_functions, "function") + ")");
    } else if (profile.verdict == ProfileVerdict::kIncomplete && asked) {
      incomplete.push_back(profile.id);
    }
  }
  if (!passed.empty()) {
    std::cerr << paint(Colour::kGreen, "Profiles passed") << ": " << joined(passed) << '\n';
  }
  if (!failed.empty()) {
    std::cerr << paint(Colour::kRed, "Profiles failed") << ": " << joined(failed) << '\n';
  }
  if (!incomplete.empty()) {
    std::cerr << paint(Colour::kYellow, "Profiles not run as a whole") << ": " << joined(incomplete)
              << '\n';
  }
}

// Those that were asked for and have this verdict.
std::vector<std::string> profiles_asked(const runner::RunSettings& settings,
                                        const runner::RunReport& report, ProfileVerdict verdict) {
  std::vector<std::string> names;
  for (const runner::ProfileResult& profile : report.profiles) {
    if (profile.verdict == verdict && asked_for(settings.selection, profile.id)) {
      names.push_back(profile.id);
    }
  }
  return names;
}

// A profile that was asked for, in more than what is waived.
bool fails_profile(const runner::RunReport& report) {
  const std::vector<std::string>& asked = report.header.profiles;
  return std::ranges::any_of(report.profiles, [&](const runner::ProfileResult& profile) {
    return profile.failures > profile.waived && std::ranges::find(asked, profile.id) != asked.end();
  });
}

void print_verdict(const runner::RunSettings& settings, const runner::RunReport& report) {
  const runner::Summary& summary = report.summary;
  std::cerr << '\n';
  if (report.cancelled) {
    std::cerr << paint(Colour::kYellow, "Interrupted") << " after " << summary.total() << " of "
              << report.header.selected << " results";
    std::cerr << (settings.out.empty() ? "" : "; the same command with --resume continues") << '\n';
    return;
  }
  print_profiles(settings.selection, report.profiles);
  const auto passed = profiles_asked(settings, report, ProfileVerdict::kPass);
  const auto failed = profiles_asked(settings, report, ProfileVerdict::kFail);
  const std::int64_t waived = summary.count(Outcome::kWaived);
  if (conformant(report) && waived > 0) {
    std::cerr << paint(Colour::kYellow, "No failure but those that are waived") << " ("
              << counted(waived, "result") << "): no claim of conformance\n";
    return;
  }
  if (conformant(report)) {
    std::cerr << paint(Colour::kGreen, "Conformant")
              << (passed.empty() ? supported_part(summary) : " to profile " + joined(passed));
  } else if (summary.against() > 0) {
    std::cerr << paint(Colour::kRed, "Not conformant") << ": "
              << counted(summary.against(), "result") << " against the backend";
  } else if (!summary.conformant()) {
    std::cerr << paint(Colour::kRed, "Not conformant") << ": no case passed";
  } else {
    std::cerr << paint(Colour::kRed, "Not conformant") << " to profile " << joined(failed)
              << ": what is unsupported counts against a profile";
  }
  const runner::Selection& selection = settings.selection;
  if (selection.tier == Tier::kSmoke || !selection.filter.empty() || selection.only ||
      !selection.modes.empty() || selection.shard_count > 1) {
    std::cerr << " (a part of the suite was run: no claim of conformance)";
  }
  std::cerr << '\n';
}

}  // namespace

bool nothing_to_judge(const runner::RunReport& report) {
  return report.summary.against() == 0 && !report.summary.any_pass() && !fails_profile(report);
}

bool conformant(const runner::RunReport& report) {
  return report.summary.conformant() && !fails_profile(report);
}

void print_summary(const runner::RunSettings& settings, const runner::RunReport& report) {
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
  print_verdict(settings, report);
}

}  // namespace kassay::cli
