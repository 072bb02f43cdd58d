// Gates: conditions, beyond or instead of conformance, under which a run passes in continuous
// integration.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/lib/results.h"

namespace kassay::reports {

struct GateSettings {
  // Which outcomes are failures; without it, those that count against a backend.
  std::optional<std::vector<Outcome>> fail_on = {};
  std::optional<std::int64_t> max_failures = {};  // how many of them are allowed; without it, none
  // How many results must be judged: neither unsupported nor waived. Without it one, so that no
  // gate passes because nothing was run.
  std::optional<std::int64_t> min_judged = {};
  // The results file of an earlier run, or those of its shards. No result may be worse than there
  // (diff.h): now wrong but not before, now unsupported but right before, or gone.
  std::vector<std::string> no_worse_than = {};
  std::optional<Results> earlier = {};  // that run; read_earlier_run stores it here
  // A vectors directory, which says which cases were changed or retired since; stored with it.
  std::string vectors = {};

  bool counts_failures() const { return fail_on || max_failures; }
  // Whether they say which failures are too many, so that conformance does not.
  bool replaces_conformance() const { return counts_failures() || !no_worse_than.empty(); }
  bool any() const { return replaces_conformance() || min_judged; }
};

// Why a gate failed.
struct FailedGate {
  std::string reason = {};              // a sentence that names the option
  std::vector<std::string> notes = {};  // what else a reader must know to judge it
  std::vector<std::string> cases =
      {};                 // the first few, one per line, with outcome or change, and mode
  std::int64_t more = 0;  // how many are left out of them
};

// Call this before the run that is compared, so that an unusable file is reported at once. The
// vectors directory is read later, if the runs are of different versions of the specification.
// Returns
// sentences to print, such as that the earlier run was cut short: nothing is worse than what it
// lacks. Throws FileError.
std::vector<std::string> read_earlier_run(GateSettings& settings, const std::string& vectors);

// The gates that failed. With any gate, a run that was cut short or left results out fails one more.
std::vector<FailedGate> failed_gates(const Results& results, const GateSettings& settings);

// "fail,crash": names of outcomes. Throws std::invalid_argument, with the valid names.
std::vector<Outcome> parse_outcomes(const std::string& list);

}  // namespace kassay::reports
