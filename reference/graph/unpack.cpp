#include "reference/graph/unpack.h"

#include <cmath>
#include <utility>

#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

// A symbolic tensor may turn out to be acceptable once more is known about it.
[[noreturn]] void refuse(const Value& value, const Place& argument, const std::string& taken) {
  if (symbol_of(value)) throw NotStatic{mismatch_text(argument, taken, describe(value))};
  throw mismatch(ErrorKind::kType, argument, taken, value);
}

Tensor tensor_of(const Value& value, const Place& argument) {
  if (const auto* tensor = value.get_if<Tensor>()) return *tensor;
  if (value.get_if<SparseTensor>() != nullptr) return dense(value);
  refuse(value, argument, symbol_of(value) ? "a tensor whose elements are known" : "a tensor");
}

bool is_tensor(const Value& value) {
  return value.get_if<Tensor>() != nullptr || value.get_if<SparseTensor>() != nullptr ||
         symbol_of(value);
}

bool is_int(const Value& value) {
  return value.get_if<std::int64_t>() != nullptr || value.get_if<bool>() != nullptr;
}

std::optional<double> number_of(const Value& value) {
  if (const auto* number = value.get_if<double>()) return *number;
  if (const auto* integer = value.get_if<std::int64_t>()) return static_cast<double>(*integer);
  if (const auto* truth = value.get_if<bool>()) return *truth ? 1.0 : 0.0;
  return std::nullopt;
}

}  // namespace

std::int64_t size_of(const Value& value, const Place& place) {
  std::int64_t size = 0;
  unpack(value, place, size);
  if (size < 0) throw mismatch(ErrorKind::kValue, place, "a size of at least 0", value);
  return size;
}

void unpack(const Value& value, const Place& argument, Array& result) {
  if (const auto* integer = value.get_if<std::int64_t>()) {
    result = Array({}, static_cast<Real>(*integer));
  } else if (const auto number = number_of(value)) {
    result = Array({}, *number);
  } else {
    result = widen(tensor_of(value, argument));
  }
}

void unpack(const Value& value, const Place& argument, Tensor& result) {
  result = tensor_of(value, argument);
}

void unpack(const Value& value, const Place& argument, TensorType& result) {
  StaticType type;
  unpack(value, argument, type);
  if (!type.shape) refuse(value, argument, "a tensor whose rank is known");
  result = {type.dtype, *type.shape};
}

void unpack(const Value& value, const Place& argument, IntegerType& result) {
  TensorType& type = result;
  unpack(value, argument, type);
  if (!is_integer(type.dtype)) {
    throw ApiError(ErrorKind::kType, mismatch_text(argument, "integers", describe(value)) +
                                         "; cast it to int32 or int64");
  }
}

std::int64_t whole_number(Real number, const Place& argument) {
  // Both ends are exact; the upper one is the first number that does not fit. NaN is outside every interval.
  constexpr Real kEnd = 0x1p63L;
  if (number >= -kEnd && number < kEnd && number == std::trunc(number))
    return static_cast<std::int64_t>(number);
  throw ApiError(ErrorKind::kValue, mismatch_text(argument, "whole numbers",
                                                  std::to_string(static_cast<double>(number))) +
                                        "; round it or cast it to int32");
}

void unpack(const Value& value, const Place& argument, WholeNumbers& result) {
  Array& array = result;
  unpack(value, argument, array);
  for (const Real number : array.flat()) whole_number(number, argument);
}

void unpack(const Value& value, const Place& argument, Operand& result) {
  if (number_of(value)) {
    result = {true, {}};
  } else if (is_tensor(value)) {
    unpack(value, argument, result.type);
  } else {
    refuse(value, argument, "a tensor or a number");
  }
}

void unpack(const Value& value, const Place& argument, std::int64_t& result) {
  if (const auto* integer = value.get_if<std::int64_t>()) {
    result = *integer;
  } else if (const auto* truth = value.get_if<bool>()) {
    result = *truth ? 1 : 0;
  } else {
    refuse(value, argument, "an int");
  }
}

void unpack(const Value& value, const Place& argument, double& result) {
  const auto number = number_of(value);
  if (!number) refuse(value, argument, "a number");
  result = *number;
}

void unpack(const Value& value, const Place& argument, bool& result) {
  if (const auto* truth = value.get_if<bool>()) {
    result = *truth;
  } else {
    refuse(value, argument, "a bool");
  }
}

void unpack(const Value& value, const Place& argument, std::string& result) {
  if (const auto* text = value.get_if<std::string>()) {
    result = *text;
  } else {
    refuse(value, argument, "a string");
  }
}

void unpack(const Value& value, const Place& argument, DType& result) {
  const auto* name = value.get_if<std::string>();
  const auto dtype = name == nullptr ? std::nullopt : parse_dtype(*name);
  if (!dtype) refuse(value, argument, dtype_names());
  result = *dtype;
}

void unpack(const Value& value, const Place& argument, Axes& result) {
  if (value.is_none()) return;
  result.named.emplace();
  if (value.get_if<List>() != nullptr) {
    unpack(value, argument, *result.named);
  } else if (is_int(value)) {
    unpack(value, argument, result.named->emplace_back());
  } else {
    refuse(value, argument, "an int, a list or tuple of ints, or None");
  }
}

void unpack(const Value& value, const Place& argument, Dimensions& result) {
  const auto* tensor = value.get_if<Tensor>();
  if (const auto* list = value.get_if<List>()) {
    for (std::size_t d = 0; d < list->size(); ++d)
      result.sizes.push_back(size_of((*list)[d], Place(argument, d)));
  } else if (tensor == nullptr || !is_integer(tensor->dtype()) || tensor->rank() != 1) {
    refuse(value, argument, kSizes);
  } else {
    for (std::int64_t i = 0; i < tensor->size(); ++i) {
      const auto size = static_cast<std::int64_t>(element(*tensor, i));
      result.sizes.push_back(size_of(size, Place(argument, static_cast<std::size_t>(i))));
    }
  }
}

void unpack(const Value& value, const Place& argument, BatchDimensions& result) {
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
  if (!any_batch) {
    Dimensions dimensions;
    unpack(value, argument, dimensions);
    result.sizes = std::move(dimensions.sizes);
    return;
  }
  result.sizes.push_back(kUnknown);
  for (std::size_t d = 1; d < list->size(); ++d)
    result.sizes.push_back(size_of((*list)[d], Place(argument, d)));
}

void unpack(const Value& value, const Place& argument, Nested& result) {
  const auto* list = value.get_if<List>();
  if (list == nullptr) {
    const bool is_array = number_of(value) || (is_tensor(value) && !symbol_of(value));
    if (!is_array) refuse(value, argument, "an array, a number or nested lists of numbers");
    unpack(value, argument, result.array);
    return;
  }
  std::vector<Nested> rows;
  unpack(value, argument, rows);
  Shape shape{static_cast<std::int64_t>(rows.size())};
  std::vector<Real> elements;
  for (const Nested& row : rows) {
    if (row.array.shape() != rows.front().array.shape()) {
      throw mismatch(ErrorKind::kValue, argument, "nested lists of equal lengths", value);
    }
    elements.insert(elements.end(), row.array.flat().begin(), row.array.flat().end());
  }
  if (!rows.empty())
    shape.insert(shape.end(), rows.front().array.shape().begin(), rows.front().array.shape().end());
  result.array = Array(std::move(shape), std::move(elements));
}

void unpack(const Value& value, const Place& /*argument*/, Value& result) { result = value; }

void unpack(const Value& value, const Place& argument, List& result) {
  result = unpack_list(value, argument);
}

void unpack(const Value& value, const Place& argument, Symbol& result) {
  result = symbol_of(value);
  if (!result) refuse(value, argument, "a tensor");
}

void unpack(const Value& value, const Place& argument, StaticType& result) {
  if (const Symbol symbol = symbol_of(value)) {
    result = symbol->type();
  } else if (value.get_if<Tensor>() != nullptr || value.get_if<SparseTensor>() != nullptr) {
    result = type_of(value);
  } else {
    refuse(value, argument, "a tensor");
  }
}

void unpack(const Value& value, const Place& argument, Function& result) {
  const auto* function = value.get_if<Function>();
  if (function == nullptr) refuse(value, argument, "a function");
  result = *function;
}

const List& unpack_list(const Value& value, const Place& argument) {
  if (const auto* list = value.get_if<List>()) return *list;
  refuse(value, argument, "a list or tuple");
}

}  // namespace kassay::reference
