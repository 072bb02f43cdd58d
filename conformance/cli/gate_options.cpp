#include "conformance/cli/gate_options.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <stdexcept>

#include "conformance/cli/terminal.h"
#include "conformance/cli/values.h"

namespace kassay::cli {
namespace {

constexpr char kGroup[] = "Gates";

}  // namespace

const char kGatesHelp[] =
    "Gates: a gate that fails is reported on standard error with its first few cases, and the\n"
    "exit code is 1. --fail-on and --max-failures together set how many results may fail.\n"
    "--no-worse-than compares with an earlier run of the same cases, by case and mode, as\n"
    "`kassay diff` does. It fails if a result is broken (now wrong, not before), lost support\n"
    "(was right, now unsupported) or is gone (only in the earlier run). With any gate, a run\n"
    "also fails if it is incomplete, or if nothing was judged (--min-cases 0 allows the latter).";

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
          "The outcomes that count as failures, such as fail,crash,unsupported (default: those "
          "that count against the backend)")
      ->type_name("OUTCOMES")
      ->group(kGroup);
  command
      .add_option("--max-failures", settings.max_failures,
                  "The most such results allowed (default: 0)")
      ->check(zero_or_more())
      ->type_name("COUNT")
      ->group(kGroup);
  command
      .add_option("--min-cases", settings.min_judged,
                  "The fewest results that must be judged: neither unsupported, waived nor not-run")
      ->check(zero_or_more())
      ->type_name("COUNT")
      ->group(kGroup);
  command
      .add_option("--no-worse-than", settings.no_worse_than,
                  "The results of an earlier run; no result may be worse. Repeat it for the shards "
                  "of one run")
      ->allow_extra_args(false)  // more values would be cases or results
      ->type_name("FILE")
      ->group(kGroup);
}

bool gates_open(const Results& results, const reports::GateSettings& settings,
                const std::string& label) {
  const std::vector<reports::FailedGate> failed = failed_gates(results, settings);
  for (const reports::FailedGate& gate : failed) {
    std::cerr << paint(Colour::kRed, "Gate failed") << (label.empty() ? "" : " for " + label)
              << ": " << gate.reason << '\n';
    for (const std::string& note : gate.notes) std::cerr << "  note: " << note << '\n';
    for (const std::string& line : gate.cases) std::cerr << "  " << line << '\n';
    if (gate.more > 0) std::cerr << "  and " << gate.more << " more\n";
  }
  return failed.empty();
}

}  // namespace kassay::cli
