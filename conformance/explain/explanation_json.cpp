// An explanation for programs.
#include "conformance/explain/explanation_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "conformance/explain/explanation.h"
#include "spec/lib/json_text.h"
#include "spec/lib/json_value.h"
#include "spec/lib/program_file.h"
#include "spec/lib/program_json.h"
#include "spec/lib/program_text.h"
#include "spec/lib/result_lines.h"
#include "spec/lib/sample_json.h"
#include "spec/lib/specification_json.h"

namespace kassay::explain {
namespace {

using Json = nlohmann::json;

// "nan", "inf", "-inf" for numbers that JSON lacks, as in results files.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(shortest_text(value));
}

// A clause with the pages of its sources and its decision in full.
Json clause_json(const std::string& id, const Specification& specification) {
  const FunctionSpecification* owner = specification.owner_of(id);
  if (owner == nullptr) return {{"id", id}};
  Json json = to_json(view_of(*owner->find_clause(id), *owner, specification));
  for (Json& source : json["sources"]) {
    const DocumentEdition* edition =
        specification.find_edition(source["edition"].get<std::string>());
    if (edition == nullptr) continue;
    const Json all = to_json(*edition);
    for (const char* key : {"page", "version", "sections"}) source[key] = all[key];
  }
  const Decision* decision = specification.find_decision(json["decision"].get<std::string>());
  if (decision == nullptr) {
    json.erase("decision");
  } else {
    json["decision"] = to_json(*decision);
  }
  return json;
}

// The program with its inputs, in the form that `kassay exec` reads.
Json program_json(const Case& test_case) {
  Json json = to_json(test_case.program);
  json["inputs"] = Json::object();
  for (const auto& [name, tensor] : test_case.inputs) {
    json["inputs"][name] = input_to_json(tensor);
  }
  return json;
}

Json value_json(const Value& value) {
  if (const auto* tensor = value.get_if<Tensor>()) return input_to_json(*tensor);
  if (const auto* list = value.get_if<List>()) {
    Json json = Json::array();
    for (const Value& item : *list) json.push_back(value_json(item));
    return json;
  }
  return to_json(value);
}

Json distribution_json(const Distribution& distribution) {
  Json json = {{"name", distribution_name(distribution)}};
  if (const auto* uniform = std::get_if<UniformDistribution>(&distribution)) {
    json.update({{"low", uniform->low}, {"high", uniform->high}});
  } else if (const auto* normal = std::get_if<NormalDistribution>(&distribution)) {
    json.update({{"mean", normal->mean}, {"std", normal->std}});
  } else if (const auto* truncated = std::get_if<TruncatedNormalDistribution>(&distribution)) {
    json.update({{"mean", truncated->mean}, {"std", truncated->std}, {"bound", truncated->bound}});
  } else if (const auto* clipped = std::get_if<ClippedNormalDistribution>(&distribution)) {
    json.update({{"mean", clipped->mean}, {"std", clipped->std}, {"bound", clipped->bound}});
  } else {
    const auto& bernoulli = std::get<BernoulliDistribution>(distribution);
    json["p"] = bernoulli.p;
    if (bernoulli.value) json["value"] = input_to_json(*bernoulli.value).at("data");
  }
  return json;
}

Json sample_json(const ExpectedSample& sample) {
  Json json = {{"kind", "sample"},
               {"dtype", dtype_name(sample.dtype)},
               {"shape", sample.shape},
               {"distribution", distribution_json(sample.distribution)}};
  if (!sample.constant_axes.empty()) json["constant_axes"] = sample.constant_axes;
  if (sample.same_draw_as) json["same_draw_as"] = *sample.same_draw_as;
  if (!sample.independent_of.empty()) json["independent_of"] = sample.independent_of;
  return json;
}

Json output_json(const ExpectedOutput& output) {
  if (const auto* sample = std::get_if<ExpectedSample>(&output)) return sample_json(*sample);
  const auto* tensor = std::get_if<ExpectedTensor>(&output);
  if (tensor == nullptr) return {{"kind", "value"}, {"value", value_json(std::get<Value>(output))}};
  Json json = {{"kind", "tensor"},
               {"dtype", dtype_name(tensor->dtype)},
               {"shape", tensor->shape},
               {"data", input_to_json(tensor->value).at("data")}};
  if (tensor->magnitude) json["magnitude"] = input_to_json(*tensor->magnitude).at("data");
  return json;
}

Json expectation_json(const Expectation& expectation) {
  if (!expectation.error_kinds.empty()) return {{"error", expectation.error_kinds}};
  Json outputs = Json::array();
  for (const ExpectedOutput& output : expectation.outputs) outputs.push_back(output_json(output));
  return {{"outputs", std::move(outputs)}};
}

Json answer_json(const Answer& answer) {
  if (!answer.error_kind.empty()) {
    return {{"error", {{"kind", answer.error_kind}, {"message", answer.error_message}}}};
  }
  Json outputs = Json::array();
  for (const Value& output : answer.outputs) outputs.push_back(value_json(output));
  return {{"outputs", std::move(outputs)}};
}

Json element_json(const ElementExplanation& element) {
  Json json = {{"output", element.output},
               {"index", element.index},
               {"expected", element.expected},
               {"ulp", number(element.limit.ulp)},
               {"magnitude", number(element.magnitude)},
               {"roundoff", number(element.roundoff)},
               {"limit",
                {{"ulps", number(element.limit.from_ulps)},
                 {"terms", number(element.limit.from_terms)},
                 {"atol", number(element.limit.atol)},
                 {"total", number(element.limit.total)}}}};
  if (!element.actual.empty()) {
    json["actual"] = element.actual;
    json["error"] = number(element.error);
    json["margin"] = number(element.margin);
    json["passed"] = element.passed;
  }
  return json;
}

Json statistics_json(const std::vector<SampleExplanation>& statistics) {
  Json json = Json::array();
  for (const auto& [output, statistic] : statistics) {
    json.push_back({{"output", output},
                    {"check", check_name(statistic.check)},
                    {"name", statistic.name},
                    {"expected", number(statistic.expected)},
                    {"actual", number(statistic.actual)},
                    {"limit", number(statistic.limit)},
                    {"probability", number(statistic.probability)},
                    {"passed", statistic.passed()}});
  }
  return json;
}

// The same object as in a results file.
Json result_json(const CaseResult& result) { return Json::parse(to_line(result)); }

Json readings_json(const Explanation& explanation) {
  Json readings = Json::array();
  for (const CaseReading& case_reading : explanation.test_case->readings) {
    Json json = expectation_json(case_reading.expectation);
    json["id"] = case_reading.id;
    json["verdict"] = case_reading.accepted ? "accepted" : "wrong";
    const std::string text =
        explanation.specification->reading_text(explanation.function->name, case_reading.id);
    if (!text.empty()) json["text"] = text;
    if (const Reading* reading = explanation.function->find_reading(case_reading.id)) {
      json["clause"] = reading->clause;
    }
    for (const Decision* decision :
         explanation.specification->decisions_on(explanation.function->name, case_reading.id)) {
      if (case_reading.accepted) json["decisions"].push_back(decision->id);
    }
    readings.push_back(std::move(json));
  }
  return readings;
}

}  // namespace

std::string to_json_text(const Explanation& explanation) {
  const Case& test_case = *explanation.test_case;
  const FunctionSpecification& function = *explanation.function;
  const std::string edition(edition_name(explanation.edition));
  Json json = {{"case", test_case.id},
               {"function", function.name},
               {"summary", function.summary},
               {"edition", edition},
               {"editions", test_case.editions},
               {"tier", tier_name(test_case.tier)},
               {"dtype", test_case.dtype},
               {"program", program_json(test_case)},
               {"program_text", program_text(test_case.program)},
               {"expect", expectation_json(test_case.expectation)},
               {"accuracy",
                {{"ulps", test_case.accuracy.ulps},
                 {"terms", test_case.accuracy.terms},
                 {"atol", test_case.accuracy.atol}}},
               {"sign_of_zero", test_case.sign_of_zero},
               {"readings", readings_json(explanation)},
               {"reproduce", explanation.reproduce}};
  const auto signature = function.signatures.find(edition);
  if (signature != function.signatures.end()) json["signature"] = signature->second;
  json["clauses"] = Json::array();
  for (const std::string& id : test_case.clauses) {
    json["clauses"].push_back(clause_json(id, *explanation.specification));
  }
  json["unspecified"] = Json::array();
  for (const auto& [decision, text] : view_of(function, *explanation.specification).unspecified) {
    json["unspecified"].push_back({{"decision", decision}, {"text", text}});
  }
  if (!explanation.backend.empty()) json["backend"] = explanation.backend;
  if (explanation.answer) json["answer"] = answer_json(*explanation.answer);
  if (explanation.result) json["result"] = result_json(*explanation.result);
  for (const RecordedResult& recorded : explanation.recorded) {
    json["recorded"].push_back({{"file", recorded.file},
                                {"backend", recorded.backend},
                                {"result", result_json(recorded.result)}});
  }
  if (!explanation.statistics.empty()) {
    json["statistics"] = statistics_json(explanation.statistics);
  }
  if (explanation.element) json["element"] = element_json(*explanation.element);
  return dump_json(json);
}

}  // namespace kassay::explain
