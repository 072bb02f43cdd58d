#include "spec/lib/program_text.h"

#include <array>
#include <utility>

#include "spec/lib/text.h"

namespace kassay {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kInfix{{
    {"operator.add", " + "},
    {"operator.sub", " - "},
    {"operator.mul", " * "},
    {"operator.truediv", " / "},
}};
constexpr char kNegation[] = "operator.neg";

std::string join(const std::vector<std::string>& items) {
  std::string result;
  for (const std::string& item : items) result += (result.empty() ? "" : ", ") + item;
  return result;
}

std::string argument_text(const Argument& argument);

std::vector<std::string> texts(const std::vector<Argument>& arguments) {
  std::vector<std::string> result;
  for (const Argument& argument : arguments) result.push_back(argument_text(argument));
  return result;
}

struct ArgumentText {
  std::string operator()(const Reference& reference) const { return reference.name; }
  std::string operator()(const RawInput& input) const { return "array(" + input.name + ")"; }
  std::string operator()(const SparseInput& input) const { return "sparse(" + input.name + ")"; }
  std::string operator()(const FunctionName& function) const { return function.name; }
  std::string operator()(const Value& value) const { return wording::python_text(value); }
  std::string operator()(const ArgumentList& list) const { return "[" + join(texts(list)) + "]"; }
};

std::string argument_text(const Argument& argument) { return std::visit(ArgumentText{}, argument); }

std::string pattern_text(const std::vector<Pattern>& patterns) {
  std::vector<std::string> items;
  for (const Pattern& pattern : patterns) {
    const std::string* name = pattern.name();
    items.push_back(name != nullptr ? *name : "[" + pattern_text(pattern.elements()) + "]");
  }
  return join(items);
}

// The form of an operator between its operands, or an empty text.
std::string operator_text(const Call& call) {
  if (call.calls_result || !call.kwargs.empty()) return "";
  const std::vector<std::string> operands = texts(call.args);
  if (call.function == kNegation && operands.size() == 1) return "-" + operands[0];
  for (const auto& [name, sign] : kInfix) {
    if (call.function == name && operands.size() == 2) {
      return operands[0] + std::string(sign) + operands[1];
    }
  }
  return "";
}

void append_calls(const std::vector<Call>& calls, const std::string& indent, std::string& text) {
  for (const Call& call : calls) {
    const std::string repeated = "for _ in range(" + std::to_string(call.times) + "): ";
    text += indent + (call.times == 1 ? "" : repeated) + call_text(call) + "\n";
  }
}

std::string return_text(const std::vector<std::string>& values) {
  return values.empty() ? "return\n" : "return " + join(values) + "\n";
}

}  // namespace

std::string call_text(const Call& call) {
  std::string text = operator_text(call);
  if (text.empty()) {
    std::vector<std::string> arguments = texts(call.args);
    for (const auto& [name, argument] : call.kwargs) {
      arguments.push_back(name + "=" + argument_text(argument));
    }
    text = (call.calls_result ? "" : "K.") + call.function + "(" + join(arguments) + ")";
  }
  return (call.let.empty() ? "" : pattern_text(call.let) + " = ") + text;
}

std::string program_text(const Program& program) {
  std::string text;
  for (const auto& [name, layout] : program.layouts) {
    text += "# the array " + name + " is " + layout + " in memory\n";
  }
  for (const auto& [name, function] : program.functions) {
    text += "def " + name + "(" + pattern_text(function.parameters) + "):\n";
    append_calls(function.calls, "    ", text);
    text += "    " + return_text(texts(function.returned));
  }
  append_calls(program.calls, "", text);
  return text + return_text(program.returned);
}

}  // namespace kassay
