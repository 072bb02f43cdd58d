#include "optimized/cpu/matrix_product.h"

#include <algorithm>
#include <vector>

#include "optimized/blas.h"
#include "optimized/cpu/half.h"
#include "optimized/cpu/matrix_vector.h"
#include "optimized/cpu/strided_copy.h"
#include "optimized/cpu/tiled_product.h"
#include "optimized/cpu/vectors.h"

namespace kassay::optimized {
namespace {

// An operand with the elements (i, j) at elements[i * by_row + j * by_column].
template <class T>
struct Matrix {
  const T* elements;
  std::int64_t rows, columns, by_row, by_column;

  Matrix transposed() const { return {elements, columns, rows, by_column, by_row}; }
  BlasMatrix<T> for_blas() const {
    return by_column == 1 ? BlasMatrix<T>{elements, std::max(by_row, columns), false}
                          : BlasMatrix<T>{elements, std::max(by_column, rows), true};
  }
};

template <class T>
Matrix<T> matrix(const Tensor& tensor, const MatrixView& part) {
  const T* elements = tensor.data<T>().data() + part.offset;
  if (part.transposed) return {elements, part.rows, part.columns, 1, part.stride};
  return {elements, part.rows, part.columns, part.stride, 1};
}

// The same matrix with contiguous rows; `room` holds the elements if the rows of x are not.
template <class T>
Matrix<T> with_whole_rows(const Matrix<T>& x, std::vector<T>& room) {
  if (x.by_column == 1 || x.columns == 1) return x;
  room.resize(static_cast<std::size_t>(x.rows * x.columns));
  copy_strided(sizeof(T), reinterpret_cast<const std::byte*>(x.elements),
               reinterpret_cast<std::byte*>(room.data()),
               {{x.rows, x.by_row, x.columns}, {x.columns, x.by_column, 1}});
  return {room.data(), x.rows, x.columns, x.columns, 1};
}

// `column` is a matrix with one column.
template <class T>
void multiply_by_column(const Matrix<T>& x, const Matrix<T>& column, T* result,
                        std::int64_t result_stride) {
  std::vector<T> room;
  const T* const vector = with_whole_rows(column.transposed(), room).elements;
  if (x.by_column == 1 || x.columns == 1) {
    dot_lines(x.elements, x.rows, x.columns, x.by_row, vector, result, result_stride);
    return;
  }
  if (result_stride == 1) {
    combine_lines(x.elements, x.columns, x.rows, x.by_column, vector, result);
    return;
  }
  std::vector<T> sums(static_cast<std::size_t>(x.rows));
  combine_lines(x.elements, x.columns, x.rows, x.by_column, vector, sums.data());
  for (std::int64_t i = 0; i < x.rows; ++i)
    result[i * result_stride] = sums[static_cast<std::size_t>(i)];
}

// Precondition: its rows are contiguous.
template <class T>
Rows<T> rows_of(const Matrix<T>& x, T* result, std::int64_t result_stride) {
  return {x.rows, 1, x.columns, 0,
          [=](std::int64_t row, std::int64_t count, const T** runs, T** results, T*) {
            for (std::int64_t i = 0; i < count; ++i) {
              if (x.columns > 0) runs[i] = x.elements + (row + i) * x.by_row;
              results[i] = result + (row + i) * result_stride;
            }
          }};
}

template <class T>
void multiply_matrices(const Matrix<T>& x, const Matrix<T>& y, T* result,
                       std::int64_t result_stride) {
  if (y.columns == 1) return multiply_by_column(x, y, result, result_stride);
  if (x.rows == 1) return multiply_by_column(y.transposed(), x.transposed(), result, 1);
  if (takes_blas(x.rows, y.columns, x.columns, kVectorBytes, /*is_packed=*/false)) {
    multiply_with_blas(x.rows, y.columns, x.columns, x.for_blas(), y.for_blas(), result,
                       result_stride);
    return;
  }
  if (x.by_row == 1 && x.by_column != 1 && y.by_column == 1) {
    multiply<T>({x.columns, 1, x.rows, 0,
                 [&](std::int64_t term, std::int64_t count, const T** runs, T*) {
                   for (std::int64_t i = 0; i < count; ++i)
                     runs[i] = x.elements + (term + i) * x.by_column;
                 }},
                {y.elements, y.columns, y.by_row}, result, result_stride);
    return;
  }
  std::vector<T> room;
  multiply(rows_of(with_whole_rows(x, room), result, result_stride),
           Panels<T>(y.elements, y.rows, y.columns, y.by_row, y.by_column));
}

}  // namespace

bool multiplies(DType x, DType y) { return x == y && is_floating(x); }

void multiply(const Tensor& x, const MatrixView& x_part, const Tensor& y, const MatrixView& y_part,
              Tensor& result, std::int64_t result_offset, std::int64_t result_stride) {
  if (x_part.rows == 0 || y_part.columns == 0) return;
  with_float_type(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    multiply_matrices(matrix<T>(x, x_part), matrix<T>(y, y_part),
                      result.mutable_data<T>().data() + result_offset, result_stride);
  });
}

Tensor packed(const Tensor& y, bool transposed) {
  const Tensor wide = computable(y);
  const std::int64_t lines = y.shape()[0], length = y.shape()[1];
  Tensor result;
  with_float_type(wide.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* const from = wide.data<T>().data();
    const Panels<T> panels = transposed ? Panels<T>(from, length, lines, 1, length)
                                        : Panels<T>(from, lines, length, length, 1);
    result = panels.memory() ? Tensor(wide.dtype(), {panels.size()}, panels.memory())
                             : wide.reshaped({panels.size()});
  });
  return result;
}

void multiply_packed(const Tensor& x, const Tensor& y, Tensor& result) {
  const auto compute = [&](const Tensor& left, Tensor& product) {
    with_float_type(left.dtype(), [&](auto zero) {
      using T = decltype(zero);
      const std::int64_t terms = left.shape().back(), columns = product.shape().back();
      const std::int64_t rows = element_count(Shape(left.shape().begin(), left.shape().end() - 1));
      multiply(rows_of<T>({left.data<T>().data(), rows, terms, terms, 1},
                          product.mutable_data<T>().data(), columns),
               Panels<T>::at(y.data<T>().data(), terms, columns));
    });
  };
  compute_wide(result, compute, x);
}

}  // namespace kassay::optimized
