#include "spec/lib/program_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "spec/lib/json_value.h"

namespace kassay {
namespace {

using Json = nlohmann::json;
using NameSet = std::set<std::string>;

constexpr std::int64_t kMostRepetitions = 1'000'000;

class ProgramReader {
 public:
  explicit ProgramReader(const Inputs* inputs) : inputs_(inputs) {}

  Program read(const JsonNode& node) {
    // In a file for `kassay exec`, `inputs` is next to the calls.
    node.allow_only({"functions", "calls", "return", "inputs", "layouts"});
    Program program;
    const auto functions = node.find("functions");
    if (functions) {
      for (const auto& [name, function] : functions->members()) functions_.insert(name);
    }
    program.calls = read_calls(node.at("calls"), nullptr);
    for (const JsonNode& name : node.at("return").elements()) {
      check_known(name, nullptr);
      program.returned.push_back(name.nonempty_text());
    }
    if (functions) {  // last: they see every name of the program
      for (const auto& [name, function] : functions->members()) {
        program.functions.emplace(name, read_function(function));
      }
    }
    if (const auto layouts = node.find("layouts")) {
      for (const auto& [name, layout] : layouts->members()) {
        check_input(name, layout);
        if (std::ranges::find(kLayouts, layout.text()) == std::ranges::end(kLayouts)) {
          layout.fail("a layout is transposed, sliced, reversed or broadcast");
        }
        program.layouts.emplace(name, layout.text());
      }
    }
    return program;
  }

 private:
  // `locals`: the names of the enclosing function; none: outside of functions.
  std::vector<Call> read_calls(const JsonNode& node, NameSet* locals) {
    std::vector<Call> calls;
    for (const JsonNode& call : node.elements()) calls.push_back(read_call(call, locals));
    return calls;
  }

  ProgramFunction read_function(const JsonNode& node) {
    node.allow_only({"parameters", "calls", "return"});
    ProgramFunction function;
    NameSet locals;
    function.parameters = read_patterns(node.at("parameters"), locals);
    function.calls = read_calls(node.at("calls"), &locals);
    for (const JsonNode& argument : node.at("return").elements()) {
      function.returned.push_back(read_argument(argument, &locals));
    }
    if (function.returned.empty()) node.at("return").fail("a function returns at least one value");
    return function;
  }

  Call read_call(const JsonNode& node, NameSet* locals) {
    node.allow_only({"let", "call", "args", "kwargs", "times", "measure"});
    Call call;
    const JsonNode callee = node.at("call");
    call.calls_result = callee.is_object();
    if (call.calls_result) {
      callee.allow_only({"ref"});
      check_known(callee.at("ref"), locals);
      call.function = callee.at("ref").nonempty_text();
    } else {
      call.function = callee.nonempty_text();
    }
    if (const auto args = node.find("args")) {
      for (const JsonNode& argument : args->elements())
        call.args.push_back(read_argument(argument, locals));
    }
    if (const auto kwargs = node.find("kwargs")) {
      for (const auto& [name, argument] : kwargs->members()) {
        call.kwargs.emplace(name, read_argument(argument, locals));
      }
    }
    if (const auto times = node.find("times")) {
      call.times = times->count();
      if (call.times < 1 || call.times > kMostRepetitions) {
        times->fail("a call is made 1 to " + std::to_string(kMostRepetitions) + " times");
      }
    }
    if (const auto measure = node.find("measure")) {
      if (locals != nullptr) measure->fail("a function of the program cannot measure its calls");
      call.measure = read_measurement(*measure);
    }
    if (const auto let = node.find("let")) {
      call.let = read_patterns(*let, locals != nullptr ? *locals : results_);
    }
    return call;
  }

  static Measurement read_measurement(const JsonNode& node) {
    node.allow_only({"warm_up", "seconds", "least", "workload"});
    Measurement measurement{node.at("warm_up").nonnegative(), node.at("seconds").nonnegative(),
                            node.at("least").count(), ""};
    if (const auto workload = node.find("workload")) measurement.workload = workload->text();
    return measurement;
  }

  static std::vector<Pattern> read_patterns(const JsonNode& node, NameSet& names) {
    std::vector<Pattern> patterns;
    for (const JsonNode& entry : node.elements()) {
      if (entry.is_array()) {
        patterns.emplace_back(read_patterns(entry, names));
        continue;
      }
      const std::string name = entry.nonempty_text();
      if (!names.insert(name).second) {
        entry.fail("an earlier result is already named \"" + name + "\"");
      }
      patterns.emplace_back(name);
    }
    return patterns;
  }

  Argument read_argument(const JsonNode& node, const NameSet* locals) {
    if (node.is_object()) return read_named(node, locals);
    if (!node.is_array()) return Argument(value_from_json(node));
    ArgumentList arguments;
    bool literal = true;
    for (const JsonNode& element : node.elements()) {
      arguments.push_back(read_argument(element, locals));
      literal = literal && std::holds_alternative<Value>(arguments.back());
    }
    if (!literal) return Argument(std::move(arguments));
    List list;
    for (Argument& argument : arguments) list.push_back(std::get<Value>(std::move(argument)));
    return Argument(Value(std::move(list)));
  }

  Argument read_named(const JsonNode& node, const NameSet* locals) {
    if (const auto name = node.find("ref")) {
      node.allow_only({"ref"});
      check_known(*name, locals);
      return Argument(Reference{name->nonempty_text()});
    }
    if (const auto name = node.find("input")) {
      node.allow_only({"input"});
      check_input(*name);
      return Argument(RawInput{name->nonempty_text()});
    }
    if (const auto name = node.find("sparse")) {
      node.allow_only({"sparse"});
      check_input(*name);
      return Argument(SparseInput{name->nonempty_text()});
    }
    if (const auto name = node.find("function")) {
      node.allow_only({"function"});
      if (!functions_.contains(name->nonempty_text())) {
        name->fail("the program has no function \"" + name->text() + "\"");
      }
      return Argument(FunctionName{name->text()});
    }
    if (!node.find("float")) {
      node.fail(
          "an object here is {\"ref\": name}, {\"input\": name}, {\"sparse\": name}, "
          "{\"function\": name} or {\"float\": \"inf\"}");
    }
    return Argument(value_from_json(node));
  }

  void check_known(const JsonNode& name, const NameSet* locals) const {
    const std::string text = name.nonempty_text();
    if (locals != nullptr && locals->contains(text)) return;
    if (!results_.contains(text)) check_input(name);
  }
  void check_input(const JsonNode& name) const { check_input(name.nonempty_text(), name); }
  void check_input(const std::string& name, const JsonNode& place) const {
    if (inputs_ != nullptr && !inputs_->contains(name)) {
      place.fail("nothing before this is named \"" + name + "\"");
    }
  }

  const Inputs* inputs_;
  NameSet functions_;
  NameSet results_;
};

Json to_json(const std::vector<Pattern>& patterns) {
  Json result = Json::array();
  for (const Pattern& pattern : patterns) {
    const std::string* name = pattern.name();
    result.push_back(name != nullptr ? Json(*name) : to_json(pattern.elements()));
  }
  return result;
}

struct ArgumentToJson {
  Json operator()(const Reference& reference) const { return {{"ref", reference.name}}; }
  Json operator()(const RawInput& input) const { return {{"input", input.name}}; }
  Json operator()(const SparseInput& input) const { return {{"sparse", input.name}}; }
  Json operator()(const FunctionName& function) const { return {{"function", function.name}}; }
  Json operator()(const Value& value) const { return kassay::to_json(value); }
  Json operator()(const ArgumentList& list) const { return all(list); }

  static Json all(const std::vector<Argument>& arguments) {
    Json result = Json::array();
    for (const Argument& each : arguments) result.push_back(std::visit(ArgumentToJson{}, each));
    return result;
  }
};

Json to_json(const std::vector<Call>& calls) {
  Json result = Json::array();
  for (const Call& call : calls) {
    Json kwargs = Json::object();
    for (const auto& [name, argument] : call.kwargs) {
      kwargs[name] = std::visit(ArgumentToJson{}, argument);
    }
    Json json = {{"let", to_json(call.let)},
                 {"call", call.calls_result ? Json({{"ref", call.function}}) : Json(call.function)},
                 {"args", ArgumentToJson::all(call.args)},
                 {"kwargs", std::move(kwargs)}};
    if (call.times != 1) json["times"] = call.times;
    if (const auto& measure = call.measure) {
      json["measure"] = {
          {"warm_up", measure->warm_up}, {"seconds", measure->seconds}, {"least", measure->least}};
      if (!measure->workload.empty()) json["measure"]["workload"] = measure->workload;
    }
    result.push_back(std::move(json));
  }
  return result;
}

}  // namespace

Program parse_program(const JsonNode& node, const Inputs* inputs) {
  return ProgramReader(inputs).read(node);
}

Program parse_program(const Json& json, const std::string& file) {
  const JsonSource source{file, "", "\"Programs\" in spec/vectors.md describes the format."};
  return parse_program(JsonNode(json, source), nullptr);
}

Json to_json(const Program& program) {
  Json json = {{"calls", to_json(program.calls)}, {"return", program.returned}};
  for (const auto& [name, function] : program.functions) {
    json["functions"][name] = {{"parameters", to_json(function.parameters)},
                               {"calls", to_json(function.calls)},
                               {"return", ArgumentToJson::all(function.returned)}};
  }
  if (!program.layouts.empty()) json["layouts"] = program.layouts;
  return json;
}

}  // namespace kassay
