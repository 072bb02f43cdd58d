#include "reference/ops/shape/zero_padding.h"
#include "spec/lib/error.h"

namespace kassay::reference::temporal_padding_op {
namespace {

// temporal_padding.middle, temporal_padding.rank, temporal_padding.pattern
std::vector<Zeros> zeros(std::int64_t rank, const std::vector<std::int64_t>& padding) {
  if (rank != 3) {
    throw ApiError(ErrorKind::kValue,
                   mismatch_text("x", "a tensor of rank 3", "one of rank " + std::to_string(rank)));
  }
  return {{0, 0}, zeros_from(padding), {0, 0}};
}

TensorType infer(const TensorType& x, const std::vector<std::int64_t>& padding) {
  return {x.dtype, padded_shape(x.shape, zeros(x.rank(), padding))};
}

// temporal_padding.value, temporal_padding.copies, temporal_padding.empty
Array compute(const Array& x, const std::vector<std::int64_t>& padding) {
  return pad(x, zeros(x.rank(), padding));
}

}  // namespace

// By the signature and the pieces named below: temporal_padding.default
Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::temporal_padding_op
