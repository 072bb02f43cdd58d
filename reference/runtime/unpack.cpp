#include "reference/runtime/unpack.h"

#include <cmath>
#include <utility>

#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

[[noreturn]] void mismatch(const Value& value, const std::string& argument,
                           const std::string& expected) {
  if (symbol_of(value)) throw NotStatic{"argument " + argument + " is " + describe(value)};
  throw ApiError(ErrorKind::kType,
                 "argument " + argument + ": expected " + expected + ", found " + describe(value));
}

Tensor tensor_of(const Value& value, const std::string& argument) {
  if (const auto* tensor = value.get_if<Tensor>()) return *tensor;
  if (value.get_if<SparseTensor>() != nullptr) return dense(value);
  mismatch(value, argument, "a tensor");
}

std::optional<double> number_of(const Value& value) {
  if (const auto* number = value.get_if<double>()) return *number;
  if (const auto* integer = value.get_if<std::int64_t>()) return static_cast<double>(*integer);
  if (const auto* truth = value.get_if<bool>()) return *truth ? 1.0 : 0.0;
  return std::nullopt;
}

}  // namespace

void unpack(const Value& value, const std::string& argument, Array& result) {
  if (const auto* integer = value.get_if<std::int64_t>()) {
    result = Array({}, static_cast<Real>(*integer));
  } else if (const auto number = number_of(value)) {
    result = Array({}, *number);
  } else {
    result = widen(tensor_of(value, argument));
  }
}

void unpack(const Value& value, const std::string& argument, Tensor& result) {
  result = tensor_of(value, argument);
}

void unpack(const Value& value, const std::string& argument, TensorType& result) {
  StaticType type;
  unpack(value, argument, type);
  if (!type.shape) throw NotStatic{"argument " + argument + " is " + describe(value)};
  result = {type.dtype, *type.shape};
}

void unpack(const Value& value, const std::string& argument, IntegerType& result) {
  TensorType& type = result;
  unpack(value, argument, type);
  if (is_integer(type.dtype)) return;
  throw ApiError(ErrorKind::kType, "argument " + argument + ": expected integers, found " +
                                       describe(value) + "; cast it to int32 or int64");
}

std::int64_t whole_number(Real number, const std::string& argument) {
  // Both ends are exact; the upper one is the first that no integer holds. NaN is in no interval.
  constexpr Real kEnd = 0x1p63L;
  if (number >= -kEnd && number < kEnd && number == std::trunc(number))
    return static_cast<std::int64_t>(number);
  throw ApiError(ErrorKind::kValue, "argument " + argument + ": expected whole numbers, found " +
                                        std::to_string(static_cast<double>(number)) +
                                        "; round it or cast it to int32");
}

void unpack(const Value& value, const std::string& argument, WholeNumbers& result) {
  Array& array = result;
  unpack(value, argument, array);
  for (const Real number : array.flat()) whole_number(number, argument);
}

void unpack(const Value& value, const std::string& argument, Operand& result) {
  if (number_of(value)) {
    result = {true, {}};
  } else {
    unpack(value, argument, result.type);
  }
}

void unpack(const Value& value, const std::string& argument, std::int64_t& result) {
  if (const auto* integer = value.get_if<std::int64_t>()) {
    result = *integer;
  } else if (const auto* truth = value.get_if<bool>()) {
    result = *truth ? 1 : 0;
  } else {
    mismatch(value, argument, "an int");
  }
}

void unpack(const Value& value, const std::string& argument, double& result) {
  const auto number = number_of(value);
  if (!number) mismatch(value, argument, "a number");
  result = *number;
}

void unpack(const Value& value, const std::string& argument, bool& result) {
  if (const auto* truth = value.get_if<bool>()) {
    result = *truth;
  } else {
    mismatch(value, argument, "a bool");
  }
}

void unpack(const Value& value, const std::string& argument, std::string& result) {
  if (const auto* text = value.get_if<std::string>()) {
    result = *text;
  } else {
    mismatch(value, argument, "a string");
  }
}

void unpack(const Value& value, const std::string& argument, DType& result) {
  std::string name;
  unpack(value, argument, name);
  const auto dtype = parse_dtype(name);
  if (!dtype) throw ApiError(ErrorKind::kType, "argument " + argument + ": unknown dtype " + name);
  result = *dtype;
}

void unpack(const Value& value, const std::string& argument, Axes& result) {
  if (value.is_none()) return;
  result.named.emplace();
  if (value.get_if<List>() != nullptr) {
    unpack(value, argument, *result.named);
  } else {
    unpack(value, argument, result.named->emplace_back());
  }
}

void unpack(const Value& value, const std::string& argument, Dimensions& result) {
  const auto* tensor = value.get_if<Tensor>();
  if (tensor == nullptr) {
    unpack(value, argument, result.sizes);
  } else if (!is_integer(tensor->dtype()) || tensor->rank() != 1) {
    mismatch(value, argument, "ints or an integer tensor of rank 1");
  } else {
    for (std::int64_t i = 0; i < tensor->size(); ++i) {
      result.sizes.push_back(static_cast<std::int64_t>(element(*tensor, i)));
    }
  }
  for (const std::int64_t size : result.sizes) {
    if (size < 0)
      throw ApiError(ErrorKind::kValue,
                     "argument " + argument + ": a dimension of " + std::to_string(size));
  }
}

void unpack(const Value& value, const std::string& argument, BatchDimensions& result) {
  const Symbol symbol = symbol_of(value);
  if (symbol && symbol->known() != nullptr) return unpack(*symbol->known(), argument, result);
  const bool is_vector = symbol && is_integer(symbol->type().dtype) && symbol->type().shape &&
                         symbol->type().shape->size() == 1;
  if (is_vector && symbol->type().shape->front() != kUnknown) {
    result.sizes.assign(static_cast<std::size_t>(symbol->type().shape->front()), kUnknown);
    return;
  }
  const auto* list = value.get_if<List>();
  const bool any_batch = list != nullptr && !list->empty() && list->front().is_none();
  Dimensions dimensions;
  unpack(any_batch ? Value(List(list->begin() + 1, list->end())) : value, argument, dimensions);
  if (any_batch) result.sizes.push_back(kUnknown);
  result.sizes.insert(result.sizes.end(), dimensions.sizes.begin(), dimensions.sizes.end());
}

void unpack(const Value& value, const std::string& argument, Nested& result) {
  const auto* list = value.get_if<List>();
  if (list == nullptr) {
    unpack(value, argument, result.array);
    return;
  }
  std::vector<Nested> rows;
  unpack(value, argument, rows);
  Shape shape{static_cast<std::int64_t>(rows.size())};
  std::vector<Real> elements;
  for (const Nested& row : rows) {
    if (row.array.shape() != rows.front().array.shape()) {
      throw ApiError(ErrorKind::kValue,
                     "argument " + argument + ": nested lists of unequal lengths");
    }
    elements.insert(elements.end(), row.array.flat().begin(), row.array.flat().end());
  }
  if (!rows.empty())
    shape.insert(shape.end(), rows.front().array.shape().begin(), rows.front().array.shape().end());
  result.array = Array(std::move(shape), std::move(elements));
}

void unpack(const Value& value, const std::string& /*argument*/, Value& result) { result = value; }

void unpack(const Value& value, const std::string& argument, List& result) {
  result = unpack_list(value, argument);
}

void unpack(const Value& value, const std::string& argument, Symbol& result) {
  result = symbol_of(value);
  if (!result) mismatch(value, argument, "a tensor");
}

void unpack(const Value& value, const std::string& argument, StaticType& result) {
  if (const Symbol symbol = symbol_of(value)) {
    result = symbol->type();
  } else if (value.get_if<Tensor>() != nullptr || value.get_if<SparseTensor>() != nullptr) {
    result = type_of(value);
  } else {
    mismatch(value, argument, "a tensor");
  }
}

void unpack(const Value& value, const std::string& argument, Function& result) {
  const auto* function = value.get_if<Function>();
  if (function == nullptr) mismatch(value, argument, "a function");
  result = *function;
}

const List& unpack_list(const Value& value, std::string_view argument) {
  if (const auto* list = value.get_if<List>()) return *list;
  mismatch(value, std::string(argument), "a list");
}

}  // namespace kassay::reference
