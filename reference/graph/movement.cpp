#include "reference/graph/movement.h"

#include <map>
#include <memory>
#include <mutex>

#include "reference/graph/session.h"

namespace kassay::reference {
namespace {

constexpr std::string_view kPrefix = "move_back.";

// Whether an argument's elements may be moved: true for the tensors of the call, but not for indices, for example.
bool is_moved(const Parameter& parameter, const Value& value) {
  if (parameter.kind != Kind::kTensor && parameter.kind != Kind::kTensors) return false;
  const Value& first = value.get_if<List>() != nullptr ? std::get<List>(value).front() : value;
  const Symbol symbol = symbol_of(first);
  if (symbol) return is_floating(symbol->type().dtype);
  const auto* tensor = first.get_if<Tensor>();
  return tensor != nullptr && is_floating(tensor->dtype());
}

// Calls `replace(value, number)` on each tensor that is moved; the number is its place among all
// tensors of the call. Returns the values with the replacements.
template <class Replace>
std::vector<Value> map_moved(const Signature& signature, std::vector<Value> values,
                             Replace&& replace) {
  std::int64_t number = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Parameter& parameter = signature.parameters[i];
    const auto visit = [&, moved = is_moved(parameter, values[i])](Value& value) {
      if (moved) value = replace(value, number);
      ++number;
    };
    if (parameter.kind == Kind::kTensors && values[i].get_if<List>() != nullptr) {
      List list = std::get<List>(values[i]);
      for (Value& entry : list) visit(entry);
      values[i] = std::move(list);
    } else if (parameter.kind == Kind::kTensor || parameter.kind == Kind::kNumberOrTensor) {
      visit(values[i]);
    }
  }
  return values;
}

struct Parts {
  BoundCall function;  // of the original function
  Value g;
  std::int64_t target;
};

Parts parts_of(const BoundCall& call) {
  Parts parts{call, {}, 0};
  parts.function.signature = find_signature(call.signature->function.substr(kPrefix.size()));
  parts.target = std::get<std::int64_t>(parts.function.values.back());
  parts.function.values.pop_back();
  parts.g = parts.function.values.back();
  parts.function.values.pop_back();
  return parts;
}

TensorType type_of_target(const Parts& parts) {
  TensorType type;
  map_moved(*parts.function.signature, parts.function.values,
            [&](const Value& value, std::int64_t number) {
              if (number == parts.target) unpack(value, "x", type);
              return value;
            });
  return type;
}

std::vector<Value> compute(const BoundCall& call) {
  Parts parts = parts_of(call);
  const TensorType type = type_of_target(parts);
  // The elements of the target are numbered from 1; all others are 0.
  parts.function.values =
      map_moved(*parts.function.signature, parts.function.values,
                [&](const Value& value, std::int64_t number) -> Value {
                  const Tensor tensor = dense(value);
                  Tensor places(DType::kInt64, tensor.shape());
                  for (std::int64_t i = 0; number == parts.target && i < places.size(); ++i) {
                    set_element(places, i, i + 1);
                  }
                  return places;
                });
  const std::string& function = parts.function.signature->function;
  const Tensor places = dense(find_kernel(function).compute(parts.function).front());
  const Array g = widen(dense(parts.g));
  Array result(type.shape);
  for (std::int64_t i = 0; i < g.size(); ++i) {
    const auto place = static_cast<std::size_t>(element(places, i));
    if (place > 0) result.flat()[place - 1] += g.flat()[static_cast<std::size_t>(i)];
  }
  return {round_to(type.dtype, result)};
}

// The gradient of g is linear in the gradient of the result: it is the function itself.
Gradients gradient(const BoundCall& call, const Gradients& g) {
  const Parts parts = parts_of(call);
  Session& session = *call.session;
  std::size_t tensors = 0;
  const std::vector<Value> values =
      map_moved(*parts.function.signature, parts.function.values,
                [&](const Value& value, std::int64_t number) -> Value {
                  if (number == parts.target) return g.front()->value();
                  return filled_like(to_expression(value, "x", call), 0).value();
                });
  for (std::size_t i = 0; i < parts.function.values.size(); ++i) {
    const Kind kind = parts.function.signature->parameters[i].kind;
    const auto* list = parts.function.values[i].get_if<List>();
    if (kind == Kind::kTensors && list != nullptr) tensors += list->size();
    if (kind == Kind::kTensor || kind == Kind::kNumberOrTensor) ++tensors;
  }
  Gradients all(tensors);  // none for the function's arguments: only their shapes matter
  all.emplace_back(Expression(session, session.apply(*parts.function.signature, values).front()));
  return all;
}

struct Movement {
  Signature signature;
  Kernel kernel;
};

Movement make_movement(const Signature& function, std::string name) {
  Movement movement{function, {}};
  Signature& signature = movement.signature;
  signature.function = std::move(name);
  signature.parameters.push_back({"g", Kind::kTensor, {}});
  signature.parameters.push_back({"target", Kind::kInt, {}});
  movement.kernel.infer = [](const BoundCall& call) {
    return std::vector<TensorType>{type_of_target(parts_of(call))};
  };
  movement.kernel.compute = compute;
  movement.kernel.gradient = [](const BoundCall& call, const std::vector<Expression>&,
                                const Gradients& g) { return gradient(call, g); };
  return movement;
}

const Movement* find_movement(std::string_view name) {
  if (!name.starts_with(kPrefix)) return nullptr;
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<Movement>, std::less<>> table;
  const std::lock_guard lock(mutex);
  auto found = table.find(name);
  if (found == table.end()) {
    const Signature* function = find_signature(name.substr(kPrefix.size()));
    if (function == nullptr) return nullptr;
    auto movement = std::make_unique<Movement>(make_movement(*function, std::string(name)));
    found = table.emplace(name, std::move(movement)).first;
  }
  return found->second.get();
}

}  // namespace

const Signature* find_movement_signature(std::string_view name) {
  const Movement* movement = find_movement(name);
  return movement == nullptr ? nullptr : &movement->signature;
}

const Kernel* find_movement_kernel(std::string_view name) {
  const Movement* movement = find_movement(name);
  return movement == nullptr ? nullptr : &movement->kernel;
}

Gradients moved_back(const BoundCall& call, const Gradients& g) {
  Session& session = *call.session;
  const Signature* back = find_movement_signature(std::string(kPrefix) + call.signature->function);
  Gradients all;
  map_moved(*call.signature, call.values, [&](const Value& value, std::int64_t number) {
    std::vector<Value> values = call.values;
    values.push_back(g.front()->value());
    values.emplace_back(number);
    all.resize(static_cast<std::size_t>(number) + 1);
    all.back() = Expression(session, session.apply(*back, std::move(values)).front());
    return value;
  });
  return all;
}

}  // namespace kassay::reference
