// CTRF, the Common Test Report Format (https://ctrf.io), version 1.
#include "reports/ctrf/ctrf.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "reports/command_line.h"
#include "reports/details.h"
#include "reports/json.h"
#include "reports/report.h"
#include "reports/summary.h"
#include "reports/text.h"

namespace kassay::reports {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr char kSpecificationVersion[] = "1.0.0";

// The format has whole milliseconds; "extra" also has the seconds of a case.
std::int64_t milliseconds(double seconds) {
  constexpr double kLongest = 1e12;  // seconds: anything longer is not a time
  return std::isfinite(seconds) && seconds > 0 ? std::llround(std::min(seconds, kLongest) * 1000)
                                               : 0;
}

// Since 1970, from "2026-01-31T12:00:00Z"; 0 if the text is not such a time.
std::int64_t epoch_milliseconds(const std::string& time) {
  using namespace std::chrono;
  int y = 0, h = 0, min = 0, s = 0;
  unsigned m = 0, d = 0;
  if (std::sscanf(time.c_str(), "%4d-%2u-%2uT%2d:%2d:%2dZ", &y, &m, &d, &h, &min, &s) != 6)
    return 0;
  const year_month_day day{year{y}, month{m}, std::chrono::day{d}};
  if (!day.ok()) return 0;
  const auto since = sys_days(day).time_since_epoch() + hours{h} + minutes{min} + seconds{s};
  return std::max<std::int64_t>(duration_cast<std::chrono::milliseconds>(since).count(), 0);
}

const char* status_of(Outcome outcome) {
  if (counts_against(outcome)) return "failed";
  return fulfils_profile(outcome) ? "passed" : "skipped";
}

// The three statuses of a result, and the span of time that they cover.
struct Totals {
  std::int64_t passed = 0, failed = 0, skipped = 0, suites = 0;
  std::int64_t start = 0, stop = 0;
};

class CtrfReport {
 public:
  explicit CtrfReport(const Report& report) : report_(report) {}

  std::string write() {
    OrderedJson runs = OrderedJson::array();
    for (const ReportRun& run : report_.runs) runs.push_back(add_run(run));
    const Totals& all = totals_;
    OrderedJson results = {{"tool", tool()},
                           {"summary",
                            {{"tests", tests_.size()},
                             {"passed", all.passed},
                             {"failed", all.failed},
                             {"pending", 0},
                             {"skipped", all.skipped},
                             {"other", 0},
                             {"suites", all.suites},
                             {"start", all.start},
                             {"stop", all.stop}}},
                           {"tests", std::move(tests_)}};
    if (report_.runs.size() == 1) results["environment"] = environment(report_.runs.front());
    results["extra"] = {{"runs", std::move(runs)}, {"notices", json_texts(report_.notices)}};
    return OrderedJson{{"reportFormat", "CTRF"},
                       {"specVersion", kSpecificationVersion},
                       {"generatedBy", "kassay report"},
                       {"results", std::move(results)}}
               .dump() +
           "\n";
  }

 private:
  OrderedJson tool() const {
    OrderedJson tool = {{"name", "kassay"}};
    if (report_.runs.empty()) return tool;
    const std::string& version = report_.runs.front().results.header.kassay_version;
    if (!version.empty()) tool["version"] = printable(version);
    return tool;
  }

  static OrderedJson environment(const ReportRun& run) {
    const ResultsHeader& header = run.results.header;
    return {{"reportName", "Keras backend API conformance"},
            {"appName", printable(run.label)},
            {"appVersion", printable(header.backend_version)},
            {"osPlatform", printable(header.machine_os)},
            {"testEnvironment", printable("edition " + header.edition + ", tier " + header.tier)}};
  }

  // Data for which the format has no field: the backend and the verdict.
  static OrderedJson facts(const ReportRun& run, const RunSummary& summary) {
    const ResultsHeader& header = run.results.header;
    OrderedJson profiles = OrderedJson::object();
    for (const auto& [id, verdict] : summary.profiles) {
      profiles[printable(id)] = profile_verdict_name(verdict);
    }
    return {{"label", printable(run.label)},
            {"verdict", printable(summary.verdict.title)},
            {"standing",
             {{"right", printable(summary.verdict.right_text)},
              {"complete", printable(summary.verdict.complete_text)},
              {"wrong", printable(summary.verdict.wrong_text)}}},
            {"limits", json_texts(summary.verdict.limits)},
            {"profiles", std::move(profiles)},
            {"backend", printable(header.backend_argument)},
            {"version", printable(header.backend_version)},
            {"device", printable(header.backend_device)},
            {"cpu", printable(header.machine_cpu)},
            {"edition", printable(header.edition)},
            {"tier", printable(header.tier)},
            {"specification", printable(header.specification_hash)},
            {"vectors", printable(header.vectors_hash)},
            {"complete", summary.verdict.complete}};
  }

  OrderedJson add_run(const ReportRun& run) {
    const RunSummary summary = summarize(run.results);
    const std::int64_t start = epoch_milliseconds(run.results.header.started);
    const double seconds = run.results.footer ? run.results.footer->seconds : 0;
    const bool first = tests_.empty();
    totals_.start = first ? start : std::min(totals_.start, start);
    totals_.stop = std::max(totals_.stop, start + milliseconds(seconds));
    add_completeness(run, summary);
    std::map<std::string_view, int> functions;
    for (const CaseResult& result : run.results.cases) {
      functions.try_emplace(result.function);
      add_result(run, result);
    }
    totals_.suites += static_cast<std::int64_t>(functions.size()) + 1;
    return facts(run, summary);
  }

  OrderedJson suite(const ReportRun& run, const std::vector<std::string>& names) const {
    OrderedJson suite = OrderedJson::array();
    if (report_.runs.size() > 1) suite.push_back(printable(run.label));
    for (const std::string& name : names) suite.push_back(printable(name));
    return suite;
  }

  void add(OrderedJson test) {
    const std::string& status = test["status"].get_ref<const std::string&>();
    ++(status == "passed" ? totals_.passed : status == "failed" ? totals_.failed : totals_.skipped);
    tests_.push_back(std::move(test));
  }

  // A run that was cut short or left out cases must not look green to a reader that only knows tests.
  void add_completeness(const ReportRun& run, const RunSummary& summary) {
    OrderedJson test = {{"name", "the run is complete"},
                        {"status", summary.verdict.complete ? "passed" : "failed"},
                        {"duration", 0},
                        {"suite", suite(run, {"run"})}};
    if (!summary.verdict.complete) {
      test["message"] = printable(summary.verdict.limits.front());  // which says what is missing
    }
    add(std::move(test));
  }

  void add_result(const ReportRun& run, const CaseResult& result) {
    const std::string mode = result.mode.empty() ? "" : " [" + result.mode + "]";
    OrderedJson test = {
        {"name", printable(result.case_id + mode)},
        {"status", status_of(result.outcome)},
        {"duration", milliseconds(result.seconds)},
        {"suite", suite(run, {std::string(category_in(result.case_id)), result.function})},
        {"rawStatus", outcome_name(result.outcome)}};
    const std::string details = details_with_command(report_, run.results.header, result);
    if (result.outcome != Outcome::kPass) test["message"] = printable(first_line(result));
    if (!details.empty()) test["trace"] = details;
    OrderedJson tags = OrderedJson::array();
    if (!result.mode.empty()) tags.push_back(printable(result.mode));
    const auto known = report_.cases.find(result.case_id);
    if (known != report_.cases.end() && !known->second.dtype.empty()) {
      tags.push_back(printable(known->second.dtype));
    }
    if (!tags.empty()) test["tags"] = std::move(tags);
    test["extra"] = {{"margin", json_number(result.margin)},
                     {"seconds", json_number(result.seconds)}};
    if (!result.reading.empty()) test["extra"]["reading"] = printable(result.reading);
    if (counts_against(result.outcome)) {
      test["extra"]["command"] = printable(explain_command(run.results.header, result));
    }
    add(std::move(test));
  }

  const Report& report_;
  OrderedJson tests_ = OrderedJson::array();
  Totals totals_;
};

}  // namespace

std::string ctrf_report(const Report& report) { return CtrfReport(report).write(); }

}  // namespace kassay::reports
