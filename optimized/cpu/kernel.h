// How a native kernel is defined: one typed C++ function.
//
//   bool compute(const Tensor& x, const Axes& axis, bool keepdims, Tensor& result);
//   bool compute(const Tensor& x, const Tensor& gamma, ..., std::vector<Tensor>& results);
//
// The parameters are those of the function, as in reference/graph/kernel.h; behind them, the
// result or the results are already allocated, with the dtypes and shapes that the reference's
// inference found (so errors of a call are the reference's). Their elements are unspecified. A
// result with a dimension that depends on elements is empty instead, and must be replaced. The
// function writes each of them, or returns false where it does not serve this dtype or shape: then
// the reference kernel does.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "reference/graph/kernel.h"

namespace kassay::optimized {

using reference::Axes;
using reference::BoundCall;

struct Kernel : std::function<bool(const BoundCall&, std::vector<Tensor>& results)> {
  // The kernel only moves elements of its first argument (of the gradient, for the way back) and notes the moves (notes.h) without reading
  // elements, which may be out of reach, on a device.
  bool only_moves = false;
  // The name of the operation that moves the gradient of the result back (reference/graph/movement.h): "move_back." and the name.
  std::shared_ptr<const Kernel> back = nullptr;
};

// Generated from spec/ops and the files under optimized/cpu/ops: only functions with a native kernel.
const std::map<std::string, Kernel, std::less<>>& kernel_table();

namespace detail {

template <class... Parameters, std::size_t... I>
bool invoke(bool (*function)(Parameters...), const BoundCall& call, std::vector<Tensor>& results,
            std::index_sequence<I...>) {
  using All = std::tuple<std::decay_t<Parameters>...>;
  [[maybe_unused]] std::size_t position = 0;  // unused without arguments
  std::tuple<std::tuple_element_t<I, All>...> arguments{
      reference::detail::take<std::tuple_element_t<I, All>>(call, position)...};
  return std::apply(
      [&](auto&... argument) {
        if constexpr (std::is_same_v<std::tuple_element_t<sizeof...(I), All>, Tensor>) {
          return function(argument..., results.front());
        } else {
          return function(argument..., results);
        }
      },
      arguments);
}

}  // namespace detail

template <class... Parameters>
Kernel define(bool (*compute)(Parameters...)) {
  return {[compute](const BoundCall& call, std::vector<Tensor>& results) {
    return detail::invoke(compute, call, results,
                          std::make_index_sequence<sizeof...(Parameters) - 1>{});
  }};
}

// For a kernel that only moves elements.
template <class... Parameters>
Kernel define_move(bool (*compute)(Parameters...)) {
  Kernel kernel = define(compute);
  kernel.only_moves = true;
  return kernel;
}

inline Kernel with_back(Kernel kernel, Kernel back) {
  // Not make_shared: its tag is a single object in the whole program, which levels would share.
  kernel.back.reset(new Kernel(std::move(back)));
  return kernel;
}

}  // namespace kassay::optimized
