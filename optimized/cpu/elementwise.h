// Loops over elements, vectorised and on all cores: one and two operands, with broadcasting.
//
// An operation is a generic lambda on float or double. Each returns false where it does not serve the dtype, so that the reference
// kernel does.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "optimized/cpu/half.h"
#include "optimized/cpu/parallel.h"
#include "optimized/cpu/vector_math.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

namespace detail {

template <class From, class To, class Operation>
void loop(const From* x, To* y, std::int64_t count, Operation operation) {
#pragma omp simd
  for (std::int64_t i = 0; i < count; ++i) y[i] = operation(x[i]);
}

template <class T, class To, class Operation>
void loop(const T* x, bool x_moves, const T* y, bool y_moves, To* z, std::int64_t count,
          Operation operation) {
  if (x_moves && y_moves) {
#pragma omp simd
    for (std::int64_t i = 0; i < count; ++i) z[i] = operation(x[i], y[i]);
  } else if (x_moves) {
    const T fixed = *y;
#pragma omp simd
    for (std::int64_t i = 0; i < count; ++i) z[i] = operation(x[i], fixed);
  } else if (y_moves) {
    const T fixed = *x;
#pragma omp simd
    for (std::int64_t i = 0; i < count; ++i) z[i] = operation(fixed, y[i]);
  } else {
    std::fill(z, z + count, operation(*x, *y));
  }
}

// How the rows of the result (its innermost contiguous runs) take their elements from a broadcast
// operand.
struct Rows {
  std::int64_t length = 1;                           // elements of a row
  std::vector<std::int64_t> sizes;                   // the outer dimensions
  std::array<std::vector<std::int64_t>, 2> strides;  // of each operand over these
  std::array<bool, 2> moves{};  // whether an operand moves along a row, or does not move
};
Rows broadcast_rows(const Shape& x, const Shape& y, const Shape& result);

// Calls visit(row, x_offset, y_offset) for the rows begin..end.
template <class Visit>
void visit_rows(const Rows& rows, std::int64_t begin, std::int64_t end, Visit&& visit) {
  for (std::int64_t row = begin; row < end; ++row) {
    std::array<std::int64_t, 2> offset{};
    std::int64_t rest = row;
    for (std::size_t d = rows.sizes.size(); d-- > 0;) {
      const std::int64_t at = rest % rows.sizes[d];
      rest /= rows.sizes[d];
      for (std::size_t k = 0; k < 2; ++k) offset[k] += at * rows.strides[k][d];
    }
    visit(row, offset[0], offset[1]);
  }
}

template <class T, class To, class Operation>
void binary(const Tensor& x, const Tensor& y, Tensor& result, Operation operation) {
  const T* const xs = x.data<T>().data();
  const T* const ys = y.data<T>().data();
  To* const zs = result.mutable_data<To>().data();
  const Rows rows = broadcast_rows(x.shape(), y.shape(), result.shape());
  if (result.size() == 0) return;
  const std::int64_t count = result.size() / rows.length;
  if (count == 1) {
    parallel_blocks(rows.length, kBlock, 1, [&](std::int64_t begin, std::int64_t end) {
      loop(xs + (rows.moves[0] ? begin : 0), rows.moves[0], ys + (rows.moves[1] ? begin : 0),
           rows.moves[1], zs + begin, end - begin, operation);
    });
    return;
  }
  parallel_blocks(count, std::max<std::int64_t>(1, kBlock / rows.length), rows.length,
                  [&](std::int64_t begin, std::int64_t end) {
                    visit_rows(rows, begin, end,
                               [&](std::int64_t row, std::int64_t x_offset, std::int64_t y_offset) {
                                 loop(xs + x_offset, rows.moves[0], ys + y_offset, rows.moves[1],
                                      zs + row * rows.length, rows.length, operation);
                               });
                  });
}

}  // namespace detail

// result[i] = operation(x[i]) for floating dtypes.
template <class Operation>
bool unary(const Tensor& x, Tensor& result, Operation operation) {
  if (!is_floating(x.dtype())) return false;
  const auto loop = [&](const auto* from, auto* to, std::int64_t count) {
    detail::loop(from, to, count, operation);
  };
  const auto all = [&](auto sample) {
    using T = decltype(sample);
    parallel_blocks(x.size(), kBlock, 1, [&](std::int64_t begin, std::int64_t end) {
      loop_wide(x.data<T>().data() + begin, result.mutable_data<T>().data() + begin, end - begin,
                loop);
    });
  };
  if (x.dtype() == DType::kFloat16) {
    all(Float16{});
  } else {
    with_float_type(x.dtype(), all);
  }
  return true;
}

// result[i] = operation(x[i], y[i]) after broadcasting, for floating dtypes; the result has the dtype of x.
template <class Operation>
bool binary(const Tensor& x, const Tensor& y, Tensor& result, Operation operation) {
  if (x.dtype() != y.dtype() || !is_floating(x.dtype())) return false;
  const auto kernel = [&](const Tensor& a, const Tensor& b, Tensor& c) {
    with_float_type(c.dtype(), [&](auto zero) {
      using T = decltype(zero);
      detail::binary<T, T>(a, b, c, operation);
    });
  };
  compute_wide(result, kernel, x, y);
  return true;
}

// result[i] = operation(x[i], y[i]) after broadcasting, for every dtype but bool; the result is bool.
template <class Operation>
bool comparison(const Tensor& x, const Tensor& y, Tensor& result, Operation operation) {
  if (x.dtype() != y.dtype() || x.dtype() == DType::kBool) return false;
  const auto kernel = [&](const Tensor& a, const Tensor& b, Tensor& c) {
    with_computable_type(a.dtype(), [&](auto sample) {
      using T = decltype(sample);
      if constexpr (!std::is_same_v<T, bool>) detail::binary<T, bool>(a, b, c, operation);
    });
  };
  compute_wide(result, kernel, x, y);
  return true;
}

}  // namespace kassay::optimized
