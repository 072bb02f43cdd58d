#include "conformance/cli/diff_text.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>
#include <utility>
#include <vector>

#include "conformance/cli/program_name.h"
#include "conformance/cli/terminal.h"
#include "reports/command_line.h"
#include "reports/summary.h"
#include "reports/text.h"
#include "spec/lib/text.h"

namespace kassay::cli {
namespace {

constexpr std::size_t kMessageBytes = 200;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Colour colour_of(reports::ChangeKind kind) {
  if (is_worse(kind)) return Colour::kRed;
  return kind == reports::ChangeKind::kFixed ? Colour::kGreen : Colour::kYellow;
}

std::string run_text(const char* which, const reports::ReportRun& run, std::int64_t total) {
  const ResultsHeader& header = run.results.header;
  std::string name = header.backend_name.empty() ? header.backend_argument : header.backend_name;
  if (!header.backend_version.empty()) name += " " + header.backend_version;
  return reports::printable(std::string(which) + "  " + name + ", edition " + header.edition +
                            ", tier " + header.tier + ": " + reports::count_of(total, "result") +
                            " in " + joined(run.files)) +
         "\n";
}

void print_header_differences(std::ostream& out, const reports::Diff& diff) {
  if (diff.header.empty() && diff.notices.empty()) return;
  out << '\n' << painted(Colour::kBold, "How the runs differ") << '\n';
  for (const reports::HeaderDifference& field : diff.header) {
    const auto value = [](const std::string& text) {
      return text.empty() ? std::string("none") : reports::printable(text);
    };
    out << "  " << field.field << ": " << value(field.old) << " -> " << value(field.now) << '\n';
    if (!field.meaning.empty()) out << "      " << painted(Colour::kYellow, field.meaning) << '\n';
  }
  for (const std::string& notice : diff.notices) {
    out << "  " << painted(Colour::kYellow, reports::printable(notice)) << '\n';
  }
}

std::string margin_text(double margin) {
  std::ostringstream text;
  text << reports::three_digits(margin);
  return text.str();
}

// "pass -> fail", "margin 0.1 -> 0.4".
std::string sides_text(const reports::Change& change) {
  const auto name = [](const CaseResult& result) {
    return std::string(outcome_name(result.outcome)) +
           (result.reading.empty() ? "" : " (" + reports::printable(result.reading) + ")");
  };
  if (!change.old) return name(*change.now);
  if (!change.now) return "was " + name(*change.old);
  if (change.old->outcome == change.now->outcome && change.old->reading == change.now->reading) {
    return "margin " + margin_text(change.old->margin) + " -> " + margin_text(change.now->margin);
  }
  return name(*change.old) + " -> " + name(*change.now);
}

void print_change(std::ostream& out, const reports::RunComparison& comparison,
                  const reports::Change& change) {
  const CaseResult& result = change.either();
  out << "    " << reports::printable(result.case_id) << " [" << reports::printable(result.mode)
      << "]  " << painted(colour_of(change.kind), sides_text(change)) << '\n';
  if (!change.note.empty()) out << "        " << reports::printable(change.note) << '\n';
  const bool message_of_interest =
      counts_against(result.outcome) || result.outcome == Outcome::kUnsupported ||
      result.outcome == Outcome::kNotRun || result.outcome == Outcome::kWaived;
  const std::string full = message_with_note(result);
  const std::string message = full.substr(0, full.find('\n'));
  if (message_of_interest && !message.empty()) {
    std::string text = reports::printable(std::string_view(message).substr(0, kMessageBytes));
    out << "        " << text << (message.size() > kMessageBytes ? "..." : "") << '\n';
  }
  if (change.kind == reports::ChangeKind::kRetired) return;  // there is no case to explain
  const ResultsHeader& header = (change.now ? comparison.now : comparison.old).results.header;
  out << painted(Colour::kDim, "        " + reports::printable(reports::explain_command(
                                                header, result, program_word())))
      << '\n';
}

// The changes of one kind in one function, worst first.
using FunctionChanges = std::vector<const reports::Change*>;

std::vector<FunctionChanges> by_function(const reports::Diff& diff, reports::ChangeKind kind) {
  std::vector<FunctionChanges> functions;
  for (const reports::Change& change : diff.changes) {
    if (change.kind != kind) continue;
    if (functions.empty() ||
        functions.back().front()->either().function != change.either().function) {
      functions.emplace_back();
    }
    functions.back().push_back(&change);
  }
  for (FunctionChanges& changes : functions) {
    std::ranges::stable_sort(changes, std::ranges::less{}, [](const reports::Change* change) {
      const CaseResult& result = change->either();
      const double margin = std::isnan(result.margin) ? kInfinity : result.margin;
      return std::pair(reports::severity_rank(result.outcome), -margin);
    });
  }
  std::ranges::stable_sort(functions, std::ranges::greater{}, &FunctionChanges::size);
  return functions;
}

void print_kind(std::ostream& out, const reports::RunComparison& comparison,
                reports::ChangeKind kind, bool all) {
  const std::vector<FunctionChanges> functions = by_function(comparison.diff, kind);
  if (functions.empty()) return;
  out << '\n'
      << painted(Colour::kBold, std::string(change_name(kind))) << ": " << change_meaning(kind)
      << '\n';
  const std::size_t shown = std::min(functions.size(), all ? kUnlimited : kShownFunctions);
  for (std::size_t i = 0; i < shown; ++i) {
    const FunctionChanges& changes = functions[i];
    out << "  " << reports::printable(changes.front()->either().function) << ": "
        << reports::count_of(static_cast<long long>(changes.size()), "case") << '\n';
    const std::size_t cases = std::min(changes.size(), all ? kUnlimited : kShownCases);
    for (std::size_t j = 0; j < cases; ++j) print_change(out, comparison, *changes[j]);
    if (changes.size() > cases) {
      out << "    and " << reports::grouped_digits(static_cast<long long>(changes.size() - cases))
          << " more\n";
    }
  }
  if (functions.size() > shown) {
    out << "  and "
        << reports::count_of(static_cast<long long>(functions.size() - shown), "function")
        << " more; --all shows all\n";
  }
}

void print_counts(std::ostream& out, const reports::Diff& diff) {
  const char* separator = "";
  for (const reports::ChangeKind kind : reports::kChangeKinds) {
    const std::int64_t count = diff.count(kind);
    if (count == 0) continue;
    out << separator
        << painted(colour_of(kind),
                   reports::grouped_digits(count) + " " + std::string(change_name(kind)));
    separator = ", ";
  }
  out << separator << reports::grouped_digits(diff.same) << " the same\n";
}

}  // namespace

void print_diff(std::ostream& out, const reports::RunComparison& comparison, bool all) {
  const reports::Diff& diff = comparison.diff;
  out << run_text("old", comparison.old, diff.old_total)
      << run_text("new", comparison.now, diff.now_total);
  print_counts(out, diff);
  print_header_differences(out, diff);
  for (const reports::ChangeKind kind : reports::kChangeKinds)
    print_kind(out, comparison, kind, all);
  const std::int64_t worse = std::ranges::count_if(
      diff.changes, [](const reports::Change& change) { return is_worse(change.kind); });
  out << '\n'
      << (worse > 0
              ? painted(Colour::kRed, reports::count_of(worse, "result") + " worse than before")
              : painted(Colour::kGreen, "Nothing is worse"))
      << '\n';
}

}  // namespace kassay::cli
