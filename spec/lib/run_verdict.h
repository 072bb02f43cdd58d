// What a run may claim. It is decided here and nowhere else: terminal, exit code, page, badge,
// history, Markdown, JUnit, CTRF and site say what this says.
//
// Three things are told apart (spec/lib/standing.h), of the run and of each profile:
//   right     of what is supported, how much is right: functions and results.
//   complete  how many functions of the edition, or of the profile, are supported.
//   wrong     the functions with a result that counts against the backend.
// If a result is wrong, the run is not conformant, however small it is. What a backend lacks is
// never wrong. It only makes the claim smaller: "15 of 15 supported functions conform; 15 of 152
// supported". To claim that, or more, all of a tier, core or more, must have been run, or all of
// the profiles that were asked for. A profile is claimed as a whole, so one that was asked for is not fulfilled by a backend
// that lacks something of it; the verdict says so, and the exit code is 1.
// A waived failure is no failure, for the exit code is 0, but nothing is claimed with it.
// A run that was cut short, or that left out cases ("not-run"), claims nothing: what is missing may be wrong, so the
// exit code is 1. So
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
  kCutShort,            // it did not end, or something was not run; nothing is wrong so far
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
    Standing standing = {};  // empty: unknown
  };

  std::map<std::string, std::int64_t> counts;  // results by outcome name
  std::int64_t selected = 0, found = 0;        // results, each mode of a case once
  bool ended = false;                          // it has its footer
  std::string tier;
  std::vector<std::string> filter;  // {"*"} where all was taken
  int shard_index = 1, shard_count = 1;
  Standing standing;
  std::vector<std::string> asked_profiles;  // to which the run was limited
  std::vector<ProfileEnd> profiles;         // empty where the run was cut short
  std::vector<std::string> waiver_files;
};

// What the header of its results says of it.
RunFacts facts_of(const ResultsHeader& header);
RunFacts facts_of(const Results& results);

// Those of the profiles that have ended alike, if they are worth a line.
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
  // The words, with what they are about where that is less than all: "Conformant to profile a",
  // "14 of 14 supported functions conform; 14 of 86 supported".
  std::string title;
  // The three things that are told apart, as a person reads them.
  std::string right_text;           // "14 of 15 supported functions, 4,207 of 4,210 results"
  std::string complete_text;        // "15 of 152 functions supported, 2 in part"
  std::string wrong_text;           // "nothing", or "1 function: dot"
  std::string detail;               // in numbers: "2 results against the backend"; or empty
  std::vector<std::string> limits;  // sentences: why nothing more is claimed; empty if all is
  std::string limits_title;         // over them, if there are any
  // Those that passed; others where they were asked for, or where no case was picked.
  std::vector<ProfileLine> profiles;

  bool ended = false;     // and there is a result for all that was selected
  bool complete = false;  // and all of that was run
  bool whole = false;     // nor was anything filtered out, or left to another shard
  bool success = false;   // nothing is wrong, and what was asked for is there
  // Nothing passed, nothing is wrong, and no profile lacks anything: whoever runs function by
  // function may skip this one.
  bool nothing_shown = false;

  int exit_code() const { return success ? 0 : 1; }
};

RunVerdict verdict_of(const RunFacts& facts);

}  // namespace kassay
