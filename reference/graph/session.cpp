#include "reference/graph/session.h"

#include <algorithm>
#include <utility>

#include "reference/graph/plan.h"
#include "reference/graph/unrolling.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

// The ranks that are tried to find out how a function handles an unknown rank.
constexpr std::int64_t kHighestTriedRank = 5;

// The values with every known tensor replaced by its array; unknown ones stay.
std::vector<Value> with_known(const std::vector<Value>& values, bool& all_known) {
  std::vector<Value> known;
  for (const Value& value : values) {
    known.push_back(map_symbols(value, [&](const Symbol& symbol) -> Value {
      if (symbol->known() != nullptr) return *symbol->known();
      all_known = false;
      return Handle(symbol);
    }));
  }
  return known;
}

bool all_sparse(const std::vector<Value>& values) {
  bool any = false, all = true;
  for (const Value& value : values) {
    for_each_symbol(value, [&](const Symbol& symbol) {
      any = true;
      all = all && symbol->type().sparse;
    });
  }
  return any && all;
}

std::vector<StaticType> static_types(const std::vector<TensorType>& types) {
  std::vector<StaticType> result;
  for (const TensorType& type : types) result.push_back({type.dtype, type.shape, false});
  return result;
}

// The values with every tensor whose shape is known replaced by one of that shape.
std::vector<Value> with_elements_of_zero(const std::vector<Value>& values) {
  std::vector<Value> shapes;
  for (const Value& value : values) {
    shapes.push_back(map_symbols(value, [&](const Symbol& symbol) -> Value {
      const StaticType& type = symbol->type();
      if (!type.is_complete()) return Handle(symbol);
      return Tensor(type.dtype, *type.shape);
    }));
  }
  return shapes;
}

// What two possible types have in common.
void widen_type(StaticType& type, const StaticType& other) {
  if (type.shape && (!other.shape || other.shape->size() != type.shape->size())) type.shape.reset();
  for (std::size_t d = 0; type.shape && d < type.shape->size(); ++d) {
    if ((*type.shape)[d] != (*other.shape)[d]) (*type.shape)[d] = kUnknown;
  }
}

// Replaces a tensor with an incomplete type: with `rank` if the rank is missing. A vector of integers, such as a shape, gets that length if
// its own is missing, and contains only `integer` if it is given.
Value stand_in(const Symbol& symbol, std::int64_t rank, std::optional<std::int64_t> integer) {
  const StaticType& type = symbol->type();
  if (type.shape && type.shape->size() == 1 && is_integer(type.dtype)) {
    const std::int64_t length = type.shape->front() == kUnknown ? rank : type.shape->front();
    if (!integer)
      return Handle(std::make_shared<Placeholder>(StaticType{type.dtype, Shape{length}, false}));
    return round_to(type.dtype, Array({length}, static_cast<Real>(*integer)));
  }
  if (type.shape) return Handle(symbol);
  return Handle(std::make_shared<Placeholder>(
      StaticType{type.dtype, Shape(static_cast<std::size_t>(rank), kUnknown), type.sparse}));
}

// For a function that takes arrays.
void refuse_tensors(const BoundCall& call) {
  for (std::size_t i = 0; i < call.values.size(); ++i) {
    for_each_symbol(call.values[i], [&](const Symbol& symbol) {
      if (symbol->known() != nullptr) return;
      throw mismatch(ErrorKind::kType, call.signature->parameters[i].name, "an array",
                     call.values[i]);
    });
  }
}

// The results; those that the kernel groups are one list.
std::vector<Value> with_list(const Kernel& kernel, std::vector<Value> results) {
  if (kernel.listed_from == kNothingListed) return results;
  const auto first = results.begin() + static_cast<std::ptrdiff_t>(kernel.listed_from);
  const auto last = results.end() - static_cast<std::ptrdiff_t>(kernel.after_list);
  List list(first, last);
  results.insert(results.erase(first, last), std::move(list));
  return results;
}

}  // namespace

std::unique_ptr<Executable> Executor::prepare(Plan plan) { return step_by_step(std::move(plan)); }

std::unique_ptr<Turns> Executor::make_turns(Session& /*session*/, std::int64_t /*count*/) {
  return nullptr;
}

void Executor::describe(BackendInfo& /*info*/) const {}

Session::Session(Edition edition, Executor& executor)
    : settings_(std::make_shared<Settings>(Settings{.edition = edition})), executor_(executor) {}

void Session::change_settings(const std::function<void(Settings&)>& change) {
  auto changed = std::make_shared<Settings>(*settings_);
  change(*changed);
  settings_ = std::move(changed);
}

std::vector<Value> Session::apply(std::string_view function, std::vector<Value> values) {
  const Signature* signature = find_signature(function);
  for (std::size_t i = values.size(); i < signature->parameters.size(); ++i) {
    const Parameter& parameter = signature->parameters[i];
    values.push_back(parameter.kind == Kind::kKeywords
                         ? Value(List{})
                         : parameter.defaults[static_cast<std::size_t>(Edition::kKo)].value());
  }
  return apply(*signature, std::move(values));
}

std::vector<Value> Session::apply(const Signature& signature, std::vector<Value> values) {
  return apply(signature, find_kernel(signature.function), std::move(values));
}

std::vector<Value> Session::apply(const Signature& signature, const Kernel& kernel,
                                  std::vector<Value> values) {
  return apply(kernel, BoundCall{&signature, settings_, std::move(values), this, {}});
}

std::vector<Value> Session::apply_again(const Operation& operation, std::vector<Value> values,
                                        const Replacement& replacement) {
  struct Restored {
    ~Restored() { current = before; }
    const Replacement*& current;
    const Replacement* const before;
  };
  const Restored restored{replacement_, std::exchange(replacement_, &replacement)};
  const BoundCall& call = operation.call;
  return with_settings(call.settings, [&] {
    return apply(*operation.kernel,
                 BoundCall{call.signature, call.settings, std::move(values), this, call.draw});
  });
}

std::vector<Value> Session::apply(const Kernel& kernel, BoundCall call) {
  try {
    if (!kernel.act) return results_of(kernel, std::move(call));
    try {
      return kernel.act(call);
    } catch (const NotStatic&) {
      if (!kernel.deferred_types) throw;
      std::vector<StaticType> types = kernel.deferred_types(call);
      return defer(kernel, std::move(call), std::move(types));
    }
  } catch (const NotStatic& unknown) {
    throw ApiError(ErrorKind::kType, unknown.reason);
  }
}

std::vector<Value> Session::results_of(const Kernel& kernel, BoundCall call) {
  if (kernel.needs_shapes_alone) call.values = with_elements_of_zero(call.values);
  bool all_known = true;
  // From 1 on: 0 means that it is not a random operation.
  if (kernel.is_random && call.draw.operation == 0) call.draw = {++random_operations_, 0};
  BoundCall known = call;
  known.values = with_known(call.values, all_known);
  const bool sparse = kernel.makes_sparse || (kernel.keeps_sparse && all_sparse(call.values));
  if (!all_known || (kernel.is_random && !kernel.makes_variable)) {
    std::vector<StaticType> types = infer(kernel, known);
    if (!call.signature->returns_tensor) {
      refuse_tensors(call);
    }
    for (StaticType& type : types) type.sparse = sparse;
    return defer(kernel, std::move(call), std::move(types));
  }
  std::vector<Value> arrays = executor_.compute(kernel, known);
  if (!call.signature->returns_tensor) return arrays;
  std::vector<Value> results;
  std::vector<StaticType> types;
  for (const Value& array : arrays) types.push_back(type_of(array));
  const auto operation =
      std::make_shared<Operation>(Operation{&kernel, std::move(call), std::move(types)});
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (kernel.makes_variable) {
      results.emplace_back(Handle(std::make_shared<Variable>(std::move(arrays[i]))));
      continue;
    }
    if (sparse) arrays[i] = to_sparse(std::get<Tensor>(arrays[i]));
    results.emplace_back(Handle(std::make_shared<Result>(operation, i, std::move(arrays[i]))));
  }
  return with_list(kernel, std::move(results));
}

std::vector<Value> Session::defer(const Kernel& kernel, BoundCall call,
                                  std::vector<StaticType> types) {
  const auto operation =
      std::make_shared<Operation>(Operation{&kernel, std::move(call), std::move(types)});
  std::vector<Value> results;
  for (std::size_t i = 0; i < operation->types.size(); ++i) {
    results.emplace_back(Handle(std::make_shared<Result>(operation, i, std::nullopt)));
  }
  return with_list(kernel, std::move(results));
}

std::vector<StaticType> Session::infer(const Kernel& kernel, const BoundCall& call) const {
  try {
    return static_types(kernel.infer(call));
  } catch (const NotStatic&) {
  }
  // The other facts hold for any value of the missing rank or integers.
  std::vector<StaticType> common;
  std::optional<ApiError> refusal;
  const auto try_with = [&](std::int64_t rank, std::optional<std::int64_t> integer) {
    BoundCall tried = call;
    for (Value& value : tried.values) {
      value =
          map_symbols(value, [&](const Symbol& symbol) { return stand_in(symbol, rank, integer); });
    }
    try {
      const std::vector<StaticType> types = static_types(kernel.infer(tried));
      if (common.empty()) common = types;
      for (std::size_t i = 0; i < common.size(); ++i) widen_type(common[i], types[i]);
    } catch (const ApiError& error) {
      if (!refusal) refusal = error;
    }
  };
  for (std::int64_t rank = 0; rank <= kHighestTriedRank; ++rank) {
    try {
      try_with(rank, std::nullopt);
    } catch (const NotStatic&) {  // the function needs the integers to determine its result
      for (const std::int64_t integer : {1, 2}) try_with(rank, integer);
    }
  }
  if (common.empty()) throw *refusal;
  return common;
}

std::vector<Value> Session::evaluate(const std::vector<Symbol>& tensors) {
  std::vector<Symbol> wanted = tensors, nothing_fed, known;
  while (!is_unrolled(wanted)) {
    try {
      unroll(*this, {}, known, nothing_fed, wanted);
    } catch (const NotUnrolled& failure) {
      if (!failure.add_to(known)) throw;
      wanted = tensors;
    }
  }
  return step_by_step(Plan(wanted, {}))->run(*this, {});
}

Value Session::learning_phase() {
  if (phase_) return *phase_;
  if (!phase_placeholder_) {
    phase_placeholder_ = std::make_shared<Placeholder>(StaticType{DType::kInt32, Shape{}, false},
                                                       Tensor(DType::kInt32, {}));
  }
  return Handle(phase_placeholder_);
}

void Session::clear() {
  uids_.clear();
  phase_.reset();
  phase_placeholder_.reset();
}

}  // namespace kassay::reference
