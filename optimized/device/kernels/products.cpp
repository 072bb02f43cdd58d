// Matrix products.
#include <optional>

#include "optimized/device/kernels/kernels.h"
#include "reference/arrays/axes.h"

namespace kassay::optimized::device {
namespace {

using Matrix = Product::Matrix;

bool multiplies(const Tensor& x, const Tensor& y, const Tensor& result) {
  return is_floating(x.dtype()) && x.dtype() == y.dtype() && x.dtype() == result.dtype();
}

void add_product(const Product& product, Tensor& result, Recorder& recorder) {
  if (product.terms == 0) {
    recorder.add(Zero{result.mutable_bytes().data(), result.byte_size()});
  } else {
    recorder.add(product);
  }
}

// x becomes a matrix whose rows are all its dimensions but the last; y becomes a stack of matrices, whose products interleave in the
// result.
bool dot(const Tensor& x, const Tensor& y, Tensor& result, Recorder& recorder) {
  if (!multiplies(x, y, result)) return false;
  const std::int64_t terms = x.shape().back();
  const std::int64_t columns = y.rank() == 1 ? 1 : y.shape().back();
  const std::int64_t rows = element_count(Shape(x.shape().begin(), x.shape().end() - 1));
  const std::int64_t stack =
      y.rank() <= 2 ? 1 : element_count(Shape(y.shape().begin(), y.shape().end() - 2));
  add_product({x.dtype(), stack, rows, terms, columns, Matrix{x.bytes().data(), terms, 1, 0},
               Matrix{y.bytes().data(), columns, 1, terms * columns}, result.mutable_bytes().data(),
               stack * columns, columns},
              result, recorder);
  return true;
}

// The contracted dimension of an operand; inference has checked the axes already.
std::int64_t contracted(const Value& axes, std::size_t operand, std::int64_t rank,
                        std::int64_t by_default) {
  std::int64_t axis = by_default;
  if (const auto* both = axes.get_if<std::int64_t>()) axis = *both;
  if (const auto* pair = axes.get_if<List>()) reference::unpack((*pair)[operand], "axes", axis);
  return reference::normalize_axis(axis, rank);
}

// Each sample as a matrix whose columns are the contracted dimension; none if that is neither the first nor the last one.
struct Samples {
  std::int64_t rows, columns;
  Matrix matrix;
};
std::optional<Samples> samples_of(const Tensor& x, std::int64_t axis) {
  const std::int64_t columns = x.shape()[static_cast<std::size_t>(axis)];
  std::int64_t rows = 1;
  for (std::int64_t d = 1; d < x.rank(); ++d)
    if (d != axis) rows *= x.shape()[static_cast<std::size_t>(d)];
  const std::byte* const data = x.bytes().data();
  if (axis == x.rank() - 1) return Samples{rows, columns, {data, columns, 1, rows * columns}};
  if (axis == 1) return Samples{rows, columns, {data, 1, rows, rows * columns}};
  return std::nullopt;
}

bool batch_dot(const Tensor& x, const Tensor& y, const Value& axes, Tensor& result,
               Recorder& recorder) {
  if (!multiplies(x, y, result)) return false;
  const auto left = samples_of(x, contracted(axes, 0, x.rank(), -1));
  const auto right = samples_of(y, contracted(axes, 1, y.rank(), y.rank() == 2 ? 1 : -2));
  if (!left || !right) return false;
  const Matrix transposed{right->matrix.data, right->matrix.column_stride, right->matrix.row_stride,
                          right->matrix.batch_stride};
  add_product({x.dtype(), x.shape().front(), left->rows, left->columns, right->rows, left->matrix,
               transposed, result.mutable_bytes().data(), right->rows, left->rows * right->rows},
              result, recorder);
  return true;
}

bool contract(const Tensor& x, const Tensor& y, std::int64_t x_axis, std::int64_t y_axis,
              Tensor& result, Recorder& recorder) {
  if (!multiplies(x, y, result)) return false;
  const auto matrix = [](const Tensor& whole, bool is_transposed) {
    const std::int64_t columns = whole.shape()[1];
    return is_transposed ? Matrix{whole.bytes().data(), 1, columns, 0}
                         : Matrix{whole.bytes().data(), columns, 1, 0};
  };
  add_product({x.dtype(), 1, result.shape()[0], x.shape()[static_cast<std::size_t>(x_axis)],
               result.shape()[1], matrix(x, x_axis == 0), matrix(y, y_axis == 1),
               result.mutable_bytes().data(), result.shape()[1], 0},
              result, recorder);
  return true;
}

}  // namespace

const KernelTable& product_kernels() {
  static const KernelTable table = {{"batch_dot", define(batch_dot)},
                                    {"dot", define(dot)},
                                    {"internal.contract", define(contract)}};
  return table;
}

}  // namespace kassay::optimized::device
