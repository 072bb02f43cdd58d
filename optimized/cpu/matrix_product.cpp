#include "optimized/cpu/matrix_product.h"

#include <cblas.h>

#include <algorithm>

namespace kassay::optimized {
namespace {

CBLAS_TRANSPOSE order(const MatrixView& part) {
  return part.transposed ? CblasTrans : CblasNoTrans;
}

// BLAS refuses a stride of 0, which an empty matrix has.
blasint stride(std::int64_t stride) {
  return static_cast<blasint>(std::max<std::int64_t>(1, stride));
}

}  // namespace

bool multiplies(DType x, DType y) { return x == y && is_floating(x); }

void multiply(const Tensor& x, const MatrixView& x_part, const Tensor& y, const MatrixView& y_part,
              Tensor& result, std::int64_t result_offset, std::int64_t result_stride) {
  const auto rows = static_cast<blasint>(x_part.rows);
  const auto columns = static_cast<blasint>(y_part.columns);
  const auto length = static_cast<blasint>(x_part.columns);
  if (rows == 0 || columns == 0) return;
  if (x.dtype() == DType::kFloat32) {
    cblas_sgemm(CblasRowMajor, order(x_part), order(y_part), rows, columns, length, 1.0F,
                x.data<float>().data() + x_part.offset, stride(x_part.stride),
                y.data<float>().data() + y_part.offset, stride(y_part.stride), 0.0F,
                result.mutable_data<float>().data() + result_offset, stride(result_stride));
  } else {
    cblas_dgemm(CblasRowMajor, order(x_part), order(y_part), rows, columns, length, 1.0,
                x.data<double>().data() + x_part.offset, stride(x_part.stride),
                y.data<double>().data() + y_part.offset, stride(y_part.stride), 0.0,
                result.mutable_data<double>().data() + result_offset, stride(result_stride));
  }
}

void multiply(const float* x, const float* y, float* result, std::int64_t rows, std::int64_t terms,
              std::int64_t columns) {
  if (rows == 0 || columns == 0) return;
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, static_cast<blasint>(rows),
              static_cast<blasint>(columns), static_cast<blasint>(terms), 1.0F, x, stride(terms), y,
              stride(columns), 0.0F, result, stride(columns));
}

void multiply(const double* x, const double* y, double* result, std::int64_t rows,
              std::int64_t terms, std::int64_t columns) {
  if (rows == 0 || columns == 0) return;
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, static_cast<blasint>(rows),
              static_cast<blasint>(columns), static_cast<blasint>(terms), 1.0, x, stride(terms), y,
              stride(columns), 0.0, result, stride(columns));
}

SequentialProducts::SequentialProducts() : threads_before_(openblas_get_num_threads()) {
  openblas_set_num_threads(1);
}
SequentialProducts::~SequentialProducts() { openblas_set_num_threads(threads_before_); }

}  // namespace kassay::optimized
