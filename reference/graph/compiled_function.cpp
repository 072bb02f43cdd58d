#include "reference/graph/compiled_function.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "reference/graph/constant.h"
#include "reference/graph/unrolling.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

// The array as it is given; lists and numbers become a tensor of `dtype`.
Tensor fed_tensor(const Value& value, const Place& place, DType dtype) {
  if (const auto* tensor = value.get_if<Tensor>()) return *tensor;
  if (value.get_if<SparseTensor>() != nullptr) return dense(value);
  Nested nested;
  unpack(value, place, nested);
  return round_to(dtype, nested.array);
}

bool fits(const Shape& shape, const StaticType& type) {
  if (!type.shape) return true;
  if (type.shape->size() != shape.size()) return false;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if ((*type.shape)[d] != kUnknown && (*type.shape)[d] != shape[d]) return false;
  }
  return true;
}

// An array for a placeholder, in its dtype. It is copied only for a conversion: the array is never written to.
Value fitting(const Value& value, const SymbolicTensor& placeholder, const Place& place) {
  for_each_symbol(value, [&](const Symbol& /*symbol*/) {
    throw mismatch(ErrorKind::kType, place, "an array", value);
  });
  const DType dtype = placeholder.type().dtype;
  const Tensor given = fed_tensor(value, place, dtype);
  if (!fits(given.shape(), placeholder.type())) {
    throw ApiError(ErrorKind::kValue, mismatch_text(place, "an array for " + placeholder.describe(),
                                                    "one of shape " + to_string(given.shape())));
  }
  const Tensor fed = round_to(dtype, given);
  if (placeholder.type().sparse) return to_sparse(fed);
  return fed;
}

// Compares elements that are not integers bit by bit.
void add_elements(const Value& array, Shape& key) {
  const Tensor tensor = dense(array);
  const bool is_whole = !is_floating(tensor.dtype());
  const Array elements = widen(tensor);
  for (const Real element : elements.flat())
    key.push_back(is_whole ? static_cast<std::int64_t>(element)
                           : std::bit_cast<std::int64_t>(static_cast<double>(element)));
}

}  // namespace

CompiledFunction::CompiledFunction(Session& session, std::vector<Symbol> inputs,
                                   const std::vector<Value>& outputs,
                                   const std::vector<std::shared_ptr<const Update>>& updates)
    : session_(session), inputs_(std::move(inputs)), output_count_(outputs.size()) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const Object* input = inputs_[i].get();
    if (dynamic_cast<const Placeholder*>(input) == nullptr &&
        dynamic_cast<const Result*>(input) == nullptr) {
      throw mismatch(ErrorKind::kType, Place("inputs", i), "a placeholder or a computed tensor",
                     Handle(inputs_[i]));
    }
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    wanted_.push_back(
        symbol_of(as_tensor(outputs[i], Place("outputs", i), session.settings()->floatx)));
  }
  for (const auto& update : updates) {
    updated_.push_back(update->variable());
    const DType dtype = updated_.back()->type().dtype;
    wanted_.push_back(symbol_of(as_tensor(update->value(), "updates", dtype)));
  }
  unrolled_ = is_unrolled(wanted_);
}

CompiledFunction::Fed CompiledFunction::feed(const List& arrays) const {
  if (arrays.size() != inputs_.size()) {
    throw ApiError(ErrorKind::kValue, "the function has " + std::to_string(inputs_.size()) +
                                          " inputs, given " + std::to_string(arrays.size()));
  }
  Fed fed;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (arrays[i].is_none()) continue;
    fed.placeholders.push_back(inputs_[i]);
    fed.arrays.push_back(fitting(arrays[i], *inputs_[i], Place("inputs", i)));
  }
  return fed;
}

Executable& CompiledFunction::executable_for(const Fed& fed) const {
  const auto is_known = [&](const Symbol& symbol) {
    return std::ranges::find(known_, symbol) != known_.end();
  };
  // A placeholder that is not fed gets an impossible shape in the key, which differs from every fed one, also from one whose elements are
  // in the key.
  std::vector<Shape> key;
  for (const Symbol& input : inputs_) {
    const auto at = std::ranges::find(fed.placeholders, input);
    if (at == fed.placeholders.end()) {
      key.push_back({kUnknown, kUnknown});
    } else if (unrolled_) {
      key.emplace_back();  // one plan serves all shapes
    } else {
      const Value& array = fed.arrays[static_cast<std::size_t>(at - fed.placeholders.begin())];
      key.push_back(*type_of(array).shape);
      if (is_known(input)) add_elements(array, key.back());
    }
  }
  for (const Symbol& symbol : known_) {
    if (const auto* variable = dynamic_cast<const Variable*>(symbol.get()))
      add_elements(variable->value(), key.emplace_back());
  }
  if (const auto made = prepared_.find(key); made != prepared_.end()) return *made->second;
  std::vector<Symbol> wanted = wanted_, placeholders = fed.placeholders;
  try {
    if (!unrolled_) unroll(session_, fed.arrays, known_, placeholders, wanted);
  } catch (const NotUnrolled& failure) {
    if (!failure.add_to(known_)) throw;
    return executable_for(fed);
  }
  // Sizes repeat, but numbers that are not integers may differ in each call.
  if (std::ranges::any_of(known_,
                          [](const Symbol& each) { return is_floating(each->type().dtype); }))
    prepared_.clear();
  auto prepared = session_.executor().prepare(Plan(wanted, placeholders, updated_));
  return *prepared_.emplace(std::move(key), std::move(prepared)).first->second;
}

std::vector<Value> CompiledFunction::call(const Arguments& arguments) const {
  if (arguments.positional.size() != 1 || !arguments.keyword.empty() ||
      arguments.positional.front().get_if<List>() == nullptr) {
    throw ApiError(ErrorKind::kType, "the function takes one list of arrays, its inputs");
  }
  const Fed fed = feed(std::get<List>(arguments.positional.front()));
  std::vector<Value> values = executable_for(fed).run(session_, fed.arrays);
  for (std::size_t i = 0; i < updated_.size(); ++i) {
    const Value& value = values[output_count_ + i];
    if (!value.is_none()) updated_[i]->assign(value);
  }
  values.resize(output_count_);
  for (Value& value : values) value = dense(value);
  return {Value(List(std::move(values)))};
}

}  // namespace kassay::reference
