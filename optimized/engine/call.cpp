#include "optimized/engine/call.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "optimized/engine/folding.h"
#include "reference/graph/kernel.h"
#include "spec/lib/error.h"

namespace kassay::optimized::engine {
namespace {

using reference::Plan;
using reference::StaticType;
using reference::TensorType;

// The value used for each slot while types are inferred: a constant, or a placeholder with a known type. None: nothing is known.
using StandIns = std::vector<Value>;

Value stand_in(StaticType type) {
  if (type.sparse || !type.is_complete()) return {};
  return Handle(std::make_shared<reference::Placeholder>(std::move(type)));
}

bool is_constant(const Plan::Source& source) { return source.slot < 0 && source.elements.empty(); }

std::vector<TensorType> types_of(const Plan::Step& step, const StandIns& known) {
  const reference::Operation& operation = *step.operation;
  if (std::ranges::any_of(operation.types, &StaticType::sparse)) return {};
  reference::BoundCall call = operation.call;
  call.session = nullptr;
  for (std::size_t i = 0; i < step.arguments.size(); ++i) {
    if (is_constant(step.arguments[i])) continue;
    bool all_known = true;
    for_each_slot(step.arguments[i],
                  [&](std::size_t slot) { all_known = all_known && !known[slot].is_none(); });
    if (!all_known) return {};
    call.values[i] = fetch(step.arguments[i], known);
  }
  std::vector<TensorType> types;
  try {
    types = operation.kernel->infer(call);
  } catch (const reference::NotStatic&) {
    return {};  // a size follows from elements
  } catch (const ApiError&) {
    return {};  // the run will refuse it when it gets there
  }
  const auto has_unknown = [](const TensorType& type) {
    return std::ranges::find(type.shape, reference::kUnknown) != type.shape.end();
  };
  return std::ranges::any_of(types, has_unknown) ? std::vector<TensorType>{} : types;
}

// Precondition: all are known.
std::vector<TensorType> given_types(const std::vector<Plan::Source>& arguments,
                                    const StandIns& known) {
  std::vector<TensorType> types;
  for (const Plan::Source& source : arguments) {
    const Value* const value =
        source.slot < 0 ? nullptr : &known[static_cast<std::size_t>(source.slot)];
    if (value == nullptr) {
      types.emplace_back();
    } else if (const auto symbol = reference::symbol_of(*value)) {
      types.push_back({symbol->type().dtype, *symbol->type().shape});
    } else {
      const StaticType type = reference::type_of(*value);
      types.push_back({type.dtype, *type.shape});
    }
  }
  return types;
}

Call call_of(const Plan::Step& step, const Level& level) {
  Call call;
  call.operation = step.operation;
  call.native = level.find_kernel(call.function());
  call.bound = step.operation->call;
  call.bound.session = nullptr;
  call.first_slot = step.first_slot;
  if (call.function() == "internal.scan") {
    call.scan = scan_of(call.bound);
    for (std::size_t i = 0; i < step.operation->types.size(); ++i)
      call.scan_slots.push_back(call.first_slot + i);
  }
  const auto open = std::ranges::count_if(step.arguments, std::not_fn(is_constant));
  call.open.reserve(static_cast<std::size_t>(open));
  call.arguments.reserve(static_cast<std::size_t>(open));
  for (std::size_t i = 0; i < step.arguments.size(); ++i) {
    if (is_constant(step.arguments[i])) continue;
    call.open.push_back(i);
    call.arguments.push_back(step.arguments[i]);
    call.bound.values[i] = {};
  }
  return call;
}

}  // namespace

std::vector<Call> calls_of(const Plan& plan, const std::vector<StaticType>& feeds,
                           const Level& level, Constants* folded) {
  StandIns known(plan.slot_count);
  for (std::size_t i = 0; i < feeds.size(); ++i) known[i] = stand_in(feeds[i]);
  for (const auto& [slot, value] : plan.constants) known[slot] = value;
  for (const auto& [slot, variable] : plan.variables) known[slot] = stand_in(variable->type());
  std::vector<Call> calls;
  calls.reserve(plan.steps.size());
  for (const Plan::Step& step : plan.steps) {
    Call call = call_of(step, level);
    call.types = types_of(step, known);
    if (!call.types.empty()) call.given = given_types(call.arguments, known);
    if (folded != nullptr) {
      if (auto results = constant_results(call, known)) {
        for (std::size_t i = 0; i < results->size(); ++i) {
          known[step.first_slot + i] = results->at(i);
          folded->emplace(step.first_slot + i, std::move(results->at(i)));
        }
        continue;
      }
    }
    for (std::size_t i = 0; i < call.types.size(); ++i) {
      known[step.first_slot + i] = stand_in({call.types[i].dtype, call.types[i].shape, false});
    }
    calls.push_back(std::move(call));
  }
  return calls;
}

void rename(Plan::Source& source, const Renamed& renamed) {
  const auto found = renamed.find(static_cast<std::size_t>(source.slot));
  if (source.slot >= 0 && found != renamed.end())
    source.slot = static_cast<std::ptrdiff_t>(found->second);
  for (auto& element : source.elements) rename(element, renamed);
}

bool only_computes(const Call& call) {
  return !call.operation->kernel->is_random && call.function() != "print_tensor";
}

bool is_integer(const Value& constant, std::int64_t number) {
  const auto* const integer = constant.get_if<std::int64_t>();
  return integer != nullptr && *integer == number;
}

reference::Signature made_signature(std::string name,
                                    std::vector<reference::Parameter> parameters) {
  return {std::move(name), {true, true, true}, std::move(parameters), {}, true};
}

Call made_call(const reference::Signature& signature, const reference::Kernel* kernel,
               const Level& level, const Call& like, std::vector<Plan::Source> arguments,
               std::vector<Value> constants, std::size_t slot, TensorType type) {
  static const reference::Kernel no_kernel;
  auto operation = std::make_shared<reference::Operation>();
  operation->kernel = kernel != nullptr ? kernel : &no_kernel;
  operation->call = {&signature, like.bound.settings, {}};
  for (std::size_t i = 0; i < arguments.size(); ++i) operation->call.values.emplace_back();
  std::ranges::move(constants, std::back_inserter(operation->call.values));
  operation->types = {{type.dtype, type.shape, false}};
  Call call;
  call.native = level.find_kernel(signature.function);
  call.bound = operation->call;
  call.operation = std::move(operation);
  for (std::size_t i = 0; i < arguments.size(); ++i) call.open.push_back(i);
  call.arguments = std::move(arguments);
  call.first_slot = slot;
  call.types.push_back(std::move(type));
  return call;
}

Tensor without_elements(const TensorType& type) {
  static const auto nothing = std::make_shared<std::byte>();
  return {type.dtype, type.shape, nothing};
}

std::string to_string(const Call& call) {
  std::string text;
  for (std::size_t i = 0; i < call.operation->types.size(); ++i) {
    text += (i == 0 ? "%" : ", %") + std::to_string(call.first_slot + i) + " ";
    if (call.types.empty()) {
      text += "of unknown type";
    } else {
      text += std::string(dtype_name(call.types[i].dtype)) + " " +
              kassay::to_string(call.types[i].shape);
    }
  }
  text += " = " + std::string(call.function()) + "(";
  std::string separator;
  for_each_slot(call, [&](std::size_t slot) {
    text += separator + "%" + std::to_string(slot);
    separator = ", ";
  });
  return text + (call.native == nullptr ? ")  not native" : ")");
}

void compute(const Call& call, std::vector<Tensor>& results) {
  if (call.native != nullptr && (*call.native)(call.bound, results)) return;
  std::vector<Value> computed = call.operation->kernel->compute(call.bound);
  for (std::size_t i = 0; i < results.size(); ++i) results[i] = std::get<Tensor>(computed[i]);
}

}  // namespace kassay::optimized::engine
