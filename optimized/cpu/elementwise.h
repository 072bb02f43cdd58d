// Loops over elements, vectorised and on all cores: one and two operands, with broadcasting.
//
// An operation is a generic lambda on float or double, or on any other type, too, if it is arithmetic or a comparison. Each function
// returns false for a dtype that it does not support; the reference kernel then computes.
//
// All are bound by memory except the most expensive functions: an addition of float32 reaches the bandwidth of two reads and one write.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "optimized/cpu/half.h"
#include "optimized/cpu/parallel.h"
#include "optimized/cpu/vector_math.h"
#include "optimized/formula.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

namespace detail {

// The type that an operation computes with: a bool is 0 or 1.
template <class T>
auto as_number(T element) {
  if constexpr (std::is_same_v<T, bool>) {
    return static_cast<std::uint8_t>(element);
  } else {
    return element;
  }
}

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

// `To` is float16 or bool.
template <class To, class Operation>
void loop(const Float16* x, bool x_moves, const Float16* y, bool y_moves, To* z, std::int64_t count,
          Operation operation) {
  if (x_moves && y_moves) {
    loop_wide(x, y, z, count, [=](const float* a, const float* b, auto* c, std::int64_t n) {
#pragma omp simd
      for (std::int64_t i = 0; i < n; ++i) c[i] = operation(a[i], b[i]);
    });
  } else if (x_moves) {
    loop_wide(x, z, count,
              [=, fixed = static_cast<float>(*y)](const float* a, auto* c, std::int64_t n) {
                loop(a, c, n, [=](float element) { return operation(element, fixed); });
              });
  } else if (y_moves) {
    loop_wide(y, z, count,
              [=, fixed = static_cast<float>(*x)](const float* b, auto* c, std::int64_t n) {
                loop(b, c, n, [=](float element) { return operation(fixed, element); });
              });
  } else {
    const float both = operation(static_cast<float>(*x), static_cast<float>(*y));
    std::fill(z, z + count, To(both));
  }
}

// How the rows of the result (its innermost contiguous runs) take elements from a broadcast operand.
struct Rows {
  std::int64_t length = 1;                           // elements of a row
  std::vector<std::int64_t> sizes;                   // the outer dimensions
  std::array<std::vector<std::int64_t>, 2> strides;  // of each operand over these
  std::array<bool, 2> moves{};  // whether an operand moves along a row, or does not move
  // For an operand of one short row that meets every row of the other, as a bias meets pixels with few channels: a run then covers as many
  // rows as fit in a block, and `repeated` repeats the operand for them.
  std::array<bool, 2> repeats{};

  std::int64_t count() const { return element_count(sizes); }
  bool joins_rows() const { return repeats[0] || repeats[1]; }
};
Rows broadcast_rows(const Shape& x, const Shape& y, const Shape& result);

// Operand k of the rows, as the runs of for_each_run read it.
Tensor repeated(const Tensor& operand, const Rows& rows, std::size_t k);

// Calls visit(row, x_offset, y_offset) for the rows begin..end.
template <class Visit>
void visit_rows(const Rows& rows, std::int64_t begin, std::int64_t end, Visit&& visit) {
  const std::size_t rank = rows.sizes.size();
  std::vector<std::int64_t> at(rank);
  std::array<std::int64_t, 2> offset{};
  std::int64_t rest = begin;
  for (std::size_t d = rank; d-- > 0;) {
    at[d] = rest % rows.sizes[d];
    rest /= rows.sizes[d];
    for (std::size_t k = 0; k < 2; ++k) offset[k] += at[d] * rows.strides[k][d];
  }
  for (std::int64_t row = begin; row < end; ++row) {
    visit(row, offset[0], offset[1]);
    for (std::size_t d = rank; d-- > 0;) {
      for (std::size_t k = 0; k < 2; ++k) offset[k] += rows.strides[k][d];
      if (++at[d] < rows.sizes[d]) break;
      at[d] = 0;
      for (std::size_t k = 0; k < 2; ++k) offset[k] -= rows.sizes[d] * rows.strides[k][d];
    }
  }
}

// Calls visit(x_offset, y_offset, offset, count) for runs of the result, on all cores.
template <class Visit>
void for_each_run(const Rows& rows, std::int64_t size, Visit&& visit) {
  if (size == 0) return;
  const std::int64_t count = rows.count();
  if (rows.joins_rows()) {
    parallel_blocks(count, kBlock / rows.length, rows.length,
                    [&](std::int64_t begin, std::int64_t end) {
                      const std::int64_t offset = begin * rows.length;
                      visit(rows.repeats[0] ? 0 : offset, rows.repeats[1] ? 0 : offset, offset,
                            (end - begin) * rows.length);
                    });
    return;
  }
  if (count == 1) {
    parallel_blocks(rows.length, kBlock, 1, [&](std::int64_t begin, std::int64_t end) {
      visit(rows.moves[0] ? begin : 0, rows.moves[1] ? begin : 0, begin, end - begin);
    });
    return;
  }
  parallel_blocks(count, std::max<std::int64_t>(1, kBlock / rows.length), rows.length,
                  [&](std::int64_t begin, std::int64_t end) {
                    visit_rows(rows, begin, end,
                               [&](std::int64_t row, std::int64_t x_offset, std::int64_t y_offset) {
                                 visit(x_offset, y_offset, row * rows.length, rows.length);
                               });
                  });
}

// Run `compute` over all elements of the result, or note it as a loop with this formula. Not templates: only `compute` is compiled for each
// operation and dtype.
using Compute = decltype(Loop::compute);
void compute_blocks(const Tensor& x, Tensor& result, Compute compute,
                    std::shared_ptr<const Formula> formula);
void compute_rows(const Tensor& x, const Tensor& y, const Rows& rows, Tensor& result,
                  Compute compute, std::shared_ptr<const Formula> formula);

// Calls run(from, to, count) for all elements in blocks, or notes the loop. `formula`: its formula, if known.
template <class From, class To, class Run>
void map_blocks(const Tensor& x, Tensor& result, Run run,
                std::shared_ptr<const Formula> formula = nullptr) {
  const auto compute = [run](const std::byte* const* from, std::byte* to, std::int64_t count) {
    run(reinterpret_cast<const From*>(from[0]), reinterpret_cast<To*>(to), count);
  };
  compute_blocks(x, result, compute, std::move(formula));
}

// The type to trace instead of an element: float16 is computed in float32.
template <class T>
using Traced = std::conditional_t<std::is_same_v<T, Float16>, float, T>;

template <class T, class To, class Operation>
void binary(const Tensor& x, const Tensor& y, Tensor& result, Operation operation,
            std::shared_ptr<const Formula> formula) {
  const Rows rows = broadcast_rows(x.shape(), y.shape(), result.shape());
  const auto [x_moves, y_moves] = rows.moves;
  const auto compute = [=](const std::byte* const* from, std::byte* to, std::int64_t count) {
    loop(reinterpret_cast<const T*>(from[0]), x_moves, reinterpret_cast<const T*>(from[1]), y_moves,
         reinterpret_cast<To*>(to), count, operation);
  };
  compute_rows(x, y, rows, result, compute, std::move(formula));
}

}  // namespace detail

// result[i] = operation(x[i]) for floating dtypes.
template <class Operation>
bool unary(const Tensor& x, Tensor& result, Operation operation) {
  if (!is_floating(x.dtype())) return false;
  with_type_of(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, Float16>) {
      const auto run = [=](const T* xs, T* ys, std::int64_t all) {
        loop_wide(xs, ys, all, [=](const auto* from, auto* to, std::int64_t count) {
          detail::loop(from, to, count, operation);
        });
      };
      detail::map_blocks<T, T>(
          x, result, run, takes_notes() ? formula_of<detail::Traced<T>, 1>(operation) : nullptr);
    }
  });
  return true;
}

// result[i] = operation(x[i]) for the integral dtype T; results wrap into T.
template <class T, class Operation>
void unary_of_integers(const Tensor& x, Tensor& result, Operation operation) {
  const auto run = [=](const T* from, T* to, std::int64_t count) {
    detail::loop(from, to, count,
                 [=](T element) { return static_cast<T>(operation(detail::as_number(element))); });
  };
  detail::map_blocks<T, T>(x, result, run, takes_notes() ? formula_of<T, 1>(operation) : nullptr);
}

// The same for every dtype.
template <class Operation>
bool unary_of_any(const Tensor& x, Tensor& result, Operation operation) {
  if (is_floating(x.dtype())) return unary(x, result, operation);
  with_integral_type(
      x.dtype(), [&](auto sample) { unary_of_integers<decltype(sample)>(x, result, operation); });
  return true;
}

// result[i] = operation(x[i], y[i]) after broadcasting, for floating dtypes; the result has the dtype of x.
template <class Operation>
bool binary(const Tensor& x, const Tensor& y, Tensor& result, Operation operation) {
  if (x.dtype() != y.dtype() || !is_floating(x.dtype())) return false;
  with_type_of(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, Float16>)
      detail::binary<T, T>(x, y, result, operation,
                           takes_notes() ? formula_of<detail::Traced<T>, 2>(operation) : nullptr);
  });
  return true;
}

// The same for every dtype. What the operation gives of integers wraps into the dtype.
template <class Operation>
bool binary_of_any(const Tensor& x, const Tensor& y, Tensor& result, Operation operation) {
  if (x.dtype() != y.dtype()) return false;
  if (is_floating(x.dtype())) return binary(x, y, result, operation);
  with_integral_type(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    const auto of_elements = [=](T a, T b) {
      return static_cast<T>(operation(detail::as_number(a), detail::as_number(b)));
    };
    detail::binary<T, T>(x, y, result, of_elements,
                         takes_notes() ? formula_of<T, 2>(operation) : nullptr);
  });
  return true;
}

// result[i] = operation(x[i], y[i]) after broadcasting, for every dtype; the result is bool.
template <class Operation>
bool comparison(const Tensor& x, const Tensor& y, Tensor& result, Operation operation) {
  if (x.dtype() != y.dtype()) return false;
  with_type_of(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    detail::binary<T, bool>(x, y, result, operation,
                            takes_notes() ? formula_of<detail::Traced<T>, 2>(operation) : nullptr);
  });
  return true;
}

}  // namespace kassay::optimized
