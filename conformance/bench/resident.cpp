#include "conformance/bench/resident.h"

#include <algorithm>
#include <utility>

#include "spec/lib/error.h"

namespace kassay::bench {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw Unsupported(
      "arrays can stay with the backend only if the last call is of a compiled function: " + why);
}

ArgumentList list_of(const Argument& argument, const char* what) {
  if (const auto* const list = std::get_if<ArgumentList>(&argument)) return *list;
  const auto* const value = std::get_if<Value>(&argument);
  const auto* const list = value == nullptr ? nullptr : value->get_if<List>();
  if (list == nullptr || !list->empty()) refuse(std::string(what) + " are not a list of arrays");
  return {};
}

const std::string& name_of(const Argument& argument, const char* what) {
  const auto* const reference = std::get_if<Reference>(&argument);
  if (reference == nullptr) refuse(std::string(what) + " has no name");
  return reference->name;
}

Call& maker_of(const std::string& name, std::vector<Call>& calls, const char* function) {
  const auto found = std::ranges::find_if(calls, [&](const Call& call) {
    return call.function == function && call.let.size() == 1 && call.let[0].name() != nullptr &&
           *call.let[0].name() == name;
  });
  if (found == calls.end()) refuse(name + " is not made by " + function);
  return *found;
}

Call call_of(std::string function, std::vector<Argument> args, std::string let) {
  Call call;
  call.function = std::move(function);
  call.args = std::move(args);
  call.let.emplace_back(std::move(let));
  return call;
}

// Turns placeholder(shape=..., dtype=...) into a variable with the array.
void begin_with(const Argument& array, Call& placeholder) {
  std::erase_if(placeholder.kwargs, [](const auto& entry) { return entry.first != "dtype"; });
  placeholder.function = "variable";
  placeholder.args = {array};
}

// The names of the outputs after the function has returned.
std::vector<std::string> names_of_results(const Call& call, std::size_t outputs) {
  std::vector<std::string> names;
  if (call.let.size() == 1 && call.let[0].name() == nullptr) {
    for (const Pattern& element : call.let[0].elements()) {
      if (element.name() != nullptr) names.push_back(*element.name());
    }
  }
  if (names.size() != outputs) refuse("it does not name each output");
  return names;
}

// Names in program files have no dots.
std::string own_name(const char* what, std::size_t output) {
  return std::string("resident.") + what + std::to_string(output);
}

}  // namespace

Program resident(const Program& program) {
  Program made = program;
  if (made.calls.empty() || !made.calls.back().calls_result) refuse("it is not");
  Call called = std::move(made.calls.back());
  made.calls.pop_back();
  Call& function = maker_of(called.function, made.calls, "function");
  if (called.args.size() != 1 || function.args.size() != 2) refuse("it has other arguments");
  const ArgumentList arrays = list_of(called.args[0], "its arrays");
  const ArgumentList inputs = list_of(function.args[0], "its inputs");
  const ArgumentList outputs = list_of(function.args[1], "its outputs");
  if (arrays.size() != inputs.size()) refuse("it does not have an array for each input");
  const std::vector<std::string> results = names_of_results(called, outputs.size());

  ArgumentList updates;
  if (const auto found = function.kwargs.find("updates"); found != function.kwargs.end()) {
    updates = list_of(found->second, "its updates");
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    begin_with(arrays[i], maker_of(name_of(inputs[i], "an input"), made.calls, "placeholder"));
  }

  // One call without updates gives the first values of the output variables.
  function.args[0] = ArgumentList{};
  function.kwargs.erase("updates");
  const auto measure = std::exchange(called.measure, std::nullopt);
  const std::int64_t times = std::exchange(called.times, 1);
  called.args = {ArgumentList{}};
  made.calls.push_back(called);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Reference dtype{own_name("dtype", i)}, kept{own_name("output", i)},
        update{own_name("update", i)};
    made.calls.push_back(call_of("dtype", {outputs[i]}, dtype.name));
    made.calls.push_back(call_of("variable", {Reference{results[i]}, dtype}, kept.name));
    made.calls.push_back(call_of("update", {kept, outputs[i]}, update.name));
    updates.emplace_back(update);
  }
  const std::string step = own_name("step", 0);
  made.calls.push_back(call_of("function", {ArgumentList{}, ArgumentList{}}, step));
  made.calls.back().kwargs.emplace("updates", std::move(updates));
  Call measured;
  measured.function = step;
  measured.calls_result = true;
  measured.args = {ArgumentList{}};
  measured.times = times;
  measured.measure = measure;
  made.calls.push_back(std::move(measured));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::string value = own_name("value", i);
    made.calls.push_back(call_of("get_value", {Reference{own_name("output", i)}}, value));
    std::ranges::replace(made.returned, results[i], value);
  }
  return made;
}

}  // namespace kassay::bench
