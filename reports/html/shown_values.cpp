#include "reports/html/shown_values.h"

#include <algorithm>

#include "reports/summary.h"

namespace kassay::reports {
namespace {

// In JSON, roughly: the texts with quotes, commas and brackets.
std::size_t size_of(const Preview& preview) {
  constexpr std::size_t kAround = 3, kFrame = 24;
  std::size_t size = kFrame;
  for (const std::string& element : preview.elements) size += element.size() + kAround;
  return size;
}

std::size_t size_of(const CaseValues& values) {
  std::size_t size = 0;
  for (const NamedPreview& input : values.inputs) size += input.name.size() + size_of(input.value);
  for (const Preview& output : values.expected) size += size_of(output);
  for (const NamedPreview& output : values.gradient) size += size_of(output.value);
  return size;
}

std::size_t size_of(const CaseResult& result) {
  constexpr std::size_t kElement = 80;  // index, two numbers, error, limit
  std::size_t size = 0;
  for (const Preview& output : result.answer) size += size_of(output);
  if (!result.failure) return size;
  return size + result.failure->error_map.size() + result.failure->worst.size() * kElement;
}

struct Candidate {
  std::size_t severity = kOutcomesWorstFirst.size();
  std::size_t size = 0;
};

}  // namespace

ShownValues choose_values(const Report& report, std::size_t budget) {
  std::map<std::string_view, Candidate> candidates;
  for (const ReportRun& run : report.runs) {
    for (const CaseResult& result : run.results.cases) {
      const std::size_t of_answer = size_of(result);
      const auto known = report.cases.find(result.case_id);
      const bool has_values = known != report.cases.end() && known->second.values;
      if (!has_values && of_answer == 0) continue;
      const auto [found, is_new] = candidates.try_emplace(result.case_id);
      Candidate& candidate = found->second;
      if (is_new && has_values) candidate.size = size_of(*known->second.values);
      candidate.size += of_answer;
      candidate.severity = std::min(candidate.severity, severity_rank(result.outcome));
    }
  }
  std::vector<std::pair<std::string_view, Candidate>> worst_first(candidates.begin(),
                                                                  candidates.end());
  std::ranges::stable_sort(worst_first, {},
                           [](const auto& entry) { return entry.second.severity; });
  ShownValues shown;
  for (const auto& [id, candidate] : worst_first) {
    if (candidate.size > budget) {
      ++shown.left_out;
      continue;
    }
    budget -= candidate.size;
    shown.cases.emplace(id);
  }
  return shown;
}

}  // namespace kassay::reports
