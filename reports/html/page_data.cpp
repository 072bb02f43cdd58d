#include "reports/html/page_data.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "reports/command_line.h"
#include "reports/html/history_data.h"
#include "reports/html/shown_values.h"
#include "reports/json.h"
#include "reports/summary.h"
#include "reports/text.h"
#include "spec/lib/cause_groups.h"
#include "spec/lib/citation.h"

namespace kassay::reports {
namespace {

using Json = nlohmann::json;

// Nothing was filtered out or left to another shard.
bool is_whole_suite(const ResultsHeader& header) {
  const bool filtered =
      std::ranges::any_of(header.filter, [](const std::string& pattern) { return pattern != "*"; });
  return !filtered && header.profiles.empty() && header.shard_count == 1;
}

bool is_unsupported(Outcome outcome) { return outcome == Outcome::kUnsupported; }

Json text_map(const std::map<std::string, std::string>& texts) {
  Json map = Json::object();
  for (const auto& [key, text] : texts) map[printable(key)] = printable(text);
  return map;
}

Json sandbox_of(const SandboxRecord& sandbox) {
  return {{"mode", sandbox.mode},
          {"holds", json_texts(sandbox.holds)},
          {"lacks", text_map(sandbox.lacks)},
          {"writable", json_texts(sandbox.writable)}};
}

Json preview_json(const Preview& preview) {
  if (preview.dtype.empty()) {
    return preview.elements.empty() ? "" : printable(preview.elements.front());
  }
  return {printable(preview.dtype), preview.shape, json_texts(preview.elements)};
}

Json previews_json(const std::vector<Preview>& previews) {
  Json list = Json::array();
  for (const Preview& preview : previews) list.push_back(preview_json(preview));
  return list;
}

Json previews_json(const std::vector<NamedPreview>& previews) {
  Json list = Json::array();
  for (const auto& [name, value] : previews) {
    list.push_back({printable(name), preview_json(value)});
  }
  return list;
}

// Gives every distinct key a place and keeps the value there.
class Table {
 public:
  std::size_t place(const std::string& key, auto&& make) {
    const auto [found, is_new] = places_.try_emplace(key, rows_.size());
    if (is_new) rows_.push_back(make());
    return found->second;
  }
  Json take() { return std::move(rows_); }

 private:
  std::unordered_map<std::string, std::size_t> places_;
  Json rows_ = Json::array();
};

class PageData {
 public:
  explicit PageData(const Report& report) : report_(report), shown_(choose_values(report)) {}

  std::string write() {
    if (report_.specification) add_specification(*report_.specification);
    Json page;
    page["outcomes"] = outcomes();
    page["runs"] = Json::array();
    for (const ReportRun& run : report_.runs) page["runs"].push_back(run_of(run));
    page["specificationPages"] = report_.specification_pages;
    page["notices"] = json_texts(report_.notices);
    if (shown_.left_out > 0) {
      page["notices"].push_back("To keep the page small, it omits the inputs and answers of " +
                                count_of(shown_.left_out, "case") +
                                "; `kassay explain` prints them.");
    }
    page["functions"] = functions_.take();
    page["clauses"] = clauses_.take();
    page["clauseSets"] = clause_sets_.take();
    page["decisions"] = std::move(decisions_);
    page["editions"] = std::move(editions_);
    page["introduction"] = std::move(introduction_);
    page["specification"] = report_.specification ? report_.specification->hash : "";
    cases_.take();
    page["cases"] = {{"function", std::move(case_function_)},
                     {"dtype", std::move(case_dtype_)},
                     {"id", std::move(case_id_)},
                     {"clauses", std::move(case_clauses_)},
                     {"program", std::move(case_program_)},
                     {"refusals", std::move(refusals_)},
                     {"values", std::move(case_values_)}};
    page["strings"] = strings_.take();
    if (report_.history) page["history"] = history_data(*report_.history);
    return page.dump();
  }

 private:
  static Json outcomes() {
    Json list = Json::array();
    for (const Outcome outcome : kOutcomesWorstFirst) {
      list.push_back({{"name", outcome_name(outcome)}, {"against", counts_against(outcome)}});
    }
    return list;
  }

  std::size_t string(const std::string& text) {
    return strings_.place(text, [&] { return Json(printable(text)); });
  }

  void add_specification(const Specification& specification) {
    for (const FunctionSpecification& function : specification.functions) {
      const std::size_t place =
          functions_.place(function.name, [&] { return function_of(function); });
      for (const Clause& clause : function.clauses) {
        clauses_.place(clause.id, [&] {
          return clause_of(clause, function, static_cast<std::int64_t>(place));
        });
      }
    }
    for (const Decision& decision : specification.decisions) {
      decisions_.push_back({{"id", printable(decision.id)},
                            {"title", printable(decision.title)},
                            {"functions", json_texts(decision.functions)},
                            {"open", printable(decision.unspecified())},
                            {"documents", printable(decision.documents)},
                            {"backends", printable(decision.backends)},
                            {"choice", printable(decision.choice)},
                            {"reason", printable(decision.reason)}});
    }
    for (const Clause& clause : specification.introduction.clauses) {
      Json json = clause_of(clause, specification.introduction, kNoFunction);
      json["checks"] = json_texts(checks_of(clause));
      introduction_.push_back(std::move(json));
    }
    for (const DocumentEdition& edition : specification.editions) {
      editions_.push_back({{"id", printable(edition.id)},
                           {"description", printable(description(edition))},
                           {"page", printable(edition.page_title)},
                           {"published", printable(edition.path + " in " + edition.repository)}});
    }
  }

  static Json function_of(const FunctionSpecification& function) {
    Json readings = Json::array();
    for (const Reading& reading : function.readings) {
      readings.push_back({{"id", printable(reading.id)},
                          {"clause", printable(reading.clause)},
                          {"verdict", printable(reading.verdict)},
                          {"text", printable(reading.text)}});
    }
    return {{"name", printable(function.name)},
            {"category", printable(function.category)},
            {"summary", printable(function.summary)},
            {"signatures", text_map(function.signatures)},
            {"headings", text_map(function.headings)},
            {"readings", std::move(readings)},
            {"specified", true}};
  }

  static Json clause_of(const Clause& clause, const FunctionSpecification& function,
                        std::int64_t place) {
    return {{"function", place},
            {"id", printable(clause.id)},
            {"text", printable(clause.text)},
            {"sources", printable(sources_text(clause, function))},
            {"differs", text_map(clause.differs)},
            {"decision", printable(clause.decision)},
            {"editions", json_texts(clause.editions)},
            {"raises", json_texts(clause.raises)}};
  }

  // A function that the available specification lacks gets the first part of the case id as its category.
  Json unknown_function(const CaseResult& result) const {
    return {{"name", printable(result.function)},
            {"category", printable(result.case_id.substr(0, result.case_id.find('/')))},
            {"summary", ""},
            {"signatures", Json::object()},
            {"headings", Json::object()},
            {"readings", Json::array()},
            {"specified", false}};
  }

  std::size_t clause_set(const std::vector<std::string>& ids) {
    std::string key;
    for (const std::string& id : ids) key += id + '\n';
    return clause_sets_.place(key, [&] {
      Json set = Json::array();
      for (const std::string& id : ids) {
        // The page shows a clause that the available specification lacks by its id.
        set.push_back(clauses_.place(id, [&] {
          return clause_of({id, "", {}, "", {}, {}}, {}, kNoFunction);
        }));
      }
      return set;
    });
  }

  std::size_t case_place(const CaseResult& result) {
    return cases_.place(result.case_id, [&] {
      const auto found = report_.cases.find(result.case_id);
      const ReportCase unknown{dtype_in(result.case_id), {}, "", false, {}};
      const ReportCase& known = found == report_.cases.end() ? unknown : found->second;
      case_function_.push_back(
          functions_.place(result.function, [&] { return unknown_function(result); }));
      case_id_.push_back(printable(result.case_id));
      case_dtype_.push_back(string(known.dtype));
      case_clauses_.push_back(clause_set(known.clauses));
      case_program_.push_back(string(known.program));
      if (known.refusal) refusals_.push_back(case_id_.size() - 1);
      case_values_.push_back(values_of(result.case_id, known.values));
      return Json();
    });
  }

  Json values_of(const std::string& case_id, const std::optional<CaseValues>& values) const {
    if (!values || !shown_.cases.contains(case_id)) return 0;
    return {{"inputs", previews_json(values->inputs)},
            {"expected", previews_json(values->expected)},
            {"gradient", previews_json(values->gradient)}};
  }

  // Ids have the form <category>/<function>/<dtype>/<name>.
  static std::string dtype_in(const std::string& case_id) {
    std::size_t begin = 0;
    for (int part = 0; part < 2; ++part) {
      begin = case_id.find('/', begin);
      if (begin == std::string::npos) return "";
      ++begin;
    }
    const std::size_t end = case_id.find('/', begin);
    return end == std::string::npos ? "" : case_id.substr(begin, end - begin);
  }

  static Json failure_of(const std::optional<Failure>& failure, bool with_values) {
    if (!failure) return 0;
    Json worst = Json::array();
    if (with_values) {
      for (const WrongElement& element : failure->worst) {
        worst.push_back({element.index, printable(element.expected), printable(element.actual),
                         json_number(element.error), json_number(element.limit)});
      }
    }
    return {check_name(failure->check),
            failure->output,
            failure->index,
            printable(failure->expected),
            printable(failure->actual),
            json_number(failure->error),
            json_number(failure->limit),
            failure->mismatched,
            failure->elements,
            failure->shape,
            std::move(worst),
            with_values ? failure->error_map : ""};
  }

  Json waived_of(const std::optional<Waived>& waived) {
    if (!waived) return 0;
    return {outcome_name(waived->outcome), string(waived->reason), string(waived->link),
            string(waived->waiver)};
  }

  Json results_of(const std::vector<CaseResult>& results) {
    Json cases = Json::array(), modes = Json::array(), outcomes = Json::array();
    Json margins = Json::array(), seconds = Json::array(), details = Json::object();
    for (const CaseResult& result : results) {
      if (!result.reading.empty() || !result.message.empty() || result.failure || result.waived ||
          result.waiver_note) {
        const bool with_values = shown_.cases.contains(result.case_id);
        details[std::to_string(cases.size())] = {
            string(result.reading), string(message_with_note(result)),
            failure_of(result.failure, with_values), waived_of(result.waived),
            with_values ? previews_json(result.answer) : Json::array()};
      }
      cases.push_back(case_place(result));
      modes.push_back(string(result.mode));
      outcomes.push_back(severity_rank(result.outcome));
      margins.push_back(json_number(three_digits(result.margin)));
      seconds.push_back(json_number(three_digits(result.seconds)));
    }
    return {{"case", std::move(cases)},       {"mode", std::move(modes)},
            {"outcome", std::move(outcomes)}, {"margin", std::move(margins)},
            {"seconds", std::move(seconds)},  {"details", std::move(details)}};
  }

  // In the order of the specification; the functions that it lacks come last.
  Json profiles_of(const RunSummary& summary) const {
    std::map<std::string, ProfileVerdict> rest = summary.profiles;
    Json list = Json::array();
    const auto add = [&](const std::string& id, const std::string& title, ProfileVerdict verdict) {
      list.push_back({{"id", printable(id)},
                      {"title", printable(title)},
                      {"verdict", profile_verdict_name(verdict)},
                      {"tone", tone_name(tone_of(verdict))},
                      {"words", printable(profile_text(summary, id))}});
    };
    if (report_.specification) {
      for (const Profile& profile : report_.specification->profiles) {
        const auto known = rest.find(profile.id);
        if (known == rest.end()) continue;
        add(profile.id, profile.title + ". " + profile.claim, known->second);
        rest.erase(known);
      }
    }
    for (const auto& [id, verdict] : rest) add(id, "", verdict);
    return list;
  }

  // Every group with its functions: the count of each, and the place of an example among the
  // results. `left` counts the results without a group.
  Json causes_of(const ReportRun& run, CauseGroups causes) {
    for (const CaseResult& result : run.results.cases) causes.add(result);
    const Specification* specification = report_.specification ? &*report_.specification : nullptr;
    Json list = Json::array();
    for (const CauseGroup& group : causes.groups()) {
      Json functions = Json::array();
      for (const CauseInFunction& part : group.functions) {
        functions.push_back({part.count, part.place});
      }
      list.push_back({{"cause", string(causes.explained_cause(group, specification))},
                      {"outcomes", outcomes_text(group)},
                      {"count", group.count},
                      {"functions", std::move(functions)}});
    }
    return {{"list", std::move(list)}, {"left", causes.ungrouped()}};
  }

  static Json findings_of(const ReportRun& run) {
    Json list = Json::array();
    for (const rules::Finding& finding : run.findings) {
      list.push_back({{"function", printable(finding.function)},
                      {"sentences", json_texts(finding.sentences())}});
    }
    return list;
  }

  Json run_of(const ReportRun& run) {
    const ResultsHeader& header = run.results.header;
    const RunSummary summary = summarize(run.results);
    Json result = {
        {"label", printable(run.label)},
        {"files", json_texts(run.files)},
        {"kassay", printable(header.kassay_version)},
        {"backend",
         {{"argument", printable(header.backend_argument)},
          {"name", printable(header.backend_name)},
          {"version", printable(header.backend_version)},
          {"device", printable(header.backend_device)},
          {"environment", text_map(header.backend_environment)},
          {"options", header.sandbox ? printable(sandbox_options(*header.sandbox)) : ""}}},
        {"sandbox", header.sandbox ? sandbox_of(*header.sandbox) : Json()},
        {"machine",
         {{"cpu", printable(header.machine_cpu)},
          {"cores", header.machine_cores},
          {"os", printable(header.machine_os)}}},
        {"specification", printable(header.specification_hash)},
        {"vectors", printable(header.vectors_hash)},
        {"tier", printable(header.tier)},
        {"edition", printable(header.edition)},
        {"filter", json_texts(header.filter)},
        {"shard", {header.shard_index, header.shard_count}},
        {"selected", header.selected},
        {"whole_suite", is_whole_suite(header)},
        {"started", printable(header.started)},
        {"complete", summary.verdict.complete},
        {"limits", json_texts(summary.verdict.limits)},
        {"limits_title", summary.verdict.limits_title},
        {"repeated", json_texts(summary.repeated)},
        {"findings", findings_of(run)},
        {"verdict", claim_name(summary.verdict.claim)},
        {"tone", tone_name(summary.verdict.tone)},
        {"title", printable(summary.verdict.title)},
        {"judged", summary.verdict.judged},
        {"right", printable(summary.verdict.right_text)},
        {"supported", printable(summary.verdict.complete_text)},
        {"wrong", json_texts({summary.standing.wrong.begin(), summary.standing.wrong.end()})},
        {"counts", summary.counts}};
    result["profiles"] = profiles_of(summary);
    result["causes"] = causes_of(run, CauseGroups(counts_against));
    result["unsupported"] = causes_of(run, CauseGroups(is_unsupported));
    result["seconds"] = run.results.footer ? json_number(run.results.footer->seconds) : Json();
    result["results"] = results_of(run.results.cases);
    return result;
  }

  static constexpr std::int64_t kNoFunction = -1;
  const Report& report_;
  const ShownValues shown_;
  Table strings_, functions_, clauses_, clause_sets_, cases_;
  Json case_function_ = Json::array(), case_dtype_ = Json::array(), case_id_ = Json::array();
  Json case_clauses_ = Json::array(), case_program_ = Json::array(), case_values_ = Json::array();
  Json refusals_ = Json::array();  // places of cases that expect an error
  Json decisions_ = Json::array(), editions_ = Json::array();
  Json introduction_ = Json::array();
};

}  // namespace

std::string page_data(const Report& report) { return PageData(report).write(); }

}  // namespace kassay::reports
