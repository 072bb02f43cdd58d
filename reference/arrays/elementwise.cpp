#include "reference/arrays/elementwise.h"

#include <string>

#include "spec/lib/error.h"

namespace kassay::reference {

TensorType same_type(const TensorType& x) { return x; }

TensorType broadcast_type(const TensorType& x, const Operand& y) {
  if (!y.is_number && y.type.dtype != x.dtype) {
    throw ApiError(ErrorKind::kType, "the operands have the dtypes " +
                                         std::string(dtype_name(x.dtype)) + " and " +
                                         std::string(dtype_name(y.type.dtype)) + "; cast one");
  }
  return {x.dtype, broadcast_shapes(x.shape, y.type.shape)};
}

TensorType truth_type(const TensorType& x, const Operand& y) {
  return {DType::kBool, broadcast_type(x, y).shape};
}

}  // namespace kassay::reference
