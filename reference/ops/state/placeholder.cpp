#include <optional>
#include <string>

#include "reference/graph/session.h"
#include "spec/lib/error.h"

namespace kassay::reference::placeholder_op {
namespace {

// placeholder.shape, placeholder.unknown, placeholder.scalar
Shape shape_of(const Value& value) {
  Shape shape;
  const List& sizes = unpack_list(value, "shape");
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    shape.push_back(sizes[d].is_none() ? kUnknown : size_of(sizes[d], Place("shape", d)));
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
    if (*ndim < 0) throw mismatch(ErrorKind::kValue, "ndim", "a rank of at least 0", *ndim);
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
