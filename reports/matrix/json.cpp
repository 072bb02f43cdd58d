#include "reports/matrix/json.h"

#include <nlohmann/json.hpp>

#include "reports/json.h"
#include "reports/matrix/support.h"
#include "reports/summary.h"

namespace kassay::reports {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson support_json(const SupportByDType& parts) {
  OrderedJson json = OrderedJson::object();
  for (const auto& [dtype, support] : parts) {
    json[std::string(column_name(dtype))] = {
        {"tried", support.tried}, {"supported", support.supported}, {"right", support.right}};
  }
  return json;
}

OrderedJson run_entry(const ReportRun& run) {
  const ResultsHeader& header = run.results.header;
  const RunVerdict verdict = summarize(run.results).verdict;
  return {{"label", printable(run.label)},
          {"name", printable(header.backend_name)},
          {"version", printable(header.backend_version)},
          {"device", printable(header.backend_device)},
          {"edition", printable(header.edition)},
          {"tier", printable(header.tier)},
          {"verdict", claim_name(verdict.claim)},
          {"limits", json_texts(verdict.limits)}};
}

OrderedJson row_entry(const SupportRow& row) {
  OrderedJson runs = OrderedJson::array();
  for (const auto& [value, gradient] : row.runs) {
    runs.push_back({{"value", support_json(value)}, {"gradient", support_json(gradient)}});
  }
  return {{"function", printable(row.function)},
          {"category", printable(row.category)},
          {"runs", std::move(runs)}};
}

// A list with a line for each element.
std::string json_lines(const std::vector<OrderedJson>& elements) {
  std::string text;
  for (const OrderedJson& element : elements) text += (text.empty() ? "" : ",\n") + element.dump();
  return "[\n" + text + "\n]";
}

}  // namespace

std::string matrix_json(const Report& report) {
  std::vector<OrderedJson> runs, functions;
  for (const ReportRun& run : report.runs) runs.push_back(run_entry(run));
  for (const SupportRow& row : support_of(report)) functions.push_back(row_entry(row));
  return "{\"format\": 1,\n\"runs\": " + json_lines(runs) +
         ",\n\"functions\": " + json_lines(functions) + "}\n";
}

}  // namespace kassay::reports
