#include "reference/graph/constant.h"

#include <memory>

#include "reference/graph/unpack.h"

namespace kassay::reference {

Value as_tensor(const Value& value, const Place& argument, DType of_numbers) {
  if (symbol_of(value)) return value;
  Nested nested;
  unpack(value, argument, nested);
  const auto* tensor = value.get_if<Tensor>();
  const DType dtype = tensor != nullptr ? tensor->dtype() : of_numbers;
  return Handle(std::make_shared<Constant>(round_to(dtype, nested.array)));
}

Value returned_tensor(const Value& value, const Place& function, DType of_numbers) {
  try {
    return as_tensor(value, function, of_numbers);
  } catch (const ApiError& error) {
    throw ApiError(error.kind(), "argument " + function.text() + " returned " + describe(value) +
                                     ", not a tensor");
  }
}

}  // namespace kassay::reference
