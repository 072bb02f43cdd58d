#include "conformance/cli/gate_options.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <stdexcept>

#include "conformance/cli/terminal.h"

namespace kassay::cli {
namespace {

constexpr char kGroup[] = "Gates";

}  // namespace

const char kGatesHelp[] =
    "Gates: one that is shut is named on standard error, with the first few of its cases, and "
    "makes\n"
    "the exit code 1. --fail-on and --max-failures say together which results are too many.\n"
    "--no-worse-than is shut by what is broken (wrong here, and was not there), lost support\n"
    "(unsupported here, right there), or gone (only there), by case and mode, as `kassay diff` "
    "finds\n"
    "it: give it a run of the same cases. With any gate an incomplete run shuts one too, and so "
    "does\n"
    "one of which nothing was judged (--min-cases 0 allows that).";

void add_gate_options(CLI::App& command, reports::GateSettings& settings) {
  command
      .add_option_function<std::string>(
          "--fail-on",
          [&settings](const std::string& list) {
            try {
              settings.fail_on = reports::parse_outcomes(list);
            } catch (const std::invalid_argument& error) {
              throw CLI::ValidationError("--fail-on", error.what());
            }
          },
          "The outcomes that are failures, such as fail,crash,unsupported (default: those that "
          "count against the backend)")
      ->type_name("OUTCOMES")
      ->group(kGroup);
  command
      .add_option("--max-failures", settings.max_failures,
                  "How many such results there may be (default: none)")
      ->check(CLI::NonNegativeNumber)
      ->type_name("COUNT")
      ->group(kGroup);
  command
      .add_option("--min-cases", settings.min_judged,
                  "How many results must have been judged: neither unsupported nor waived")
      ->check(CLI::NonNegativeNumber)
      ->type_name("COUNT")
      ->group(kGroup);
  command
      .add_option("--no-worse-than", settings.no_worse_than,
                  "The results of an earlier run, than which nothing may be worse; repeatable for "
                  "the shards of one")
      ->allow_extra_args(false)  // what follows are cases, or results
      ->type_name("FILE")
      ->group(kGroup);
}

bool gates_open(const Results& results, const reports::GateSettings& settings,
                const std::string& label) {
  const std::vector<reports::ShutGate> shut = shut_gates(results, settings);
  for (const reports::ShutGate& gate : shut) {
    std::cerr << paint(Colour::kRed, "Gate shut") << (label.empty() ? "" : " for " + label) << ": "
              << gate.reason << '\n';
    for (const std::string& note : gate.notes) std::cerr << "  note: " << note << '\n';
    for (const std::string& line : gate.cases) std::cerr << "  " << line << '\n';
    if (gate.more > 0) std::cerr << "  and " << gate.more << " more\n";
  }
  return shut.empty();
}

}  // namespace kassay::cli
