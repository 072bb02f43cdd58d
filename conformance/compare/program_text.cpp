#include "conformance/compare/program_text.h"

#include "conformance/compare/text.h"

namespace kassay {
namespace {

std::string join(const std::vector<std::string>& items) {
  std::string result;
  for (const std::string& item : items) result += (result.empty() ? "" : ", ") + item;
  return result;
}

std::string argument_text(const Argument& argument) {
  const auto& alternatives = static_cast<const Argument::variant&>(argument);
  if (const auto* reference = std::get_if<Reference>(&alternatives)) return reference->name;
  if (const auto* raw = std::get_if<RawInput>(&alternatives)) return "array(" + raw->name + ")";
  if (const auto* value = std::get_if<Value>(&alternatives)) return wording::python_text(*value);
  std::vector<std::string> items;
  for (const Argument& item : std::get<ArgumentList>(alternatives)) {
    items.push_back(argument_text(item));
  }
  return "[" + join(items) + "]";
}

std::string call_text(const Call& call) {
  std::vector<std::string> arguments;
  for (const Argument& argument : call.args) arguments.push_back(argument_text(argument));
  for (const auto& [name, argument] : call.kwargs) {
    arguments.push_back(name + "=" + argument_text(argument));
  }
  const std::string names = call.let.empty() ? "" : join(call.let) + " = ";
  return names + "K." + call.function + "(" + join(arguments) + ")\n";
}

}  // namespace

std::string program_text(const Program& program) {
  std::string text;
  for (const Call& call : program.calls) text += call_text(call);
  return text + (program.returned.empty() ? "return\n" : "return " + join(program.returned) + "\n");
}

}  // namespace kassay
