// Gates: what a run must fulfil, beyond or instead of conformance, so that continuous integration
// goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/lib/results.h"

namespace kassay::reports {

struct GateSettings {
  // Which outcomes are failures; without it those that count against a backend.
  std::optional<std::vector<Outcome>> fail_on = {};
  std::optional<std::int64_t> max_failures = {};  // how many of them there may be; without it none
  // How many results must have been judged: neither unsupported nor waived. Without it one, so that
  // no gate stays open because nothing was run.
  std::optional<std::int64_t> min_judged = {};
  // The results file of an earlier run, or those of its shards. Nothing may be worse than there
  // (diff.h): wrong and was not, unsupported and was right, or gone.
  std::vector<std::string> no_worse_than = {};
  std::optional<Results> earlier = {};  // that run; read_earlier_run puts it here

  bool counts_failures() const { return fail_on || max_failures; }
  // They say which failures are too many, so that conformance does not.
  bool replaces_conformance() const { return counts_failures() || !no_worse_than.empty(); }
  bool any() const { return replaces_conformance() || min_judged; }
};

// Why a gate is shut.
struct ShutGate {
  std::string reason = {};              // a sentence that names the option
  std::vector<std::string> notes = {};  // what else a reader must know to judge it
  std::vector<std::string> cases =
      {};                 // the first few, one a line, with outcome or change, and mode
  std::int64_t more = 0;  // how many are left out of them
};

// Before the run that is compared, so that a file that cannot be used is told at once. Throws
// FileError.
void read_earlier_run(GateSettings& settings);

// Those of the gates that are there. With any, a run that is incomplete shuts one more.
std::vector<ShutGate> shut_gates(const Results& results, const GateSettings& settings);

// "fail,crash": names of outcomes. Throws std::invalid_argument, with what there is to choose from.
std::vector<Outcome> parse_outcomes(const std::string& list);

}  // namespace kassay::reports
