// A summary in GitHub-flavoured Markdown, for the page of a job in continuous integration.
#include "reports/markdown/markdown.h"

#include <algorithm>
#include <span>

#include "reports/command_line.h"
#include "reports/details.h"
#include "reports/function_table.h"
#include "reports/markdown/escape.h"
#include "reports/markdown/table.h"
#include "reports/report.h"
#include "reports/summary.h"
#include "reports/text.h"
#include "spec/lib/cause_groups.h"

namespace kassay::reports {
namespace {

// A job may write 1 MiB in all its steps together, and a comment holds 65,536 characters.
constexpr std::size_t kLargest = 60'000;
// The room for the sentences on how much was left out, for all sections together.
constexpr std::size_t kForClosings = 2'000;
constexpr std::size_t kForFunctions = 30'000;  // beyond it, the failures have no room left

constexpr std::size_t kMostRuns = 8;  // side by side: nobody reads a wider table
constexpr std::size_t kMostFunctions = 100;
constexpr std::size_t kMostCauses = 20;  // per run
constexpr std::size_t kMostFunctionsOfCause = 12;
constexpr std::size_t kMostLimits = 8;  // of a run
constexpr std::size_t kMostNotices = 8;
constexpr std::size_t kMostRepeated = 20;  // findings of a run
constexpr std::size_t kMostFindings = 20;  // functions of a run
constexpr std::size_t kMostProfiles = 20;

constexpr std::size_t kLongestDetails = 1'500;

std::string markdown_profile(const RunSummary& summary, const std::string& profile) {
  const auto verdict = summary.profiles.find(profile);
  if (verdict == summary.profiles.end()) return "";
  return std::string(tone_icon(tone_of(verdict->second))) + " " +
         markdown_words(profile_text(summary, profile), kLongestSentence);
}

class MarkdownReport {
 public:
  explicit MarkdownReport(const Report& report)
      : report_(report), shown_(std::min(report.runs.size(), kMostRuns)) {
    for (std::size_t i = 0; i < shown_; ++i) {
      summaries_.push_back(summarize(report.runs[i].results));
      labels_.push_back(markdown_code(report.runs[i].label, kLongestName));
    }
  }

  std::string write() {
    text_ = "## Keras backend API conformance\n\n";
    add_verdicts();
    add_limits();
    add_profiles();
    add_functions();
    for (std::size_t i = 0; i < shown_; ++i) add_repeated(i);
    for (std::size_t i = 0; i < shown_; ++i) add_findings(report_.runs[i], labels_[i]);
    for (std::size_t i = 0; i < shown_; ++i) add_failures(report_.runs[i], i);
    add_notices();
    return text_;
  }

 private:
  // Adds text that must fit below `most`, and returns whether it did.
  bool fits(const std::string& part, std::size_t most = kLargest) {
    if (text_.size() + part.size() + kForClosings > most) return false;
    text_ += part;
    return true;
  }

  void close(long long left, const std::string& noun) {
    if (!text_.ends_with("\n\n")) text_ += "\n";
    if (left > 0) text_ += count_of(left, noun) + " not shown here.\n\n";
  }

  void add_verdicts() {
    text_ += verdict_head();
    for (std::size_t i = 0; i < shown_; ++i) text_ += verdict_row(report_.runs[i], summaries_[i]);
    close(static_cast<long long>(report_.runs.size() - shown_), "backend");
  }

  void add_limits() {
    for (std::size_t i = 0; i < shown_; ++i) {
      const std::vector<std::string>& limits = summaries_[i].verdict.limits;
      if (limits.empty()) continue;
      std::string part = labels_[i] + ": " + summaries_[i].verdict.limits_title + "\n\n";
      const std::size_t shown = std::min(limits.size(), kMostLimits);
      for (std::size_t j = 0; j < shown; ++j) {
        part += "* " + markdown_words(limits[j], kLongestSentence) + "\n";
      }
      if (!fits(part)) return close(static_cast<long long>(shown_ - i), "backend");
      close(static_cast<long long>(limits.size() - shown), "reason");
    }
  }

  void add_profiles() {
    std::vector<std::string> ids;
    const auto add = [&ids](const std::string& id) {
      if (std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
    };
    const auto known = [this](const std::string& id) {
      return std::ranges::any_of(
          summaries_, [&](const RunSummary& summary) { return summary.profiles.contains(id); });
    };
    if (report_.specification) {  // in their order, in which one builds on another
      for (const Profile& profile : report_.specification->profiles) {
        if (known(profile.id)) add(profile.id);
      }
    }
    for (const RunSummary& summary : summaries_) {
      for (const auto& [id, verdict] : summary.profiles) add(id);
    }
    if (ids.empty()) return;
    std::vector<std::string> head = {"profile"};
    head.insert(head.end(), labels_.begin(), labels_.end());
    std::string part = markdown_head(head);
    const std::size_t shown = std::min(ids.size(), kMostProfiles);
    for (std::size_t i = 0; i < shown; ++i) {
      std::vector<std::string> cells = {markdown_code(ids[i], kLongestName)};
      for (const RunSummary& summary : summaries_) {
        cells.push_back(markdown_profile(summary, ids[i]));
      }
      part += markdown_row(cells);
    }
    if (fits(part)) close(static_cast<long long>(ids.size() - shown), "profile");
  }

  void add_functions() {
    std::vector<FunctionRow> rows = functions_worst_first(report_);
    const std::size_t all = rows.size();
    std::erase_if(rows, [this](const FunctionRow& row) {
      return std::ranges::all_of(std::span(row.runs).first(shown_), &FunctionCounts::all_passed);
    });
    const auto lacking = static_cast<long long>(std::erase_if(rows, [this](const FunctionRow& row) {
      return std::ranges::all_of(std::span(row.runs).first(shown_),
                                 &FunctionCounts::all_unsupported);
    }));
    const std::string folded = lacking == 0
                                   ? ""
                                   : count_of(lacking, "function") +
                                         (lacking == 1 ? " is" : " are") + " not supported.\n\n";
    if (rows.empty()) {
      text_ += folded;
      return;
    }
    text_ += "### Supported functions that do not fully pass: " +
             grouped_digits(static_cast<long long>(rows.size())) + " of " +
             grouped_digits(static_cast<long long>(all)) + "\n\n";
    std::vector<std::string> head = {"function", "category"};
    head.insert(head.end(), labels_.begin(), labels_.end());
    std::size_t written = 0;
    if (fits(markdown_head(head), kForFunctions)) {
      for (; written < std::min(rows.size(), kMostFunctions); ++written) {
        const FunctionRow& function = rows[written];
        std::vector<std::string> cells = {markdown_code(function.name, kLongestName),
                                          markdown_words(function.category, kLongestName)};
        for (std::size_t i = 0; i < shown_; ++i) {
          const std::string counts = counts_text(function.runs[i]);
          cells.push_back(function.runs[i].against() > 0 ? "❌ " + counts : counts);
        }
        if (!fits(markdown_row(cells), kForFunctions)) break;
      }
    }
    close(static_cast<long long>(rows.size() - written), "function");
    text_ += folded;
  }

  void add_repeated(std::size_t place) {
    const std::vector<std::string>& lines = summaries_[place].repeated;
    if (lines.empty() || !fits("### Repeated runs of " + labels_[place] + "\n\n")) return;
    std::size_t written = 0;
    while (written < std::min(lines.size(), kMostRepeated) &&
           fits("* " + markdown_words(lines[written], kLongestSentence) + "\n")) {
      ++written;
    }
    close(static_cast<long long>(lines.size() - written), "finding");
  }

  void add_findings(const ReportRun& run, const std::string& label) {
    const std::vector<rules::Finding> findings = rules::without_explained(run.findings);
    if (findings.empty() || !fits("### Where functions of " + label + " fail\n\n")) return;
    std::size_t written = 0;
    const std::size_t most = std::min(findings.size(), kMostFindings);
    for (; written < most; ++written) {
      const rules::Finding& finding = findings[written];
      std::string part;
      for (const std::string& sentence : finding.sentences()) {
        part += "* " + markdown_code(finding.function, kLongestName) + " " +
                markdown_words(sentence, kLongestSentence) + "\n";
      }
      if (!fits(part, kForFunctions)) break;
    }
    close(static_cast<long long>(findings.size() - written), "function");
  }

  void add_failures(const ReportRun& run, std::size_t place) {
    CauseGroups failures(counts_against);
    for (const CaseResult& result : run.results.cases) failures.add(result);
    if (failures.results() == 0) return;
    const std::vector<CauseGroup> groups = failures.groups();
    // Each backend has its share of what is left.
    const std::size_t most =
        text_.size() + (kLargest - std::min(text_.size(), kLargest)) / (shown_ - place);
    const std::string heading = "<details><summary>" + count_of(failures.results(), "result") +
                                " against " + labels_[place] + ", by cause</summary>\n\n";
    if (!fits(heading, most)) return;
    long long left = failures.results();
    for (const CauseGroup& group : std::span(groups).first(std::min(groups.size(), kMostCauses))) {
      const CaseResult& example = group.example();
      const Specification* specification =
          report_.specification ? &*report_.specification : nullptr;
      const std::string cause =
          markdown_words(failures.explained_cause(group, specification), kLongestSentence);
      std::string part = "<p><b>" + outcomes_text(group) + "</b> " +
                         (group.functions.size() == 1
                              ? markdown_code(example.function, kLongestName) + ": " + cause
                              : cause + "<br>" +
                                    markdown_words(functions_text(group, kMostFunctionsOfCause),
                                                   kLongestSentence)) +
                         "<br>such as " + markdown_code(example.case_id, kLongestSentence) + " " +
                         markdown_words(example.mode, kLongestName) + "</p>\n\n";
      const std::string details = details_text(report_, example);
      if (!details.empty()) part += markdown_block(details, kLongestDetails) + "\n";
      part += markdown_block(explain_command(run.results.header, example), kLongestDetails) + "\n";
      if (!fits(part, most)) break;
      left -= group.count;
    }
    close(left, "result");
    text_ += "</details>\n\n";
  }

  void add_notices() {
    const std::size_t shown = std::min(report_.notices.size(), kMostNotices);
    std::size_t written = 0;
    while (written < shown &&
           fits("* Note: " + markdown_words(report_.notices[written], kLongestSentence) + "\n")) {
      ++written;
    }
    const std::size_t left = report_.notices.size() - written;
    if (left > 0) close(static_cast<long long>(left), "note");
  }

  const Report& report_;
  const std::size_t shown_;  // how many of the runs
  std::vector<RunSummary> summaries_;
  std::vector<std::string> labels_;
  std::string text_;
};

}  // namespace

std::string markdown_report(const Report& report) { return MarkdownReport(report).write(); }

}  // namespace kassay::reports
