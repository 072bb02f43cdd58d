#include <optional>
#include <string>

#include "reference/runtime/session.h"
#include "spec/lib/error.h"

namespace kassay::reference::placeholder_op {
namespace {

// placeholder.shape, placeholder.unknown, placeholder.scalar
Shape shape_of(const Value& value) {
  Shape shape;
  for (const Value& size : unpack_list(value, "shape")) {
    if (size.is_none()) {
      shape.push_back(kUnknown);
      continue;
    }
    unpack(size, "shape", shape.emplace_back());
    if (shape.back() < 0) {
      throw ApiError(ErrorKind::kValue, "a dimension of " + std::to_string(shape.back()));
    }
  }
  return shape;
}

// placeholder.value, placeholder.dtype, placeholder.default-dtype, placeholder.sparse,
// placeholder.sparse-value, placeholder.name, placeholder.metadata, placeholder.separate
Value placeholder(const Value& shape, const std::optional<std::int64_t>& ndim,
                  const std::optional<DType>& dtype, bool sparse,
                  const std::optional<std::string>& /*name*/, Session* session) {
  StaticType type{dtype.value_or(session->settings()->floatx), std::nullopt, sparse};
  // placeholder.shape-wins, placeholder.scalar-wins
  if (!shape.is_none()) {
    type.shape = shape_of(shape);
    // placeholder.ndim, placeholder.ndim-unknown, placeholder.any-size
  } else if (ndim) {
    if (*ndim < 0) throw ApiError(ErrorKind::kValue, "a rank of " + std::to_string(*ndim));
    type.shape = Shape(static_cast<std::size_t>(*ndim), kUnknown);
    // placeholder.neither
  } else {
    throw ApiError(ErrorKind::kValue, "neither shape nor ndim is given");
  }
  return Handle(std::make_shared<Placeholder>(std::move(type)));
}

}  // namespace

Kernel kernel() { return define(placeholder); }

}  // namespace kassay::reference::placeholder_op
