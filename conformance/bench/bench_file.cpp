#include "conformance/bench/bench_file.h"

#include <nlohmann/json.hpp>
#include <sstream>

#include "spec/lib/atomic_file.h"
#include "spec/lib/error.h"
#include "spec/lib/json_node.h"
#include "spec/lib/json_text.h"

namespace kassay::bench {
namespace {

using Json = nlohmann::json;

constexpr int kBenchFormat = 1;
constexpr char kWriteOne[] = "Write one with `kassay bench --out FILE`.";

std::vector<double> numbers(const JsonNode& node) {
  std::vector<double> found;
  for (const JsonNode& each : node.elements()) found.push_back(each.number());
  return found;
}

Header read_header(const JsonNode& root) {
  if (root.at("type").text() != "bench") root.at("type").fail("no header of a benchmark");
  if (root.at("format").integer() != kBenchFormat)
    root.at("format").fail("it is of another version");
  Header header;
  header.kassay_version = root.at("kassay").text();
  header.started = root.at("started").text();
  const JsonNode machine = root.at("machine");
  header.machine = {machine.at("cpu").text(), machine.at("os").text(),
                    static_cast<int>(machine.at("cores").integer())};
  header.threads = static_cast<int>(root.at("threads").count());
  header.effort.seconds = root.at("seconds").number();
  header.effort.rounds = static_cast<int>(root.at("rounds").count());
  header.workloads_hash = root.at("workloads").text();
  for (const JsonNode& backend : root.at("backends").elements()) {
    header.backends.push_back({backend.at("label").text(), backend.at("argument").text(),
                               backend.at("name").text(), backend.at("version").text(),
                               backend.at("device").text()});
  }
  return header;
}

Result read_result(const JsonNode& root) {
  Result result;
  result.workload = root.at("workload").nonempty_text();
  result.backend = root.at("backend").nonempty_text();
  result.outcome = root.at("outcome").nonempty_text();
  if (!result.measured()) {
    result.message = root.at("message").text();
    return result;
  }
  result.calls = root.at("calls").count();
  result.median = root.at("median").number();
  result.minimum = root.at("minimum").number();
  const std::vector<double> quartiles = numbers(root.at("quartiles"));
  if (quartiles.size() != 2) root.at("quartiles").fail("two numbers are expected");
  result.lower = quartiles[0];
  result.upper = quartiles[1];
  result.rounds = numbers(root.at("rounds"));
  result.bytes = root.at("bytes").count();
  if (const auto number = root.find("multiply_adds")) result.multiply_adds = number->count();
  if (!(result.median > 0)) root.at("median").fail("a time is above 0");
  return result;
}

}  // namespace

std::string to_line(const Header& header) {
  Json backends = Json::array();
  for (const auto& [label, argument, name, version, device] : header.backends) {
    backends.push_back({{"label", label},
                        {"argument", argument},
                        {"name", name},
                        {"version", version},
                        {"device", device}});
  }
  return dump_json(
      {{"type", "bench"},
       {"format", kBenchFormat},
       {"kassay", header.kassay_version},
       {"started", header.started},
       {"machine",
        {{"cpu", header.machine.cpu}, {"os", header.machine.os}, {"cores", header.machine.cores}}},
       {"threads", header.threads},
       {"seconds", header.effort.seconds},
       {"rounds", header.effort.rounds},
       {"workloads", header.workloads_hash},
       {"backends", backends}});
}

std::string to_line(const Result& result) {
  Json json = {
      {"workload", result.workload}, {"backend", result.backend}, {"outcome", result.outcome}};
  if (!result.measured()) {
    json["message"] = result.message;
    return dump_json(json);
  }
  json.update({{"calls", result.calls},
               {"median", result.median},
               {"minimum", result.minimum},
               {"quartiles", {result.lower, result.upper}},
               {"rounds", result.rounds},
               {"bytes", result.bytes}});
  if (result.multiply_adds > 0) json["multiply_adds"] = result.multiply_adds;
  return dump_json(json);
}

File read_bench_file(const std::string& file) {
  const FileBytes bytes = read_file(file, kWriteOne);
  std::istringstream lines{std::string(bytes.text())};
  File found;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.empty()) continue;
    const Json json = parse_json(line, file, kWriteOne);
    const JsonSource source{file, "line " + std::to_string(number), kWriteOne};
    const JsonNode root(json, source);
    if (number == 1) {
      found.header = read_header(root);
    } else {
      found.results.push_back(read_result(root));
    }
  }
  if (found.header.backends.empty()) throw FileError(file, "line 1", "no header", kWriteOne);
  return found;
}

}  // namespace kassay::bench
