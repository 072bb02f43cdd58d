// What a run may claim. Only this file decides it: terminal, exit code, page, badge, history, Markdown,
// JUnit, CTRF and site repeat this verdict.
//
// The verdict separates three things (spec/lib/standing.h), for the run and for each profile:
//   right     how much of the supported part is right: functions and results.
//   complete  how many functions of the edition, or of the profile, are supported.
//   wrong     the functions with a result that counts against the backend.
// One wrong result makes any run not conformant. Missing functions never count as wrong. They only
// weaken the claim: "15 of 15 supported functions conform; 15 of 152 supported". That claim, or a
// stronger one, needs a run of the whole tier core or full, or of all requested profiles. A profile
// must be supported in full: if a requested one is not, the verdict says so, and the exit code is 1.
// Waived failures leave the exit code at 0, but forbid a claim.
// A run that was cut short, or that left out cases ("not-run"), claims nothing: the missing results may
// be wrong, so the exit code is 1. It is also 1 if nothing was judged because everything is unsupported.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/lib/results.h"

namespace kassay {

// The claim in one word. The last one that fits applies: wrong results outweigh everything else.
enum class Claim {
  kConformant,          // complete, and everything is right
  kSupportedConform,    // complete, something is unsupported, the rest is right
  kNoFailure,           // only a part was run, nothing in it is wrong
  kNoFailureButWaived,  // complete or not, nothing is wrong except waived results
  kNothingJudged,       // everything is unsupported
  kCutShort,            // the run did not end, or skipped something; nothing is wrong so far
  kNotConformant
};
std::string_view claim_name(Claim claim);  // "conformant", "supported-functions-conform", ...
std::optional<Claim> parse_claim(std::string_view name);
// For readers: "Conformant", "Supported functions conform", "No failure", ...
std::string_view claim_words(Claim claim);

// The colour of a claim: right, neither, or wrong.
enum class Tone { kGood, kGuarded, kBad };
std::string_view tone_name(Tone tone);  // "good", "guarded", "bad"
Tone tone_of(ProfileVerdict verdict);
Tone tone_of(Claim claim);

// "passed", "failed", "not fully supported", "passed except waived failures", "not fully run"
std::string_view profile_words(ProfileVerdict verdict);

// The facts that the verdict is made from.
struct RunFacts {
  struct ProfileEnd {
    std::string id;
    ProfileVerdict verdict = ProfileVerdict::kIncomplete;
    Standing standing = {};  // empty: unknown
  };

  std::map<std::string, std::int64_t> counts;  // results by outcome name
  std::int64_t waived_not_run = 0;             // of the waived results
  std::int64_t selected = 0, found = 0;        // results, each mode of a case once
  bool ended = false;                          // its results have a footer
  std::string tier;
  std::vector<std::string> filter;  // {"*"}: every case
  int shard_index = 1, shard_count = 1;
  Standing standing;
  std::vector<std::string> asked_profiles;  // the run was limited to these
  std::vector<ProfileEnd> profiles;         // empty if the run was cut short
  std::vector<std::string> waiver_files;
};

// With only what the header states.
RunFacts facts_of(const ResultsHeader& header);
RunFacts facts_of(const Results& results);

// The profiles with the same verdict, if they are worth a line.
struct ProfileLine {
  struct Entry {
    std::string id;
    std::string shortcomings;  // "15 of 86 functions supported; wrong: dot"; or empty
  };

  ProfileVerdict verdict = ProfileVerdict::kPass;
  std::string heading;  // "Profiles passed"
  std::vector<Entry> entries;
};
// "Profiles passed: a" or "Profiles failed: a (2 of 3 functions supported; wrong: dot), b"
std::string profile_line_text(const ProfileLine& line);

struct RunVerdict {
  Claim claim = Claim::kNothingJudged;
  Tone tone = Tone::kGuarded;
  // The claim, with its scope if that is not everything: "Conformant to profile a",
  // "14 of 14 supported functions conform; 14 of 86 supported".
  std::string title;
  std::int64_t judged = 0;  // results that are neither unsupported nor (perhaps waived) not-run
  // Right, complete and wrong, in words.
  std::string right_text;           // "14 of 15 supported functions, 4,207 of 4,210 results"
  std::string complete_text;        // "15 of 152 functions supported, 2 partial"
  std::string wrong_text;           // "nothing", or "1 function: dot"
  std::string detail;               // the numbers: "2 results against the backend"; or empty
  std::vector<std::string> limits;  // sentences: why the claim is not stronger; or empty
  std::string limits_title;         // their heading, if there are any
  // Profiles that passed; others only if they were requested, or if no cases were selected.
  std::vector<ProfileLine> profiles;

  bool ended = false;     // with a result for each selected case and mode
  bool complete = false;  // ended, and every case was run
  bool whole = false;     // complete, without a filter and in one shard
  bool success = false;   // nothing is wrong, and the requested profiles are supported
  // Nothing passed, nothing is wrong, and no requested profile lacks anything: a harness that tests
  // function by function may skip this one.
  bool nothing_shown = false;

  int exit_code() const { return success ? 0 : 1; }
};

RunVerdict verdict_of(const RunFacts& facts);

}  // namespace kassay
