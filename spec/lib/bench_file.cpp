#include "spec/lib/bench_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>

#include "spec/lib/atomic_file.h"
#include "spec/lib/bench_ratios.h"
#include "spec/lib/error.h"
#include "spec/lib/json_node.h"
#include "spec/lib/json_text.h"

namespace kassay::bench {
namespace {

using Json = nlohmann::json;

constexpr int kBenchFormat = 1;
constexpr char kBenchType[] = "bench";
constexpr char kWriteOne[] = "Write one with `kassay bench --out FILE`.";

constexpr std::string_view kNotMeasured[] = {"differs", "unsupported", "silent",       "error",
                                             "crash",   "timeout",     "out-of-memory"};

std::int64_t positive_at(const JsonNode& node) {
  const std::int64_t count = node.count();
  if (count == 0) node.fail("expected an int of at least 1");
  return count;
}

std::vector<double> times_at(const JsonNode& node) {
  std::vector<double> found;
  for (const JsonNode& each : node.elements()) found.push_back(each.nonnegative());
  return found;
}

Header::Backend read_bench_backend(const JsonNode& node) {
  node.allow_only({"label", "argument", "name", "version", "device"});
  // kFastest stands for all other backends in the means.
  if (node.at("label").nonempty_text() == kFastest) node.at("label").fail("this label is reserved");
  return {node.at("label").text(), node.at("argument").text(), node.at("name").text(),
          node.at("version").text(), node.at("device").text()};
}

Header read_bench_header(const JsonNode& root) {
  if (root.at("type").text() != kBenchType)
    root.at("type").fail("this is not the header of a benchmark");
  if (root.at("format").integer() != kBenchFormat)
    root.at("format").fail("this is another version of the format");
  root.allow_only({"type", "format", "kassay", "started", "machine", "threads", "seconds", "rounds",
                   "resident", "workloads", "backends"});
  Header header;
  header.kassay_version = root.at("kassay").text();
  header.started = root.at("started").text();
  const JsonNode machine = root.at("machine");
  machine.allow_only({"cpu", "os", "cores"});
  header.machine_cpu = machine.at("cpu").text();
  header.machine_os = machine.at("os").text();
  header.machine_cores = machine.at("cores").small_count();
  header.threads = root.at("threads").small_count();
  header.seconds = root.at("seconds").nonnegative();
  header.rounds = root.at("rounds").small_count();
  if (header.rounds == 0) root.at("rounds").fail("expected an int of at least 1");
  if (const auto resident = root.find("resident")) header.is_resident = resident->boolean();
  header.workloads_hash = root.at("workloads").text();
  std::set<std::string> labels;
  for (const JsonNode& node : root.at("backends").elements()) {
    header.backends.push_back(read_bench_backend(node));
    if (!labels.insert(header.backends.back().label).second) {
      node.at("label").fail("another backend has this label");
    }
  }
  if (header.backends.empty()) root.at("backends").fail("the list is empty");
  return header;
}

void read_measurement(const JsonNode& root, Result& result) {
  result.calls = positive_at(root.at("calls"));
  result.median = root.at("median").nonnegative();
  if (result.median == 0) root.at("median").fail("a time is above 0");
  result.minimum = root.at("minimum").nonnegative();
  const std::vector<double> quartiles = times_at(root.at("quartiles"));
  if (quartiles.size() != 2) root.at("quartiles").fail("two numbers are expected");
  result.lower = quartiles[0];
  result.upper = quartiles[1];
  result.rounds = times_at(root.at("rounds"));
  result.bytes = root.at("bytes").count();
  if (const auto number = root.find("multiply_adds")) result.multiply_adds = positive_at(*number);
}

Result read_bench_result(const JsonNode& root, const Header& header) {
  Result result;
  result.workload = root.at("workload").nonempty_text();
  if (category_of(result.workload).empty())
    root.at("workload").fail("a workload begins with its category");
  result.backend = root.at("backend").nonempty_text();
  if (std::ranges::find(header.backends, result.backend, &Header::Backend::label) ==
      header.backends.end()) {
    root.at("backend").fail("the header has no backend of this label");
  }
  result.outcome = root.at("outcome").nonempty_text();
  if (result.measured()) {
    root.allow_only({"workload", "backend", "outcome", "calls", "median", "minimum", "quartiles",
                     "rounds", "bytes", "multiply_adds"});
    read_measurement(root, result);
  } else {
    root.allow_only({"workload", "backend", "outcome", "message"});
    if (std::ranges::find(kNotMeasured, result.outcome) == std::end(kNotMeasured)) {
      root.at("outcome").fail("\"" + result.outcome + "\" is not a measurement outcome");
    }
    result.message = root.at("message").text();
  }
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
  Json json = {
      {"type", kBenchType},
      {"format", kBenchFormat},
      {"kassay", header.kassay_version},
      {"started", header.started},
      {"machine",
       {{"cpu", header.machine_cpu}, {"os", header.machine_os}, {"cores", header.machine_cores}}},
      {"threads", header.threads},
      {"seconds", header.seconds},
      {"rounds", header.rounds},
      {"workloads", header.workloads_hash},
      {"backends", backends}};
  if (header.is_resident) json["resident"] = true;
  return dump_json(json);
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
  std::set<std::pair<std::string, std::string>> seen;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.empty()) continue;
    const JsonSource source{file, "line " + std::to_string(number), kWriteOne};
    const Json json = parse_json(line, file, kWriteOne, source.prefix);
    const JsonNode root(json, source);
    if (number == 1) {
      found.header = read_bench_header(root);
      continue;
    }
    found.results.push_back(read_bench_result(root, found.header));
    const Result& last = found.results.back();
    if (!seen.emplace(last.workload, last.backend).second) {
      root.fail("an earlier line has this workload and backend");
    }
  }
  if (found.header.backends.empty()) throw FileError(file, "line 1", "no header", kWriteOne);
  return found;
}

bool is_bench_file(const std::string& file) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(file, unknown)) return false;
  std::ifstream stream(file, std::ios::binary);
  std::string line;
  std::getline(stream, line);
  try {
    const Json json = parse_json(line, file, kWriteOne);
    const auto type = json.is_object() ? json.find("type") : json.end();
    return type != json.end() && *type == kBenchType;
  } catch (const FileError&) {
    return false;
  }
}

}  // namespace kassay::bench
