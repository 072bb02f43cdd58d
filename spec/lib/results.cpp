#include "spec/lib/results.h"

#include <iterator>
#include <nlohmann/json.hpp>

#include "spec/lib/atomic_file.h"
#include "spec/lib/error.h"
#include "spec/lib/json_text.h"
#include "spec/lib/names.h"
#include "spec/lib/result_lines.h"
#include "spec/lib/text.h"

namespace kassay {
namespace {

constexpr Names<Outcome, 11> kOutcomes{{{Outcome::kPass, "pass"},
                                        {Outcome::kPassAccepted, "pass-accepted"},
                                        {Outcome::kFail, "fail"},
                                        {Outcome::kError, "error"},
                                        {Outcome::kCrash, "crash"},
                                        {Outcome::kTimeout, "timeout"},
                                        {Outcome::kOutOfMemory, "out-of-memory"},
                                        {Outcome::kUnsupported, "unsupported"},
                                        {Outcome::kNotRun, "not-run"},
                                        {Outcome::kWaived, "waived"},
                                        {Outcome::kUnexpectedPass, "unexpected-pass"}}};

constexpr Names<Check, 22> kChecks{{{Check::kElement, "element"},
                                    {Check::kRms, "rms"},
                                    {Check::kShape, "shape"},
                                    {Check::kDType, "dtype"},
                                    {Check::kCount, "count"},
                                    {Check::kValue, "value"},
                                    {Check::kErrorKind, "error-kind"},
                                    {Check::kNoError, "no-error"},
                                    {Check::kUnexpectedError, "unexpected-error"},
                                    {Check::kRange, "range"},
                                    {Check::kMean, "mean"},
                                    {Check::kVariance, "variance"},
                                    {Check::kFrequency, "frequency"},
                                    {Check::kDistribution, "distribution"},
                                    {Check::kCorrelation, "correlation"},
                                    {Check::kDependence, "dependence"},
                                    {Check::kTails, "tails"},
                                    {Check::kResolution, "resolution"},
                                    {Check::kConstancy, "constancy"},
                                    {Check::kRepetition, "repetition"},
                                    {Check::kVector, "vector"},
                                    {Check::kAnswer, "answer"}}};

constexpr Names<ProfileVerdict, 5> kProfileVerdicts{{{ProfileVerdict::kPass, "pass"},
                                                     {ProfileVerdict::kFail, "fail"},
                                                     {ProfileVerdict::kLacking, "lacking"},
                                                     {ProfileVerdict::kWaived, "waived"},
                                                     {ProfileVerdict::kIncomplete, "incomplete"}}};

constexpr Names<WaiverStatus, 5> kWaiverStatuses{{{WaiverStatus::kUsed, "used"},
                                                  {WaiverStatus::kUnused, "unused"},
                                                  {WaiverStatus::kExpired, "expired"},
                                                  {WaiverStatus::kUnmatched, "unmatched"},
                                                  {WaiverStatus::kNotRun, "not-run"}}};

constexpr std::size_t kLongestLine = std::size_t{1} << 20;  // bytes
constexpr char kResultsRemedy[] = "Name a file that `kassay run --out` wrote, or run again.";

// One whole line, by its number from 1.
void read_line(const JsonNode& line, bool first, Results& results) {
  if (first != line.find("header").has_value()) {
    line.fail(first ? "the first line is not a header" : "a second header");
  }
  if (first) {
    line.allow_only({"header"});
    results.header = read_header(line.at("header"));
  } else if (results.footer) {
    line.fail("a line after the footer");
  } else if (const auto footer = line.find("footer")) {
    line.allow_only({"footer"});
    results.footer = read_footer(*footer);
  } else {
    results.cases.push_back(read_case_result(line));
  }
}

}  // namespace

std::string_view outcome_name(Outcome outcome) { return kOutcomes.name(outcome); }
std::optional<Outcome> parse_outcome(std::string_view name) { return kOutcomes.find(name); }

std::string_view check_name(Check check) { return kChecks.name(check); }
std::optional<Check> parse_check(std::string_view name) { return kChecks.find(name); }

std::string_view profile_verdict_name(ProfileVerdict verdict) {
  return kProfileVerdicts.name(verdict);
}
std::optional<ProfileVerdict> parse_profile_verdict(std::string_view name) {
  return kProfileVerdicts.find(name);
}
std::string_view waiver_status_name(WaiverStatus status) { return kWaiverStatuses.name(status); }
std::optional<WaiverStatus> parse_waiver_status(std::string_view name) {
  return kWaiverStatuses.find(name);
}

bool fulfils_profile(Outcome outcome) {
  return outcome == Outcome::kPass || outcome == Outcome::kPassAccepted;
}

Outcome outcome_before_waivers(const CaseResult& result) {
  return result.waived ? result.waived->outcome : result.outcome;
}

std::string message_with_note(const CaseResult& result) {
  if (!result.waiver_note) return result.message;
  return result.message + (result.message.empty() ? "" : "\n") + result.waiver_note->text;
}

bool counts_against(Outcome outcome) {
  return outcome != Outcome::kPass && outcome != Outcome::kPassAccepted &&
         outcome != Outcome::kWaived && outcome != Outcome::kUnsupported &&
         outcome != Outcome::kNotRun;
}

Results read_results(const std::string& file) {
  const FileBytes bytes = read_file(file, kResultsRemedy);
  std::string_view rest = bytes.text();
  Results results;
  int number = 0;
  for (std::size_t end; (end = rest.find('\n')) != std::string_view::npos;) {
    JsonSource source{file, "line " + std::to_string(++number), kResultsRemedy};
    if (end > kLongestLine) {
      throw FileError(file, source.prefix, "it has more than 1 MiB: no line of results has",
                      kResultsRemedy);
    }
    const nlohmann::json json =
        parse_json(rest.substr(0, end), file, kResultsRemedy, source.prefix);
    read_line(JsonNode(json, source), number == 1, results);
    rest.remove_prefix(end + 1);
  }
  if (number == 0) {
    if (rest.starts_with("{\"header\"")) {
      throw FileError(file, "line 1", "it ends in the middle of the header",
                      "Copy the file again, or run again with --overwrite.");
    }
    throw FileError(file, "line 1", "there is no header", kResultsRemedy);
  }
  return results;
}

std::string cut_short_note(const std::string& file, const Results& results) {
  if (results.footer) return "";
  return file + " has no footer: it holds " + grouped_digits(std::ssize(results.cases)) + " of " +
         count_of(results.header.selected, "result") +
         ". If the run was cut short, the same `kassay run` with --resume continues it; if the "
         "file was, copy it again.";
}

}  // namespace kassay
