// How a native kernel is defined: one typed C++ function.
//
//   bool compute(const Tensor& x, const Axes& axis, bool keepdims, Tensor& result);
//
// The parameters are those of the function, as in reference/runtime/kernel.h; behind them, `result`
// is already allocated, with the dtype and shape that the reference's inference found (so errors of
// a call are the reference's). The function fills it, or returns false where it does not serve this
// dtype or shape: then the reference kernel does.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "reference/runtime/kernel.h"

namespace kassay::optimized {

using reference::Axes;
using reference::BoundCall;

using Kernel = std::function<bool(const BoundCall&, Tensor& result)>;

// Generated from spec/ops and the files under optimized/cpu/ops: only the functions that are
// native.
const std::map<std::string, Kernel, std::less<>>& kernel_table();

namespace detail {

template <class... Parameters, std::size_t... I>
bool invoke(bool (*function)(Parameters...), const BoundCall& call, Tensor& result,
            std::index_sequence<I...>) {
  using All = std::tuple<std::decay_t<Parameters>...>;
  std::size_t position = 0;
  std::tuple<std::tuple_element_t<I, All>...> arguments{
      reference::detail::take<std::tuple_element_t<I, All>>(call, position)...};
  return std::apply([&](auto&... argument) { return function(argument..., result); }, arguments);
}

}  // namespace detail

template <class... Parameters>
Kernel define(bool (*compute)(Parameters...)) {
  return [compute](const BoundCall& call, Tensor& result) {
    return detail::invoke(compute, call, result,
                          std::make_index_sequence<sizeof...(Parameters) - 1>{});
  };
}

}  // namespace kassay::optimized
