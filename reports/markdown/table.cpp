#include "reports/markdown/table.h"

#include "reports/markdown/escape.h"

namespace kassay::reports {

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += " " + cell + " |";
  return line + "\n";
}

std::string markdown_head(const std::vector<std::string>& cells) {
  return markdown_row(cells) + markdown_row(std::vector<std::string>(cells.size(), "---"));
}

const char* tone_icon(Tone tone) {
  return tone == Tone::kGood ? "✅" : tone == Tone::kBad ? "❌" : "⚪";
}

std::string verdict_head() {
  return markdown_head({"backend", "verdict", "right", "complete", "wrong", "results"});
}

std::string verdict_row(const ReportRun& run, const RunSummary& summary) {
  const ResultsHeader& header = run.results.header;
  std::string backend = markdown_code(run.label, kLongestName);
  // A label may already contain the version.
  if (!header.backend_version.empty() &&
      run.label.find(header.backend_version) == std::string::npos) {
    backend += " " + markdown_words(header.backend_version, kLongestName);
  }
  backend += ", edition " + markdown_words(header.edition, kLongestName) + ", tier " +
             markdown_words(header.tier, kLongestName);
  return markdown_row({backend,
                       std::string(tone_icon(summary.verdict.tone)) + " **" +
                           markdown_words(summary.verdict.title, kLongestSentence) + "**",
                       markdown_words(summary.verdict.right_text, kLongestSentence),
                       markdown_words(summary.verdict.complete_text, kLongestSentence),
                       markdown_words(summary.verdict.wrong_text, kLongestSentence),
                       outcomes_text(summary)});
}

}  // namespace kassay::reports
