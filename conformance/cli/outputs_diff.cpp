#include "conformance/cli/outputs_diff.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "conformance/cli/diff_text.h"
#include "conformance/cli/program_name.h"
#include "conformance/cli/terminal.h"
#include "reports/command_line.h"
#include "reports/summary.h"
#include "reports/text.h"
#include "spec/lib/json_text.h"
#include "spec/lib/json_value.h"
#include "spec/lib/printable.h"
#include "spec/lib/text.h"

namespace kassay::cli {
namespace {

using Json = nlohmann::json;

std::string run_text(const char* which, const ResultsHeader& header, const std::string& folder) {
  std::string name = header.backend_name.empty() ? header.backend_argument : header.backend_name;
  if (!header.backend_version.empty()) name += " " + header.backend_version;
  return printable(std::string(which) + "  " + name + ", edition " + header.edition + ", tier " +
                   header.tier + " in " + folder) +
         "\n";
}

std::string number_text(double number) { return shortest_text(reports::three_digits(number)); }

std::string outcome_text(Outcome outcome, const std::string& reading) {
  return std::string(outcome_name(outcome)) + (reading.empty() ? "" : " (" + reading + ")");
}

// "output 0 at [0, 2]: 0.25 and 0.26, difference 0.01, limit 1e-07; 4 of 12 elements"
std::string disagreement_text(const compare::Disagreement& found) {
  const std::string output = "output " + std::to_string(found.output);
  const std::string values = found.first + " and " + found.second;
  const std::string distance =
      "difference " + number_text(found.difference) + ", limit " + number_text(found.limit);
  if (found.check == Check::kElement) {
    return output + " at " + wording::list_text(found.index) + ": " + values + ", " + distance +
           "; " + reports::grouped_digits(found.differing) + " of " +
           reports::count_of(found.elements, "element");
  }
  if (found.check == Check::kRms) {
    return output + ": each of " + reports::count_of(found.elements, "element") +
           " is within its limit, but the rms of the differences, in units of the roundoff, is " +
           number_text(found.difference) + ", limit " + number_text(found.limit);
  }
  if (found.check == Check::kAnswer || found.check == Check::kErrorKind ||
      found.check == Check::kCount) {
    return values;
  }
  return output + ", " + std::string(check_name(found.check)) + ": " +
         values;  // value, dtype, shape
}

// For the backend with the worse outcome; if both are equal, the second.
std::string command_of(const runner::OutputsComparison& comparison,
                       const runner::ComparedCase& compared, const std::string& program) {
  const bool first = reports::severity_rank(compared.first_outcome) <
                     reports::severity_rank(compared.second_outcome);
  CaseResult result;
  result.case_id = compared.case_id;
  result.mode = compared.mode;
  return reports::explain_command(first ? comparison.first : comparison.second, result, program);
}

void print_case(std::ostream& out, const runner::OutputsComparison& comparison,
                const runner::ComparedCase& compared) {
  out << "    " << printable(compared.case_id) << " [" << printable(compared.mode) << "]  "
      << painted(Colour::kYellow,
                 printable(outcome_text(compared.first_outcome, compared.first_reading) + ", " +
                           outcome_text(compared.second_outcome, compared.second_reading)))
      << "\n        " << printable(disagreement_text(*compared.agreement.disagreement)) << '\n'
      << painted(Colour::kDim,
                 "        " + printable(command_of(comparison, compared, program_word())))
      << '\n';
}

void print_functions(std::ostream& out, const runner::OutputsComparison& comparison, bool all) {
  std::size_t shown = 0;
  std::int64_t left = 0;
  for (const runner::FunctionComparison& function : comparison.functions) {
    if (function.differing.empty()) continue;
    if (!all && shown == kShownFunctions) {
      ++left;
      continue;
    }
    ++shown;
    out << '\n'
        << painted(Colour::kBold, printable(function.function)) << ": "
        << reports::grouped_digits(static_cast<long long>(function.differing.size())) << " of "
        << reports::count_of(function.compared, "result") << " differ\n";
    const std::size_t cases = std::min(function.differing.size(), all ? kUnlimited : kShownCases);
    for (std::size_t i = 0; i < cases; ++i) print_case(out, comparison, function.differing[i]);
    if (function.differing.size() > cases) {
      out << "    and "
          << reports::grouped_digits(static_cast<long long>(function.differing.size() - cases))
          << " more\n";
    }
  }
  if (left > 0)
    out << "\nand " << reports::count_of(left, "function") << " more; --all shows all\n";
}

void print_uncompared(std::ostream& out, const runner::OutputsComparison& comparison) {
  if (comparison.uncompared.empty()) return;
  std::map<std::string, std::int64_t> counts;
  for (const runner::UncomparedCase& one : comparison.uncompared) ++counts[one.reason];
  out << "\nNot compared\n";
  for (const auto& [reason, count] : counts) {
    out << "  " << reports::count_of(count, "result") << ": " << printable(reason) << '\n';
  }
}

// Over results that agree.
const runner::FunctionComparison* nearest_to_its_limit(
    const runner::OutputsComparison& comparison) {
  const auto nearest =
      std::ranges::max_element(comparison.functions, {}, &runner::FunctionComparison::margin);
  return nearest == comparison.functions.end() || nearest->margin == 0 ? nullptr : &*nearest;
}

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(shortest_text(value));
}

Json run_of(const ResultsHeader& header, const std::string& folder) {
  return {{"folder", printable(folder)},
          {"backend", printable(header.backend_argument)},
          {"version", printable(header.backend_version)},
          {"edition", printable(header.edition)},
          {"tier", printable(header.tier)}};
}

Json difference_of(const runner::OutputsComparison& comparison,
                   const runner::ComparedCase& compared) {
  const compare::Disagreement& found = *compared.agreement.disagreement;
  return {{"function", printable(compared.function)},
          {"case", printable(compared.case_id)},
          {"mode", printable(compared.mode)},
          {"first",
           {{"outcome", outcome_name(compared.first_outcome)},
            {"reading", printable(compared.first_reading)}}},
          {"second",
           {{"outcome", outcome_name(compared.second_outcome)},
            {"reading", printable(compared.second_reading)}}},
          {"check", check_name(found.check)},
          {"output", found.output},
          {"index", found.index},
          {"values", Json::array({printable(found.first), printable(found.second)})},
          {"difference", number(found.difference)},
          {"limit", number(found.limit)},
          {"differing", found.differing},
          {"elements", found.elements},
          {"command", printable(command_of(comparison, compared, "kassay"))}};
}

}  // namespace

void print_outputs_comparison(std::ostream& out, const runner::OutputsComparison& comparison,
                              bool all) {
  out << run_text("first ", comparison.first, comparison.first_folder)
      << run_text("second", comparison.second, comparison.second_folder);
  for (const std::string& notice : comparison.notices) {
    out << painted(Colour::kYellow, printable(notice)) << '\n';
  }
  print_functions(out, comparison, all);
  print_uncompared(out, comparison);
  out << '\n';
  const std::int64_t differing = comparison.differing(), compared = comparison.compared();
  if (differing > 0) {
    out << painted(Colour::kRed, reports::grouped_digits(differing) + " of " +
                                     reports::count_of(compared, "result") +
                                     " differ by more than two right answers can")
        << '\n';
  } else {
    const auto missing = static_cast<std::int64_t>(comparison.uncompared.size());
    const std::string all_of = missing == 0 ? "All of " : "";
    out << painted(Colour::kGreen, all_of + reports::count_of(compared, "result") + " agree")
        << (missing > 0 ? "; " + reports::grouped_digits(missing) + " could not be compared" : "")
        << '\n';
  }
  if (comparison.sampled() > 0) {
    out << reports::count_of(comparison.sampled(), "result")
        << " with random outputs: of these only dtype and shape were compared\n";
  }
  if (const runner::FunctionComparison* nearest = nearest_to_its_limit(comparison)) {
    out << "Where they agree, the largest difference is " << number_text(nearest->margin)
        << " of its limit, in " << printable(nearest->function) << '\n';
  }
}

std::string outputs_comparison_json(const runner::OutputsComparison& comparison) {
  Json notices = Json::array(), functions = Json::array(), differences = Json::array();
  Json uncompared = Json::array();
  for (const std::string& notice : comparison.notices) notices.push_back(printable(notice));
  for (const runner::FunctionComparison& function : comparison.functions) {
    functions.push_back({{"function", printable(function.function)},
                         {"compared", function.compared},
                         {"differing", function.differing.size()},
                         {"margin", number(function.margin)}});
    for (const runner::ComparedCase& compared : function.differing) {
      differences.push_back(difference_of(comparison, compared));
    }
  }
  for (const runner::UncomparedCase& one : comparison.uncompared) {
    uncompared.push_back({{"function", printable(one.function)},
                          {"case", printable(one.case_id)},
                          {"mode", printable(one.mode)},
                          {"reason", printable(one.reason)}});
  }
  return dump_json({{"first", run_of(comparison.first, comparison.first_folder)},
                    {"second", run_of(comparison.second, comparison.second_folder)},
                    {"notices", std::move(notices)},
                    {"compared", comparison.compared()},
                    {"differing", comparison.differing()},
                    {"sampled", comparison.sampled()},
                    {"functions", std::move(functions)},
                    {"differences", std::move(differences)},
                    {"uncompared", std::move(uncompared)}});
}

}  // namespace kassay::cli
