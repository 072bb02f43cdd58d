// The tensors of the API: what a backend returns instead of arrays.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/arrays/array.h"
#include "spec/lib/value.h"

namespace kassay::reference {

struct Operation;

// What is known about a tensor before it is computed. Without a shape, not even the rank is known; a dimension of kUnknown is unknown.
struct StaticType {
  DType dtype = DType::kFloat32;
  std::optional<Shape> shape;
  bool sparse = false;

  bool is_complete() const;  // every dimension is known
};

// The type of a Tensor or a SparseTensor.
StaticType type_of(const Value& array);
Tensor dense(const Value& array);

class SymbolicTensor : public Object {
 public:
  const StaticType& type() const { return type_; }
  // In the order of creation: a tensor has a larger number than everything it is computed from.
  std::uint64_t number() const { return number_; }
  // The value (a Tensor or a SparseTensor) if it cannot change.
  virtual const Value* known() const { return nullptr; }
  std::string describe() const override;

 protected:
  explicit SymbolicTensor(StaticType type);
  virtual std::string kind() const = 0;

 private:
  StaticType type_;
  std::uint64_t number_;
};
using Symbol = std::shared_ptr<const SymbolicTensor>;

class Placeholder : public SymbolicTensor {
 public:
  explicit Placeholder(StaticType type, std::optional<Tensor> unfed = std::nullopt)
      : SymbolicTensor(std::move(type)), unfed_(std::move(unfed)) {}
  // The value if it is not fed, if there is one.
  const std::optional<Tensor>& unfed() const { return unfed_; }

 protected:
  std::string kind() const override { return "placeholder"; }

 private:
  std::optional<Tensor> unfed_;
};

// Holds a variable's value that is outside the memory of this process.
class Elsewhere {
 public:
  virtual ~Elsewhere() = default;
  // A Tensor of the variable's dtype and shape.
  virtual Value fetch() = 0;
};

class Variable : public SymbolicTensor {
 public:
  explicit Variable(Value value);  // a Tensor or a SparseTensor
  const Value& value() const;
  // Rounds to the variable's dtype. Throws ApiError (value) for another shape.
  void assign(const Value& value) const;
  // The value is fetched when it is read.
  void assign(std::shared_ptr<Elsewhere> value) const;
  // A different number after each assignment.
  std::uint64_t version() const { return version_; }

 protected:
  std::string kind() const override { return "variable"; }

 private:
  // Handles refer to constant objects, but a variable holds state.
  mutable Value value_;
  mutable std::shared_ptr<Elsewhere> elsewhere_;  // null: the value is here
  mutable std::uint64_t version_ = 1;
};

class Constant : public SymbolicTensor {
 public:
  explicit Constant(Value value) : SymbolicTensor(type_of(value)), value_(std::move(value)) {}
  const Value* known() const override { return &value_; }

 protected:
  std::string kind() const override { return "constant"; }

 private:
  Value value_;
};

// One of the results of an operation.
class Result : public SymbolicTensor {
 public:
  Result(std::shared_ptr<const Operation> operation, std::size_t output,
         std::optional<Value> known);
  ~Result() override;
  const std::shared_ptr<const Operation>& operation() const { return operation_; }
  std::size_t output() const { return output_; }
  const Value* known() const override { return known_ ? &*known_ : nullptr; }

 protected:
  std::string kind() const override { return "tensor"; }

 private:
  std::shared_ptr<const Operation> operation_;
  std::size_t output_;
  std::optional<Value> known_;
};

// The result of `update` and similar functions: an assignment to perform after a function has run.
class Update : public Object {
 public:
  Update(std::shared_ptr<const Variable> variable, Value value)
      : variable_(std::move(variable)), value_(std::move(value)) {}
  const std::shared_ptr<const Variable>& variable() const { return variable_; }
  const Value& value() const { return value_; }
  std::string describe() const override { return "an update of " + variable_->describe(); }

 private:
  std::shared_ptr<const Variable> variable_;
  Value value_;  // a tensor, an array or a number
};

// The tensor behind a value; null if there is none.
Symbol symbol_of(const Value& value);

// Calls `visit(symbol)` for each tensor in a value, through lists.
template <class Visit>
void for_each_symbol(const Value& value, Visit&& visit) {
  if (const auto* list = value.get_if<List>()) {
    for (const Value& entry : *list) for_each_symbol(entry, visit);
  } else if (Symbol symbol = symbol_of(value)) {
    visit(std::move(symbol));
  }
}

// The same value with each tensor replaced by `replace(symbol)`.
template <class Replace>
Value map_symbols(const Value& value, Replace&& replace) {
  if (const auto* list = value.get_if<List>()) {
    List mapped;
    mapped.reserve(list->size());
    for (const Value& entry : *list) mapped.push_back(map_symbols(entry, replace));
    return mapped;
  }
  if (const Symbol symbol = symbol_of(value)) return replace(symbol);
  return value;
}

}  // namespace kassay::reference
