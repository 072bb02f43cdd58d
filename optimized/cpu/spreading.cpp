#include "optimized/cpu/spreading.h"

#include <algorithm>
#include <cstdint>

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/movement.h"
#include "optimized/cpu/reduction.h"
#include "optimized/cpu/totals.h"

namespace kassay::optimized {
namespace {

// The layout of a tensor of shape `x` that is broadcast to shape `y`.
Path path_of_broadcast(const Shape& x, const Shape& y) {
  const Integers strides = strides_of(x);
  Integers x_strides(y.size(), 0);
  for (std::size_t d = 0; d < x.size(); ++d) {
    if (x[d] != 1) x_strides[y.size() - x.size() + d] = strides[d];
  }
  return path_to_all(y, x_strides);
}

// The tensor itself, or a copy stretched to the shape.
Tensor stretched(const Tensor& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  Tensor result = Tensor::unspecified(x.dtype(), shape);
  move(x, path_of_broadcast(x.shape(), shape), result);
  return result;
}

Tensor truths_of(const Tensor& condition) {
  if (condition.dtype() == DType::kBool) return condition;
  Tensor truths = Tensor::unspecified(DType::kBool, condition.shape());
  comparison(condition, Tensor(condition.dtype(), {}), truths,
             [](auto a, auto zero) { return a != zero; });
  return truths;
}

// z[i] = a[i] where condition[i] is true, otherwise b[i]; an operand that does not move is one element.
template <class T>
void choose(const bool* condition, bool c_moves, const T* a, bool a_moves, const T* b, bool b_moves,
            T* z, std::int64_t count) {
  // The compiler does not vectorise loops over bool elements.
  const auto* const c = reinterpret_cast<const std::uint8_t*>(condition);
  const T fixed_a = *a, fixed_b = *b;
  if (!c_moves) {
    const bool a_is_chosen = *c != 0;
    if (a_is_chosen ? a_moves : b_moves) {
      std::copy_n(a_is_chosen ? a : b, count, z);
    } else {
      std::fill_n(z, count, a_is_chosen ? fixed_a : fixed_b);
    }
    return;
  }
  if (a_moves && b_moves) {
#pragma omp simd
    for (std::int64_t i = 0; i < count; ++i) z[i] = c[i] != 0 ? a[i] : b[i];
  } else if (a_moves) {
#pragma omp simd
    for (std::int64_t i = 0; i < count; ++i) z[i] = c[i] != 0 ? a[i] : fixed_b;
  } else if (b_moves) {
#pragma omp simd
    for (std::int64_t i = 0; i < count; ++i) z[i] = c[i] != 0 ? fixed_a : b[i];
  } else {
#pragma omp simd
    for (std::int64_t i = 0; i < count; ++i) z[i] = c[i] != 0 ? fixed_a : fixed_b;
  }
}

// The formula of select.
template <class T>
std::shared_ptr<const Formula> choice() {
  Tracing tracing;
  const Condition condition{Symbol<T>::operand(0).step()};
  const auto chosen = Symbol<T>::operand(1), otherwise = Symbol<T>::operand(2);
  kassay::optimized::choose(condition, chosen, otherwise);
  return std::move(tracing).take();
}

}  // namespace

bool sum_to(const Tensor& x, const reference::Dimensions& shape, Tensor& result) {
  if (x.size() == result.size()) {
    result = x.reshaped(result.shape());
    return true;
  }
  const std::int64_t added = x.rank() - static_cast<std::int64_t>(shape.sizes.size());
  std::vector<std::int64_t> axes;
  for (std::int64_t d = 0; d < x.rank(); ++d) {
    if (d < added || shape.sizes[static_cast<std::size_t>(d - added)] == 1) axes.push_back(d);
  }
  const Stages stages = stages_of(x.shape(), axes);
  if (takes_notes()) return note_total(x, stages, 1);
  sum(x, stages, result);
  return true;
}

bool broadcast_to(const Tensor& x, const reference::Dimensions&, Tensor& result) {
  result = stretched(x, result.shape());
  return true;
}

bool select(const Tensor& condition, const Tensor& chosen, const Tensor& otherwise,
            Tensor& result) {
  if (otherwise.dtype() != chosen.dtype()) return false;
  const Shape& shape = result.shape();
  const auto moves = [&](const Tensor& x) { return x.size() != 1 || x.shape() == shape; };
  const Tensor known = truths_of(condition);
  const bool c_moves = moves(known);
  const Tensor truths = c_moves ? stretched(known, shape) : known;
  const Tensor first = moves(chosen) ? stretched(chosen, shape) : chosen;
  const Tensor second = moves(otherwise) ? stretched(otherwise, shape) : otherwise;
  const bool a_moves = moves(chosen), b_moves = moves(otherwise);
  with_type_of(chosen.dtype(), [&](auto sample) {
    using T = decltype(sample);
    if (takes_notes()) {
      const auto noted = [=](const std::byte* const* from, std::byte* to, std::int64_t count) {
        choose(reinterpret_cast<const bool*>(from[0]), c_moves, reinterpret_cast<const T*>(from[1]),
               a_moves, reinterpret_cast<const T*>(from[2]), b_moves, reinterpret_cast<T*>(to),
               count);
      };
      note({noted,
            {truths, first, second},
            {c_moves, a_moves, b_moves},
            choice<detail::Traced<T>>()});
      return;
    }
    const bool* const c = truths.data<bool>().data();
    const T* const a = first.data<T>().data();
    const T* const b = second.data<T>().data();
    T* const z = result.mutable_data<T>().data();
    parallel_blocks(result.size(), kBlock, 1, [=](std::int64_t begin, std::int64_t end) {
      choose(c + (c_moves ? begin : 0), c_moves, a + (a_moves ? begin : 0), a_moves,
             b + (b_moves ? begin : 0), b_moves, z + begin, end - begin);
    });
  });
  return true;
}

}  // namespace kassay::optimized
