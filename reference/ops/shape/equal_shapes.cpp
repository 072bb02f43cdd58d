#include "reference/ops/shape/equal_shapes.h"

#include <string>

#include "spec/lib/error.h"

namespace kassay::reference {

const TensorType& first_of(const std::vector<TensorType>& tensors) {
  if (tensors.empty()) throw ApiError(ErrorKind::kValue, "an empty list of tensors");
  return tensors.front();
}

TensorType common_type(const std::vector<TensorType>& tensors, std::optional<std::int64_t> except) {
  TensorType common = first_of(tensors);
  for (const TensorType& tensor : tensors) {
    if (tensor.dtype != common.dtype) {
      throw ApiError(ErrorKind::kValue, "tensors of dtypes " +
                                            std::string(dtype_name(common.dtype)) + " and " +
                                            std::string(dtype_name(tensor.dtype)) + " in one list");
    }
    bool equal = tensor.rank() == common.rank();
    for (std::size_t d = 0; equal && d < common.shape.size(); ++d) {
      if (except && static_cast<std::size_t>(*except) == d) continue;
      if (common.shape[d] == kUnknown) common.shape[d] = tensor.shape[d];
      equal = tensor.shape[d] == kUnknown || tensor.shape[d] == common.shape[d];
    }
    if (!equal) {
      throw ApiError(ErrorKind::kValue, "tensors of shapes " + to_string(tensors.front().shape) +
                                            " and " + to_string(tensor.shape) + " in one list");
    }
  }
  return common;
}

}  // namespace kassay::reference
