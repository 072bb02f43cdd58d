#include "spec/lib/value.h"

#include <algorithm>
#include <utility>

#include "spec/lib/text.h"

namespace kassay {

Value::Value() = default;
Value::Value(const Value& other) = default;
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;
Value::~Value() = default;

SparseTensor::SparseTensor(Tensor coordinates, Tensor values, Shape shape)
    : parts_(std::make_shared<const Parts>(
          Parts{std::move(coordinates), std::move(values), std::move(shape)})) {}

namespace {

// The place of an element in row-major order.
std::int64_t flat_index(const SparseTensor& sparse, std::int64_t number) {
  const auto rank = static_cast<std::int64_t>(sparse.shape().size());
  const auto coordinates = sparse.coordinates().data<std::int64_t>();
  std::int64_t flat = 0;
  for (std::int64_t d = 0; d < rank; ++d) {
    flat = flat * sparse.shape()[static_cast<std::size_t>(d)] +
           coordinates[static_cast<std::size_t>(number * rank + d)];
  }
  return flat;
}

}  // namespace

std::string describe(const Value& value) {
  if (const auto* tensor = value.get_if<Tensor>()) {
    return dtype_with_article(tensor->dtype()) + " tensor of shape " + to_string(tensor->shape());
  }
  if (const auto* sparse = value.get_if<SparseTensor>()) {
    return "a sparse " + std::string(dtype_name(sparse->values().dtype())) + " array of shape " +
           to_string(sparse->shape());
  }
  if (const auto* handle = value.get_if<Handle>()) return (*handle)->describe();
  if (const auto* function = value.get_if<Function>()) return (*function)->describe();
  return wording::value_text(value);
}

bool is_plain(const Value& value) {
  if (const auto* list = value.get_if<List>()) return std::ranges::all_of(*list, is_plain);
  return value.get_if<Handle>() == nullptr && value.get_if<Function>() == nullptr;
}

SparseTensor to_sparse(const Tensor& dense) {
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < dense.size(); ++i) {
    if (element(dense, i) != 0) places.push_back(i);
  }
  const auto count = static_cast<std::int64_t>(places.size());
  Tensor coordinates(DType::kInt64, {count, dense.rank()}), values(dense.dtype(), {count});
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t rest = places[static_cast<std::size_t>(i)];
    set_element(values, i, element(dense, rest));
    for (std::int64_t d = dense.rank(); d-- > 0;) {
      const std::int64_t size = dense.shape()[static_cast<std::size_t>(d)];
      set_element(coordinates, i * dense.rank() + d, rest % size);
      rest /= size;
    }
  }
  return {std::move(coordinates), std::move(values), dense.shape()};
}

Tensor to_dense(const SparseTensor& sparse) {
  Tensor dense(sparse.values().dtype(), sparse.shape());
  for (std::int64_t i = 0; i < sparse.values().size(); ++i) {
    set_element(dense, flat_index(sparse, i), element(sparse.values(), i));
  }
  return dense;
}

}  // namespace kassay
