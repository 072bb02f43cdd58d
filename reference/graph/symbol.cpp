#include "reference/graph/symbol.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "reference/graph/operation.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

std::atomic<std::uint64_t> created = 0;

}  // namespace

bool StaticType::is_complete() const {
  return shape && std::ranges::find(*shape, kUnknown) == shape->end();
}

SymbolicTensor::SymbolicTensor(StaticType type) : type_(std::move(type)), number_(++created) {}

std::string SymbolicTensor::describe() const {
  const std::string shape =
      type_.shape ? "shape " + to_string(*type_.shape) : std::string("unknown rank");
  const std::string dtype = type_.sparse ? "a sparse " + std::string(dtype_name(type_.dtype))
                                         : dtype_with_article(type_.dtype);
  return dtype + " " + kind() + " of " + shape;
}

Variable::Variable(Value value) : SymbolicTensor(type_of(value)), value_(std::move(value)) {}

const Value& Variable::value() const {
  if (elsewhere_) value_ = std::exchange(elsewhere_, nullptr)->fetch();
  return value_;
}

void Variable::assign(std::shared_ptr<Elsewhere> value) const {
  elsewhere_ = std::move(value);
  ++version_;
}

void Variable::assign(const Value& value) const {
  const Tensor given = dense(value);
  if (given.shape() != *type().shape) {
    throw ApiError(ErrorKind::kValue,
                   "a value of shape " + to_string(given.shape()) + " for " + describe());
  }
  Tensor rounded = round_to(type().dtype, given);
  elsewhere_ = nullptr;
  ++version_;
  if (type().sparse) {
    value_ = to_sparse(rounded);
  } else {
    value_ = std::move(rounded);
  }
}

Result::Result(std::shared_ptr<const Operation> operation, std::size_t output,
               std::optional<Value> known)
    : SymbolicTensor(known ? type_of(*known) : operation->types[output]),
      operation_(std::move(operation)),
      output_(output),
      known_(std::move(known)) {}

// Destroys its ancestors one by one: with recursion, a long graph would overflow the stack.
Result::~Result() {
  thread_local std::vector<std::shared_ptr<const Operation>>* pending = nullptr;
  if (pending != nullptr) {
    pending->push_back(std::move(operation_));
    return;
  }
  std::vector<std::shared_ptr<const Operation>> operations;
  operations.push_back(std::move(operation_));
  pending = &operations;
  while (!operations.empty()) {
    const std::shared_ptr<const Operation> last = std::move(operations.back());
    operations.pop_back();
  }
  pending = nullptr;
}

Symbol symbol_of(const Value& value) {
  const auto* handle = value.get_if<Handle>();
  return handle == nullptr ? nullptr : std::dynamic_pointer_cast<const SymbolicTensor>(*handle);
}

Tensor dense(const Value& array) {
  if (const auto* sparse = array.get_if<SparseTensor>()) return to_dense(*sparse);
  return std::get<Tensor>(array);
}

StaticType type_of(const Value& array) {
  if (const auto* sparse = array.get_if<SparseTensor>()) {
    return {sparse->values().dtype(), sparse->shape(), true};
  }
  const auto& tensor = std::get<Tensor>(array);
  return {tensor.dtype(), tensor.shape(), false};
}

}  // namespace kassay::reference
