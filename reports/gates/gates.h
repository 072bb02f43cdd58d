// Gates: what a run must fulfil, beyond or instead of conformance, so that continuous integration
// goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/lib/results.h"

namespace kassay {

struct GateSettings {
  // Which outcomes are failures; without it those that count against a backend.
  std::optional<std::vector<Outcome>> fail_on;
  std::optional<std::int64_t> max_failures;  // how many of them there may be; without it none
  // How many results must have been judged: neither unsupported nor waived. Without it one, so that
  // no gate stays open because nothing was run.
  std::optional<std::int64_t> min_judged;

  bool counts_failures() const { return fail_on || max_failures; }
  bool any() const { return counts_failures() || min_judged; }
  // They say which failures are too many, so that conformance does not.
  bool replaces_conformance() const { return counts_failures(); }
};

// Why a gate is shut.
struct ShutGate {
  std::string reason;              // a sentence that names the option
  std::vector<std::string> cases;  // the first few, one a line: outcome, case and mode
  std::int64_t more = 0;           // how many are left out of them
};

// Those of the gates that are there. With any, a run that is incomplete shuts one more.
std::vector<ShutGate> shut_gates(const Results& results, const GateSettings& settings);

// "fail,crash": names of outcomes. Throws std::invalid_argument, with what there is to choose from.
std::vector<Outcome> parse_outcomes(const std::string& list);

}  // namespace kassay
