// Plans for the tests of the passes.
#pragma once

#include <string>
#include <vector>

#include "optimized/engine/call.h"
#include "reference/graph/tests/graph.h"

namespace kassay::optimized {

inline std::shared_ptr<const reference::Variable> variable_of(const Value& value) {
  return std::dynamic_pointer_cast<const reference::Variable>(reference::symbol_of(value));
}

// `updated`: the variables that get the last outputs.
inline reference::Plan plan_of(const List& outputs, const List& fed, const List& updated = {}) {
  std::vector<reference::Symbol> wanted, given;
  std::vector<std::shared_ptr<const reference::Variable>> variables;
  for (const Value& output : outputs) wanted.push_back(reference::symbol_of(output));
  for (const Value& input : fed) given.push_back(reference::symbol_of(input));
  for (const Value& value : updated) variables.push_back(variable_of(value));
  return {wanted, given, std::move(variables)};
}

// By slot, whether it is an output.
inline std::vector<bool> output_slots(const reference::Plan& plan) {
  std::vector<bool> found(plan.slot_count);
  for (const auto& output : plan.outputs) found[static_cast<std::size_t>(output.slot)] = true;
  return found;
}

inline std::vector<engine::Call> calls_of(const reference::Plan& plan,
                                          const std::vector<Value>& feeds) {
  std::vector<reference::StaticType> types;
  for (const Value& feed : feeds) types.push_back(reference::type_of(feed));
  return engine::calls_of(plan, types, level_to_use());
}

inline std::vector<std::string> functions_of(const std::vector<engine::Call>& calls) {
  std::vector<std::string> functions;
  for (const engine::Call& call : calls) functions.emplace_back(call.function());
  return functions;
}

}  // namespace kassay::optimized
