#include "conformance/cli/run_output.h"

#include <algorithm>
#include <iostream>
#include <span>
#include <vector>

#include "conformance/cli/exit_code.h"
#include "conformance/cli/gate_options.h"
#include "conformance/cli/program_name.h"
#include "conformance/cli/terminal.h"
#include "reports/command_line.h"
#include "spec/lib/printable.h"
#include "spec/lib/specification.h"
#include "spec/lib/text.h"

namespace kassay::cli {
namespace {

constexpr std::size_t kCauses = 20;      // of failures
constexpr std::size_t kBriefCauses = 8;  // of other results
constexpr std::size_t kFunctions = 8;    // of a cause
constexpr std::size_t kFindings = 20;    // functions
constexpr std::size_t kMessageCharacters = 200;
constexpr std::size_t kFindingCharacters = 300;

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
  if (report.unconfirmed > 0) {
    std::cerr << "The failures of " << count_of(report.unconfirmed, "function")
              << " were not tried again in a fresh worker, because workers start slowly; "
                 "--fresh-workers always does.\n";
  }
}

// Prints the waivers that need attention.
void print_waivers(const std::vector<WaiverUse>& waivers) {
  const char* heading = "Waivers to check";
  for (const WaiverUse& use : waivers) {
    if (use.note.empty()) continue;
    if (heading != nullptr) std::cerr << '\n' << paint(Colour::kBold, heading) << '\n';
    heading = nullptr;
    std::cerr << "  " << paint(Colour::kYellow, std::string(waiver_status_name(use.status))) << "  "
              << printable(use.waiver) << "\n      " << printable(as_started(use.note)) << '\n';
  }
}

// Prints how many results and groups are not shown.
void print_rest(const CauseGroups& results, std::size_t groups, std::int64_t left) {
  if (left == 0) return;
  const std::string more = results.ungrouped() > 0 ? "more than " : "";
  std::cerr << "  and " << more << count_of(static_cast<std::int64_t>(groups), "cause") << " with "
            << count_of(left, "result") << '\n';
}

// The cause after the name of its function, or above a line with its functions.
std::string cause_lines(const CauseGroup& group, const std::string& cause) {
  if (group.functions.size() == 1) {
    return excerpt(group.functions.front().function + ": " + cause, kMessageCharacters) + '\n';
  }
  return excerpt(cause, kMessageCharacters) + "\n      " +
         excerpt(functions_text(group, kFunctions), kMessageCharacters) + '\n';
}

void print_failures(const runner::RunReport& report, const Specification& specification) {
  const CauseGroups& failures = report.summary.failures();
  const std::vector<CauseGroup> groups = failures.groups();
  const std::size_t shown = std::min(groups.size(), kCauses);
  std::cerr << '\n' << paint(Colour::kBold, "Failures by cause") << '\n';
  std::int64_t left = failures.results();
  for (const CauseGroup& group : std::span(groups).first(shown)) {
    left -= group.count;
    std::cerr << "  " << paint(Colour::kRed, outcomes_text(group)) << "  "
              << cause_lines(group, failures.explained_cause(group, &specification));
    std::string message = message_with_note(group.example());
    message.resize(std::min(message.find('\n'), message.size()));
    if (!message.empty()) std::cerr << "      " << excerpt(message, kMessageCharacters) << '\n';
    std::cerr << paint(Colour::kDim, "      " + reports::explain_command(
                                                    report.header, group.example(), program_word()))
              << '\n';
  }
  print_rest(failures, groups.size() - shown, left);
}

// Prints the common properties of the failures of each function.
void print_findings(const std::vector<rules::Finding>& findings) {
  if (findings.empty()) return;
  std::cerr << '\n' << paint(Colour::kBold, "Where functions fail") << '\n';
  const std::size_t shown = std::min(findings.size(), kFindings);
  for (const rules::Finding& finding : std::span(findings).first(shown)) {
    for (const std::string& sentence : finding.sentences()) {
      std::cerr << "  " << finding.function << ' ' << excerpt(sentence, kFindingCharacters) << '\n';
    }
  }
  if (findings.size() > shown) {
    std::cerr << "  and " << count_of(static_cast<long long>(findings.size() - shown), "function")
              << '\n';
  }
}

// Prints results that do not count against the backend, with fewer details about each cause.
void print_causes(const char* heading, const CauseGroups& results) {
  if (results.results() == 0) return;
  std::cerr << '\n' << paint(Colour::kBold, heading) << '\n';
  const std::vector<CauseGroup> groups = results.groups();
  const std::size_t shown = std::min(groups.size(), kBriefCauses);
  std::int64_t left = results.results();
  for (const CauseGroup& group : std::span(groups).first(shown)) {
    left -= group.count;
    std::cerr << "  " << paint(Colour::kYellow, grouped_digits(group.count)) << "  "
              << cause_lines(group, group.cause);
  }
  print_rest(results, groups.size() - shown, left);
}

// Prints the accepted readings that the backend follows, with the decisions that accept them.
void print_accepted(const runner::Summary& summary, const Specification& specification) {
  std::cerr << '\n' << paint(Colour::kBold, "Accepted readings") << '\n';
  for (const auto& [key, count] : summary.accepted()) {
    const auto& [name, id] = key;
    const std::string text = specification.reading_text(name, id);
    std::string decisions;
    for (const Decision* decision : specification.decisions_on(name, id)) {
      decisions += (decisions.empty() ? "" : ", ") + decision->id;
    }
    std::cerr << "  " << paint(Colour::kYellow, std::to_string(count)) << "  " << printable(name)
              << ": " << printable(id) << (decisions.empty() ? "" : " [" + decisions + "]")
              << (text.empty() ? "" : ": " + text) << '\n';
  }
}

void print_repetition(const runner::RunReport& report) {
  const auto lines = repetition_lines(report.header.repetition, report.summary.repetition());
  if (lines.empty()) return;
  std::cerr << '\n' << paint(Colour::kBold, "Repeated runs") << '\n';
  const std::size_t shown = std::min(lines.size(), kCauses);
  for (const std::string& line : std::span(lines).first(shown)) {
    std::cerr << "  " << excerpt(line, kMessageCharacters) << '\n';
  }
  if (lines.size() > shown) {
    std::cerr << "  and " << count_of(static_cast<long long>(lines.size() - shown), "finding")
              << '\n';
  }
}

// Several profiles with details have a line each.
void print_profiles(const ProfileLine& line) {
  const std::string heading = paint(tone_colour(tone_of(line.verdict)), line.heading);
  const bool short_enough =
      line.entries.size() == 1 || std::ranges::all_of(line.entries, [](const auto& entry) {
        return entry.shortcomings.empty();
      });
  if (short_enough) {
    std::cerr << heading << printable(profile_line_text(line).substr(line.heading.size())) << '\n';
    return;
  }
  std::cerr << heading << ":\n";
  for (const auto& [id, shortcomings] : line.entries) {
    std::cerr << "  " << printable(id)
              << (shortcomings.empty() ? "" : ": " + printable(shortcomings)) << '\n';
  }
}

void print_verdict(const RunVerdict& verdict) {
  std::cerr << "\nRight: " << verdict.right_text << "\nComplete: " << verdict.complete_text
            << "\nWrong: " << printable(verdict.wrong_text) << '\n';
  for (const ProfileLine& line : verdict.profiles) print_profiles(line);
  std::cerr << paint(tone_colour(verdict.tone), printable(verdict.title))
            << (verdict.detail.empty() ? "" : ": " + verdict.detail) << '\n';
  if (verdict.limits.empty()) return;
  std::cerr << verdict.limits_title << ":\n";
  for (const std::string& limit : verdict.limits) std::cerr << "  " << printable(limit) << '\n';
}

}  // namespace

void print_summary(const runner::RunReport& report, const RunVerdict& verdict,
                   const std::string& vectors_directory) {
  const ResultsHeader& header = report.header;
  std::cerr << paint(Colour::kBold, printable(header.backend_name)) << " "
            << printable(header.backend_version) << " on " << printable(header.backend_device)
            << ", edition " << header.edition << ", tier " << header.tier << '\n';
  print_counts(report);
  print_waivers(report.waivers);
  const bool accepted = !report.summary.accepted().empty();
  if (report.summary.against() > 0 || accepted) {
    const Specification specification = read_specification(vectors_directory);
    if (report.summary.against() > 0) {
      print_findings(rules::without_explained(
          report.summary.outcomes().findings(vectors_directory, header.edition, specification)));
      print_failures(report, specification);
    }
    if (accepted) print_accepted(report.summary, specification);
  }
  print_causes("Unsupported, by cause", report.summary.unsupported());
  print_causes("Not run, so neither right nor wrong, by cause", report.summary.not_run());
  print_repetition(report);
  print_verdict(verdict);
}

int exit_code_of(const RunVerdict& verdict, const Results& results,
                 const reports::GateSettings& gates, bool skip_unsupported) {
  if (skip_unsupported && verdict.nothing_shown) return kAbsent;
  if (!gates_open(results, gates, "")) return kNotConformant;
  if (!gates.replaces_conformance()) return verdict.exit_code();
  if (!verdict.success) std::cerr << "All gates passed, so the exit code is 0.\n";
  return kConformant;
}

}  // namespace kassay::cli
