// What a run may claim. It is decided here and nowhere else: terminal, exit code, page, badge,
// history, Markdown, JUnit, CTRF and site say what this says.
//
// Three things are told apart:
//   wrong     a result counts against the backend. Then the run is not conformant, however small it
//             is, and nothing else matters.
//   complete  all of a tier, core or more, was run, or all of the profiles that were asked for.
//   right     all that was run passed, or what was not wrong is unsupported, or waived.
// What a backend lacks is never wrong. It only makes the claim smaller: the supported functions
// conform. A profile is claimed as a whole, so one that was asked for is not fulfilled by a backend
// that lacks something of it; the verdict says so, and the exit code is 1.
// A waived failure is no failure, for the exit code is 0, but nothing is claimed with it.
// A run that was cut short claims nothing: what is missing may be wrong, so the exit code is 1. So
// it is where nothing was judged because all is unsupported.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/lib/results.h"

namespace kassay {

// The word for it. The first that fits from below is the one: what is wrong goes before all.
enum class Claim {
  kConformant,          // complete, and all of it is right
  kSupportedConform,    // complete, something is unsupported, all else is right
  kNoFailure,           // a part was run, nothing of it is wrong
  kNoFailureButWaived,  // complete or not, nothing is wrong but what is waived
  kNothingJudged,       // all is unsupported
  kCutShort,            // it did not end, or results are missing; nothing is wrong so far
  kNotConformant
};
std::string_view claim_name(Claim claim);  // "conformant", "supported-functions-conform", ...
std::optional<Claim> parse_claim(std::string_view name);
// As a person reads it: "Conformant", "Supported functions conform", "No failure", ...
std::string_view claim_words(Claim claim);

// How it looks: right, neither, or wrong.
enum class Tone { kGood, kGuarded, kBad };
std::string_view tone_name(Tone tone);  // "good", "guarded", "bad"
Tone tone_of(ProfileVerdict verdict);
Tone tone_of(Claim claim);

// "passed", "failed", "not wholly supported", "passed but for what is waived", "not run as a whole"
std::string_view profile_words(ProfileVerdict verdict);

// What the verdict needs to know of a run.
struct RunFacts {
  struct ProfileEnd {
    std::string id;
    ProfileVerdict verdict = ProfileVerdict::kIncomplete;
    std::int64_t failing_functions = 0;  // in which something does not fulfil it; 0: unknown
  };

  std::map<std::string, std::int64_t> counts;  // results by outcome name
  std::int64_t selected = 0, found = 0;        // results, each mode of a case once
  bool ended = false;                          // it has its footer
  std::string tier;
  std::vector<std::string> filter;  // {"*"} where all was taken
  int shard_index = 1, shard_count = 1;
  std::int64_t functions = 0, supported_functions = 0;  // with results; with any that is supported
  std::vector<std::string> asked_profiles;              // to which the run was limited
  std::vector<ProfileEnd> profiles;                     // empty where the run was cut short
  std::vector<std::string> waiver_files;
};

// What the header of its results says of it.
RunFacts facts_of(const ResultsHeader& header);
RunFacts facts_of(const Results& results);

// Those of the profiles that have ended alike, if they are worth a line.
struct ProfileLine {
  ProfileVerdict verdict = ProfileVerdict::kPass;
  std::string heading;           // "Profiles passed"
  std::vector<std::string> ids;  // with functions counted where that is known: "a (2 functions)"
};

struct RunVerdict {
  Claim claim = Claim::kNothingJudged;
  Tone tone = Tone::kGuarded;
  // The words, with what they are about where that is less than all: "Conformant to profile a",
  // "Supported functions conform (14 of 86)".
  std::string title;
  std::string detail;               // in numbers: "2 results against the backend"; or empty
  std::vector<std::string> limits;  // sentences: why nothing more is claimed; empty if all is
  std::string limits_title;         // over them, if there are any
  // Those that passed; others where they were asked for, or where no case was picked.
  std::vector<ProfileLine> profiles;

  bool complete = false;  // it has ended, and there is a result for all that was selected
  bool whole = false;     // nor was anything filtered out, or left to another shard
  bool success = false;   // nothing is wrong, and what was asked for is there
  // Nothing passed, nothing is wrong, and no profile lacks anything: whoever runs function by
  // function may skip this one.
  bool nothing_shown = false;

  int exit_code() const { return success ? 0 : 1; }
};

RunVerdict verdict_of(const RunFacts& facts);

}  // namespace kassay
