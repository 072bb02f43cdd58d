// The results model: the results of a run, as JSON Lines (spec/results.md and
// spec/schema/results.json).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/lib/preview.h"
#include "spec/lib/repetition.h"
#include "spec/lib/standing.h"

namespace kassay {

enum class Outcome {
  kPass,
  kPassAccepted,
  kFail,
  kError,
  kCrash,
  kTimeout,
  kOutOfMemory,
  kUnsupported,
  kNotRun,
  kWaived,
  kUnexpectedPass
};
std::string_view outcome_name(
    Outcome outcome);  // "pass", "pass-accepted", "fail", "error", "crash", "timeout", ...
std::optional<Outcome> parse_outcome(std::string_view name);
// All but pass, pass-accepted, waived, unsupported and not-run: only these make a run
// non-conformant. A result that was not run may be wrong, so a run with one claims nothing.
bool counts_against(Outcome outcome);

// The outcome of a run for a profile: every case was run and passed; one counts against the backend;
// none does, but one is unsupported; one is waived, and none is unsupported; or every case that was
// run passed, but some were not run.
enum class ProfileVerdict { kPass, kFail, kLacking, kWaived, kIncomplete };
// "pass", "fail", "lacking", "waived", "incomplete"
std::string_view profile_verdict_name(ProfileVerdict verdict);
std::optional<ProfileVerdict> parse_profile_verdict(std::string_view name);
// Only pass and pass-accepted do: a backend must support all of a profile to claim it.
bool fulfils_profile(Outcome outcome);

struct WrongElement {
  std::vector<std::int64_t> index;
  std::string expected, actual;  // numbers in shortest round-trip form
  double error = 0, limit = 0;
};

inline constexpr std::size_t kWorstElements = 8;
inline constexpr std::int64_t kLargestErrorMap = 4096;  // elements

// The kinds of errors and differences.
enum class Check {
  kElement,
  kRms,
  kShape,
  kDType,
  kCount,
  kValue,
  kErrorKind,
  kNoError,
  kUnexpectedError,
  // Of samples.
  kRange,
  kMean,
  kVariance,
  kFrequency,
  kDistribution,
  kCorrelation,
  kDependence,
  kTails,
  kResolution,
  kConstancy,
  kRepetition,
  kVector,  // the expectation itself; in no result
  kAnswer   // one of two answers is an error; in no result
};
std::string_view check_name(Check check);  // "element", "error-kind", ...
std::optional<Check> parse_check(std::string_view name);

// The first element (or property) that is wrong.
struct Failure {
  Check check = Check::kElement;
  int output = 0;
  std::vector<std::int64_t> index;
  std::string expected;  // numbers in shortest round-trip form
  std::string actual;
  double error = 0;
  double limit = 0;
  std::int64_t mismatched = 0;
  std::int64_t elements = 0;

  // Present if elements of a tensor were compared: its shape, at most kWorstElements of those with
  // the largest error / limit (for the check "rms" they are within their limits), the largest
  // first, and a digit for each element in row-major order, unless there are more than
  // kLargestErrorMap: 0 no error, 1 up to a tenth of the limit, 2 up to the limit, 3 up to 10
  // limits, 4 up to 1000, 5 beyond, 6 no finite error (NaN or infinity where a number is expected,
  // or vice versa).
  std::vector<std::int64_t> shape = {};
  std::vector<WrongElement> worst = {};
  std::string error_map = {};
};

// The effect of a waiver on a result.
struct Waived {
  Outcome outcome = Outcome::kFail;  // the outcome before the waiver
  std::string reason, link;
  std::string waiver;  // its place: file:line
};

// Notes of waivers on a result that they match but do not excuse.
struct WaiverNote {
  Outcome outcome = Outcome::kFail;  // the outcome before: an unexpected pass was a kind of pass
  std::string text;
};

// The call of a program that failed before the function of its case was called.
struct FailedCall {
  std::int64_t call = 1;  // its place among the calls of the program, from 1
  std::string function;
  Outcome outcome = Outcome::kError;  // the outcome of the call
};

struct CaseResult {
  std::string case_id;
  std::string function;
  std::string mode;
  Outcome outcome = Outcome::kPass;
  double margin = 0;  // the largest error / limit; 0 if everything is exact
  double seconds = 0;
  std::string reading;  // the reading that the answer matches, if any
  std::string message;
  std::optional<Failure> failure;
  std::optional<Waived> waived;  // present if the outcome is kWaived
  // Present if such a call made the outcome kNotRun, perhaps before waivers.
  std::optional<FailedCall> failed_call = {};
  // The name of another function that the program needs and the backend lacks, if that made the outcome kUnsupported.
  std::string lacks = {};
  std::optional<WaiverNote> waiver_note = {};
  std::vector<Preview> answer = {};  // the outputs of a wrong answer
  // Findings of repeated runs, if there are any.
  std::optional<Repetition> repetition = {};
};

// What a result was before waivers.
Outcome outcome_before_waivers(const CaseResult& result);

// The message, and the note of the waivers after it, if there is one.
std::string message_with_note(const CaseResult& result);

struct WaiverFile {
  std::string file;  // as named on the command line
  std::string sha256;
};

// The status of a waiver: it excused a result or matched an unexpected pass; its cases were run and it
// did neither; its last day has passed; it matches no case of any tier; or not all of its cases
// were run.
enum class WaiverStatus { kUsed, kUnused, kExpired, kUnmatched, kNotRun };
std::string_view waiver_status_name(WaiverStatus status);  // "used", ..., "not-run"
std::optional<WaiverStatus> parse_waiver_status(std::string_view name);

struct WaiverUse {
  std::string waiver;  // file:line
  WaiverStatus status = WaiverStatus::kNotRun;
  std::int64_t waived = 0, unexpected_passes = 0;
  std::string note;  // what to do about it, if anything
};

inline constexpr std::array<std::string_view, 3> kSandboxModes = {"off", "default", "strict"};
inline constexpr std::array<std::string_view, 7> kSandboxMeasures = {
    "processes", "network", "files", "system-calls", "privileges", "limits", "memory"};

// What isolated the backend from the machine (SECURITY.md).
struct SandboxRecord {
  std::string mode;                        // of kSandboxModes
  std::vector<std::string> writable = {};  // where the backend could write, besides its own folder
  std::vector<std::string> holds = {};     // of kSandboxMeasures; empty if the mode is "off"
  std::map<std::string, std::string> lacks = {};  // the others, each with the system's message
};

struct ResultsHeader {
  std::string kassay_version;
  std::string backend_argument, backend_name, backend_version, backend_device;
  // Variables that show which Python ran a module and where it was found, by name.
  std::map<std::string, std::string> backend_environment = {};
  // Absent if the backend ran in the process of the runner, and in results of earlier versions.
  std::optional<SandboxRecord> sandbox = {};
  std::string machine_cpu, machine_os;
  int machine_cores = 0;
  std::string specification_hash, vectors_hash;
  std::string specification_version = {};  // empty in results of earlier versions
  std::string tier, edition;
  std::vector<std::string> filter;
  std::vector<std::string> profiles;  // the requested ones; empty: none in particular
  std::vector<WaiverFile> waivers;
  int shard_index = 1, shard_count = 1;
  RepetitionSettings repetition = {};
  std::int64_t selected = 0;
  std::int64_t functions = 0;  // of the edition; 0: unknown, as in results of earlier versions
  std::string started;         // UTC, ISO 8601
};

struct ResultsFooter {
  std::map<std::string, std::int64_t> counts;      // by outcome name
  std::map<std::string, ProfileVerdict> profiles;  // by id, those in the edition
  // Of the same profiles; empty in results of earlier versions.
  std::map<std::string, Standing> standings = {};
  std::vector<WaiverUse> waivers;  // in the order of their files
  double seconds = 0;
};

struct Results {
  ResultsHeader header;
  std::vector<CaseResult> cases;
  std::optional<ResultsFooter> footer;  // missing: the run was cut short
};

// Throws FileError naming the line at fault. A last line that is cut off (no newline) counts as not
// written, and so does a missing footer: both mean a truncated run, which is not an error here.
Results read_results(const std::string& file);

// A note about results without a footer, with a remedy; empty if they have one.
std::string cut_short_note(const std::string& file, const Results& results);

}  // namespace kassay
