#include "conformance/runner/tests/toy_vectors.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "spec/lib/modes.h"
#include "spec/lib/program_json.h"
#include "spec/lib/safetensors.h"
#include "spec/lib/sha256.h"

namespace kassay::runner {
namespace {

using Json = nlohmann::json;

constexpr std::array<double, 3> kElements = {1, 2.5, -3};

template <class T>
Tensor toy_tensor() {
  Tensor tensor(DTypeOf<T>::value, {static_cast<std::int64_t>(kElements.size())});
  for (std::size_t i = 0; i < kElements.size(); ++i) {
    tensor.mutable_data<T>()[i] = static_cast<T>(kElements[i]);
  }
  return tensor;
}

int count_up_to(const std::vector<ToyVectors::ToyCase>& cases,
                const std::vector<std::string>& tiers) {
  return static_cast<int>(std::ranges::count_if(
      cases, [&](const auto& each) { return std::ranges::find(tiers, each.tier) != tiers.end(); }));
}

}  // namespace

Program toy_program(const std::string& function) {
  Program program;
  Call call;
  call.let = {"y"};
  call.function = function;
  call.args.emplace_back(Reference{"x"});
  program.calls.push_back(std::move(call));
  program.returned = {"y"};
  return program;
}

Inputs toy_inputs() { return {{"x", toy_tensor<float>()}}; }

Case toy_case(const std::string& function) {
  Case result;
  result.id = "toy/" + function + "/float32/value";
  result.function = function;
  result.modes = {Mode::kEager};
  result.inputs = toy_inputs();
  result.program = toy_program(function);
  ExpectedTensor expected{DType::kFloat32, {3}, Tensor(DType::kFloat64, {3}), {}, {}};
  for (std::int64_t i = 0; i < 3; ++i) {
    set_element(expected.value, i, element(result.inputs.at("x"), i));
  }
  result.expectation.outputs.push_back(expected);
  return in_mode(result, Mode::kEager);
}

std::string children() {
  return read_text("/proc/self/task/" + std::to_string(getpid()) + "/children");
}

std::string read_text(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

void write_text(const std::string& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream << text;
  if (!stream.flush()) throw std::runtime_error("cannot write " + file);
}

ToyVectors::ToyVectors() {
  std::string pattern = (std::filesystem::temp_directory_path() / "kassay-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  directory_ = pattern;
}

ToyVectors::~ToyVectors() {
  std::error_code ignored;
  std::filesystem::remove_all(directory_, ignored);
}

void ToyVectors::add(const std::string& function, const std::vector<ToyCase>& cases) {
  TensorFile file;
  file.tensors.emplace("input", toy_tensor<float>());
  file.tensors.emplace("expected", toy_tensor<double>());
  std::vector<std::byte> bytes = serialize_safetensors(file);
  std::string tensors(reinterpret_cast<const char*>(bytes.data()), bytes.size());

  Json refused = {{"id", "refused"}, {"verdict", "wrong"}, {"error", {"value"}}};
  Json list = Json::array();
  for (const ToyCase& each : cases) {
    if (each.tier == "full") continue;
    list.push_back({{"id", "toy/" + function + "/float32/" + each.name},
                    {"tier", each.tier},
                    {"dtype", "float32"},
                    {"editions", each.editions},
                    {"clauses", {function + ".value"}},
                    {"modes", each.modes},
                    {"inputs", {{"x", "input"}}},
                    {"program", to_json(toy_program(function))},
                    {"expect",
                     {{"outputs",
                       {{{"kind", "tensor"},
                         {"dtype", "float32"},
                         {"shape", {kElements.size()}},
                         {"value", "expected"}}}},
                      {"accuracy", {{"ulps", 0}, {"terms", 0}, {"atol", 0}}}}},
                    {"readings", Json::array({refused})}});
  }
  const Json pairs = {{"factors", {{"axis", {"0", "1"}}, {"dtype", {"float32"}}}},
                      {"listed", 1200},
                      {"added", 34},
                      {"refused", Json::array({Json::array({"axis = 1", "dtype = float32"})})},
                      {"contradictory", 5}};
  std::string text =
      Json{{"format", 1}, {"function", function}, {"cases", list}, {"pairs", pairs}}.dump();
  write_text(path(function + ".json"), text);
  write_text(path(function + ".safetensors"), tensors);
  Json entry = {
      {"category", "toy"},
      {"cases",
       {{"smoke", count_up_to(cases, {"smoke"})},
        {"core", count_up_to(cases, {"smoke", "core"})},
        {"full", count_up_to(cases, {"smoke", "core", "full"})}}},
      {"files",
       {{function + ".json", sha256(text)}, {function + ".safetensors", sha256(tensors)}}}};
  Json clause = {{"id", function + ".value"},
                 {"text", "x itself"},
                 {"source",
                  {{{"edition", "ko"}, {"entry", function}, {"parts", {"returns", "numpy"}}},
                   {{"edition", "zh"}, {"entry", function}, {"parts", {"returns"}}}}},
                 {"differs", {{"ja", "x"}}},
                 {"editions", {"ko", "zh", "ja"}}};
  Json reading = {{"id", "refused"},
                  {"clause", function + ".value"},
                  {"verdict", "wrong"},
                  {"text", "No call is valid."}};
  Json specified = {{"function", function},
                    {"category", "toy"},
                    {"signatures", {{"ko", "(x)"}, {"zh", "(x)"}, {"ja", "(x)"}}},
                    {"sources", {{"ko", function}, {"zh", function}, {"ja", function}}},
                    {"clauses", {clause}},
                    {"readings", {reading}}};
  specified_ += (specified_.empty() ? "" : ",") + specified.dump();
  functions_ += (functions_.empty() ? "" : ",") + Json(function).dump() + ":" + entry.dump();
}

void ToyVectors::add_profile(const std::string& id, std::vector<std::string> functions) {
  std::vector<std::string> calls = functions;
  calls.insert(calls.end(), {"constant", "eval"});
  const Json profile = {{"id", id},
                        {"title", "Toy " + id},
                        {"claim", "Who plays."},
                        {"modes", {"eager", "program"}},
                        {"functions", std::move(functions)},
                        {"clauses", Json::array()},
                        {"without", Json::array()},
                        {"calls", std::move(calls)}};
  profiles_ += (profiles_.empty() ? "" : ",") + profile.dump();
}

void ToyVectors::finish() {
  std::string specification =
      R"({"format":1,"editions":[{"id":"ko","documents":[{"file":"000_toy.txt","sha256":"0a"}]}],)"
      R"("decisions":[{"id":"D-001","title":"All","functions":[],"documents":"a|b","backends":"B.",)"
      R"("choice":"C.","reason":"R."},)"
      R"({"id":"D-002","title":"One","functions":["identity"],"documents":"d","backends":"B.",)"
      R"("choice":"C. All else is unspecified.","reason":"R."}],)"
      R"("introduction":{"summary":"How toys are found.","sources":{"ko":"introduction"},"clauses":[)"
      R"({"id":"introduction.file","text":"In a box.","editions":["ko"],"decision":"D-001",)"
      R"("source":[{"edition":"ko","entry":"introduction","parts":["switching"]}],)"
      R"("checked":"It is opened.","unchecked":"Its lid."},)"
      R"({"id":"introduction.game","text":"They play.","editions":["ko"],)"
      R"("source":[{"edition":"ko","entry":"introduction","parts":["backends"]}],)"
      R"("cases_of":["identity.value"]}]},)"
      R"("errata":[{"id":"E-001","functions":["identity"],"editions":["ja"],"printed":"p","meant":"m",)"
      R"("clauses":["identity.value"],"decisions":["D-001"]}],)"
      R"("profiles":[)" +
      profiles_ + R"(],"functions":[)" + specified_ + "]}";
  write_text(path("specification.json"), specification);
  write_text(path("manifest.json"), R"({"format":1,"specification":")" + sha256(specification) +
                                        R"(","functions":{)" + functions_ + "}}");
}

void ToyVectors::accept_refusal(const std::string& function) {
  std::string cases = read_text(path(function + ".json")),
              manifest = read_text(path("manifest.json"));
  const std::string before = sha256(cases), wrong = "\"wrong\"";
  cases.replace(cases.find(wrong), wrong.size(), "\"accepted\"");
  write_text(path(function + ".json"), cases);
  write_text(path("manifest.json"),
             manifest.replace(manifest.find(before), before.size(), sha256(cases)));
}

}  // namespace kassay::runner
