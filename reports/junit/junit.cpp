// JUnit XML, as Jenkins, GitLab and GitHub read it.
#include "reports/junit/junit.h"

#include <cmath>
#include <cstdio>
#include <map>

#include "reports/details.h"
#include "reports/report.h"
#include "reports/summary.h"
#include "reports/text.h"

namespace kassay::reports {
namespace {

// Line ends and tabs in an attribute would become spaces: a reader keeps escaped ones.
std::string attribute(std::string_view name, std::string_view value) {
  std::string result = " " + std::string(name) + "=\"";
  for (const char c : escape_markup(printable(value))) {
    if (c == '\n') {
      result += "&#10;";
    } else if (c == '\t') {
      result += "&#9;";
    } else {
      result += c;
    }
  }
  return result + '"';
}

// At most milliseconds: the schema of Jenkins' xUnit plug-in refuses more digits.
std::string decimal(double seconds) {
  char buffer[352];  // the largest double in %f has 309 digits before its point
  std::snprintf(buffer, sizeof buffer, "%.3f", std::isfinite(seconds) ? seconds : 0.0);
  return buffer;
}

struct SuiteCounts {
  std::int64_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;

  void add(const SuiteCounts& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
    seconds += other.seconds;
  }
  // For a suite; in that schema the root has no "skipped".
  std::string attributes() const { return root() + attribute("skipped", std::to_string(skipped)); }
  std::string root() const {
    return attribute("tests", std::to_string(tests)) +
           attribute("failures", std::to_string(failures)) +
           attribute("errors", std::to_string(errors)) + attribute("time", decimal(seconds));
  }
};

std::string property(std::string_view name, std::string_view value) {
  return "      <property" + attribute("name", name) + attribute("value", value) + "/>\n";
}

std::string properties(const ReportRun& run, const RunSummary& summary) {
  const ResultsHeader& header = run.results.header;
  std::string result =
      "    <properties>\n" + property("backend", header.backend_argument) +
      property("backend.name", header.backend_name) +
      property("backend.version", header.backend_version) +
      property("backend.device", header.backend_device) + property("tier", header.tier) +
      property("edition", header.edition) + property("specification", header.specification_hash) +
      property("vectors", header.vectors_hash) + property("verdict", summary.verdict.title) +
      property("right", summary.verdict.right_text) +
      property("complete", summary.verdict.complete_text) +
      property("wrong", summary.verdict.wrong_text);
  for (const auto& [id, verdict] : summary.profiles) {
    result += property("profile." + id, profile_verdict_name(verdict));
  }
  for (const rules::Finding& finding : run.findings) {
    for (const std::string& sentence : finding.sentences()) {
      result += property("where." + finding.function, sentence);
    }
  }
  for (const std::string& limit : summary.verdict.limits) result += property("not-a-claim", limit);
  return result + "    </properties>\n";
}

struct Element {
  std::string_view name;               // empty: a plain pass
  std::int64_t SuiteCounts::*counter;  // where it is counted
};

Element element_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kFail:
    case Outcome::kUnexpectedPass:
      return {"failure", &SuiteCounts::failures};
    case Outcome::kError:
    case Outcome::kCrash:
    case Outcome::kTimeout:
    case Outcome::kOutOfMemory:
      return {"error", &SuiteCounts::errors};
    case Outcome::kUnsupported:
    case Outcome::kNotRun:
    case Outcome::kWaived:
      return {"skipped", &SuiteCounts::skipped};
    case Outcome::kPass:
    case Outcome::kPassAccepted:
      break;
  }
  return {"", nullptr};
}

std::string test_case(const Report& report, const ResultsHeader& header, const CaseResult& result,
                      SuiteCounts& totals) {
  ++totals.tests;
  if (std::isfinite(result.seconds)) totals.seconds += result.seconds;
  const std::string category(category_in(result.case_id));
  const std::string mode = result.mode.empty() ? "" : " [" + result.mode + "]";
  std::string xml = "    <testcase" + attribute("classname", category + "." + result.function) +
                    attribute("name", result.case_id + mode) +
                    attribute("time", decimal(result.seconds));
  const Element element = element_of(result.outcome);
  if (!element.name.empty()) {
    totals.*element.counter += 1;
    xml += ">\n      <" + std::string(element.name) +
           attribute("type", outcome_name(result.outcome)) +
           attribute("message", first_line(result)) + ">" +
           escape_markup(details_with_command(report, header, result)) + "</" +
           std::string(element.name) + ">\n    </testcase>\n";
  } else if (result.outcome == Outcome::kPassAccepted) {
    xml += ">\n      <system-out>" + escape_markup(details_text(report, result)) +
           "</system-out>\n    </testcase>\n";
  } else {
    xml += "/>\n";
  }
  return xml;
}

// A run that was cut short or left out cases must not look green to a reader that only knows test cases.
std::string completeness(const ReportRun& run, const RunSummary& summary, SuiteCounts& totals) {
  ++totals.tests;
  std::string xml =
      "    <testcase classname=\"kassay.run\" name=\"the run is complete\" time=\"0\"";
  if (summary.verdict.complete) return xml + "/>\n";
  ++totals.errors;
  const std::string reason = summary.verdict.limits.front();  // which says what is missing
  return xml + ">\n      <error type=\"incomplete\"" + attribute("message", reason) + ">" +
         escape_markup(printable(run.files.front())) + "</error>\n    </testcase>\n";
}

std::string suite(const std::string& name, const ReportRun& run, const std::string& content,
                  const std::string& cases, const SuiteCounts& totals) {
  std::string started = run.results.header.started;
  if (started.ends_with('Z')) started.pop_back();  // readers expect local form without a zone
  return "  <testsuite" + attribute("name", name) + totals.attributes() +
         attribute("timestamp", started) + ">\n" + content + cases + "  </testsuite>\n";
}

}  // namespace

std::string junit_report(const Report& report) {
  std::string suites;
  SuiteCounts all;
  for (const ReportRun& run : report.runs) {
    const std::string prefix = report.runs.size() > 1 ? run.label + ": " : "";
    const RunSummary summary = summarize(run.results);
    SuiteCounts totals;
    const std::string complete = completeness(run, summary, totals);
    suites += suite(prefix + "run", run, properties(run, summary), complete, totals);
    all.add(totals);
    std::map<std::string_view, std::vector<const CaseResult*>> functions;
    for (const CaseResult& result : run.results.cases)
      functions[result.function].push_back(&result);
    for (const auto& [function, results] : functions) {
      totals = {};
      std::string cases;
      for (const CaseResult* result : results)
        cases += test_case(report, run.results.header, *result, totals);
      suites += suite(prefix + std::string(function), run, "", cases, totals);
      all.add(totals);
    }
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"kassay\"" + all.root() +
         ">\n" + suites + "</testsuites>\n";
}

}  // namespace kassay::reports
