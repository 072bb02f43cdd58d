#include "spec/lib/repetition.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "spec/lib/results.h"
#include "spec/lib/text.h"

namespace kassay {
namespace {

constexpr std::size_t kShownRuns = 8;
constexpr double kKibibyte = 1024;

std::string number_text(const char* format, double number) {
  char text[48];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

std::string ulps_text(double ulps) {
  if (std::isinf(ulps)) return "a difference that no number describes";
  return "the largest difference is " + number_text("%.3g", ulps) + " ulp";
}

}  // namespace

std::string runs_text(const std::vector<std::int64_t>& runs) {
  if (runs.size() == 1) return "run " + std::to_string(runs.front());
  std::vector<std::string> shown;
  for (const std::int64_t run : runs) {
    if (shown.size() == kShownRuns) break;
    shown.push_back(std::to_string(run));
  }
  if (runs.size() > shown.size()) return "runs " + joined(shown) + ", ...";
  const std::string last = shown.back();
  shown.pop_back();
  return "runs " + joined(shown) + " and " + last;
}

void RepetitionTally::add(const CaseResult& result) {
  if (!result.repetition) return;
  const Repetition& found = *result.repetition;
  if (!found.wrong.empty()) ++changing_[result.function];
  if (found.wrong_in_threads) ++races_[result.function];
  if (found.other_bits_in_threads) ++other_bits_of_races_[result.function];
  if (found.leak > 0) leaks_[result.function] = std::max(leaks_[result.function], found.leak);
  if (found.other_bits.empty()) return;
  OtherBits& other = other_bits_[result.function];
  ++other.results;
  other.ulps = std::max(other.ulps, found.ulps);
  const auto runs = static_cast<std::int64_t>(found.other_bits.size());
  if (runs > other.most_runs) {
    other.most_runs = runs;
    other.runs = found.runs;
  }
}

std::vector<std::string> RepetitionTally::sentences() const {
  std::vector<std::string> sentences;
  for (const auto& [function, results] : changing_) {
    sentences.push_back(
        function + " is right in some runs and wrong in others: " + count_of(results, "result"));
  }
  for (const auto& [function, results] : races_) {
    sentences.push_back(function + " is right in one thread, and wrong in several at once: " +
                        count_of(results, "result"));
  }
  for (const auto& [function, bytes] : leaks_) {
    sentences.push_back(function + " leaks memory: about " +
                        number_text("%.1f", bytes / kKibibyte) + " KiB a call");
  }
  for (const auto& [function, other] : other_bits_) {
    sentences.push_back(function + " is right, with other bits in up to " +
                        std::to_string(other.most_runs) + " of " + count_of(other.runs, "run") +
                        ": " + count_of(other.results, "result") + ", " + ulps_text(other.ulps));
  }
  for (const auto& [function, results] : other_bits_of_races_) {
    sentences.push_back(function + " is right, with other bits in several threads at once: " +
                        count_of(results, "result"));
  }
  return sentences;
}

std::vector<std::string> repetition_lines(const RepetitionSettings& settings,
                                          const RepetitionTally& tally) {
  const auto& [runs, threads] = settings;
  if (runs < 2 && threads < 2) return {};
  std::vector<std::string> lines = tally.sentences();
  if (!lines.empty()) return lines;
  if (runs > 1) {
    lines.push_back("Every case had the same outcome and bits in " + count_of(runs, "run") +
                    ", and no function was seen to leak memory.");
  }
  if (threads > 1) {
    lines.push_back("No function had another outcome or other bits in " + std::to_string(threads) +
                    " threads at once.");
  }
  return lines;
}

}  // namespace kassay
