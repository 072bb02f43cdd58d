#include "spec/lib/program_json.h"

#include <nlohmann/json.hpp>
#include <set>

#include "spec/lib/json_value.h"

namespace kassay {
namespace {

using Json = nlohmann::json;

class ProgramReader {
 public:
  explicit ProgramReader(const Inputs* inputs) : inputs_(inputs) {}

  Program read(const JsonNode& node) {
    // `inputs` stands beside the calls in a file for `kassay exec`.
    node.allow_only({"calls", "return", "inputs"});
    Program program;
    for (const JsonNode& call : node.at("calls").elements())
      program.calls.push_back(read_call(call));
    for (const JsonNode& name : node.at("return").elements()) {
      check_known(name);
      program.returned.push_back(name.nonempty_text());
    }
    return program;
  }

 private:
  Call read_call(const JsonNode& node) {
    node.allow_only({"let", "call", "args", "kwargs"});
    Call call;
    call.function = node.at("call").nonempty_text();
    if (const auto args = node.find("args")) {
      for (const JsonNode& argument : args->elements())
        call.args.push_back(read_argument(argument));
    }
    if (const auto kwargs = node.find("kwargs")) {
      for (const auto& [name, argument] : kwargs->members()) {
        call.kwargs.emplace(name, read_argument(argument));
      }
    }
    if (const auto names = node.find("let")) {
      for (const JsonNode& name : names->elements()) {
        call.let.push_back(name.nonempty_text());
        if (!results_.insert(call.let.back()).second) {
          name.fail("an earlier result is already named \"" + call.let.back() + "\"");
        }
      }
    }
    return call;
  }

  Argument read_argument(const JsonNode& node) {
    if (node.is_object()) return read_named(node);
    if (!node.is_array()) return Argument(value_from_json(node));
    ArgumentList arguments;
    bool literal = true;
    for (const JsonNode& element : node.elements()) {
      arguments.push_back(read_argument(element));
      literal = literal && std::holds_alternative<Value>(arguments.back());
    }
    if (!literal) return Argument(std::move(arguments));
    List list;
    for (Argument& argument : arguments) list.push_back(std::get<Value>(std::move(argument)));
    return Argument(Value(std::move(list)));
  }

  Argument read_named(const JsonNode& node) {
    if (const auto name = node.find("ref")) {
      node.allow_only({"ref"});
      check_known(*name);
      return Argument(Reference{name->nonempty_text()});
    }
    if (const auto name = node.find("input")) {
      node.allow_only({"input"});
      check_input(*name);
      return Argument(RawInput{name->nonempty_text()});
    }
    if (!node.find("float")) {
      node.fail("an object here is {\"ref\": name}, {\"input\": name} or {\"float\": \"inf\"}");
    }
    return Argument(value_from_json(node));
  }

  void check_known(const JsonNode& name) const {
    if (!results_.contains(name.nonempty_text())) check_input(name);
  }
  void check_input(const JsonNode& name) const {
    if (inputs_ != nullptr && !inputs_->contains(name.nonempty_text())) {
      name.fail("nothing before this is named \"" + name.text() + "\"");
    }
  }

  const Inputs* inputs_;
  std::set<std::string> results_;
};

struct ArgumentToJson {
  Json operator()(const Reference& reference) const {
    return Json::object({{"ref", reference.name}});
  }
  Json operator()(const RawInput& input) const { return Json::object({{"input", input.name}}); }
  Json operator()(const Value& value) const { return kassay::to_json(value); }
  Json operator()(const ArgumentList& list) const {
    Json result = Json::array();
    for (const Argument& argument : list) result.push_back(std::visit(*this, argument));
    return result;
  }
};

}  // namespace

Program parse_program(const JsonNode& node, const Inputs* inputs) {
  return ProgramReader(inputs).read(node);
}

Program parse_program(const Json& json, const std::string& file) {
  const JsonSource source{file, "", "Write the program as \"Programs\" in spec/README.md says."};
  return parse_program(JsonNode(json, source), nullptr);
}

Json to_json(const Program& program) {
  Json calls = Json::array();
  for (const Call& call : program.calls) {
    Json args = Json::array();
    for (const Argument& argument : call.args)
      args.push_back(std::visit(ArgumentToJson{}, argument));
    Json kwargs = Json::object();
    for (const auto& [name, argument] : call.kwargs) {
      kwargs[name] = std::visit(ArgumentToJson{}, argument);
    }
    calls.push_back(Json::object({{"let", call.let},
                                  {"call", call.function},
                                  {"args", std::move(args)},
                                  {"kwargs", std::move(kwargs)}}));
  }
  return Json::object({{"calls", std::move(calls)}, {"return", program.returned}});
}

}  // namespace kassay
