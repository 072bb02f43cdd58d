// How a function of the API is defined: two ordinary, typed C++ functions that take its arguments
// by position.
//
//   TensorType infer(const TensorType& x, std::int64_t axis);    the dtype and shape of the result,
//   and every error Array compute(const Array& x, std::int64_t axis);            the elements
//
// Both may return a std::vector where the function has several results. A function whose result is
// a plain value has only `Value compute(...)`, and may look at types alone. A parameter of type
// `const Settings&` takes no argument.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "reference/runtime/array.h"
#include "reference/runtime/signature.h"
#include "reference/runtime/unpack.h"

namespace kassay::reference {

// What a call depends on beside its arguments.
struct Settings {
  Edition edition = Edition::kKo;
  DType floatx = DType::kFloat32;
  double epsilon = 1e-7;
  std::string image_data_format = "channels_last";
};

// A call with its arguments bound.
struct BoundCall {
  const Signature* signature;
  const Settings* settings;
  std::vector<Value> values;
};

struct Kernel {
  std::function<std::vector<TensorType>(const BoundCall&)>
      infer;  // empty where the result is a plain value
  std::function<std::vector<Value>(const BoundCall&)> compute;
};

// Generated from spec/ops.
const std::map<std::string, Kernel, std::less<>>& kernel_table();

namespace detail {

// Unpacks the next argument, or hands over the settings.
template <class T>
T take(const BoundCall& call, std::size_t& position) {
  if constexpr (std::is_same_v<T, Settings>) {
    return *call.settings;
  } else {
    T result{};
    const std::size_t at = position++;
    unpack(call.values[at], call.signature->parameters[at].name, result);
    return result;
  }
}

template <class Result, class... Parameters>
Result invoke(Result (*function)(Parameters...), const BoundCall& call) {
  std::size_t position = 0;
  // Braces: evaluated from left to right.
  std::tuple<std::decay_t<Parameters>...> arguments{
      take<std::decay_t<Parameters>>(call, position)...};
  return std::apply(function, std::move(arguments));
}

inline std::vector<TensorType> listed(TensorType type) { return {std::move(type)}; }
inline std::vector<TensorType> listed(std::vector<TensorType> types) { return types; }
inline std::vector<Array> listed(Array array) {
  std::vector<Array> list;
  list.push_back(std::move(array));
  return list;
}
inline std::vector<Array> listed(std::vector<Array> arrays) { return arrays; }

// Rounds each result to its inferred type. Throws std::logic_error where inference and computation
// disagree on a shape.
std::vector<Value> rounded(const std::vector<TensorType>& types, const std::vector<Array>& arrays);

}  // namespace detail

template <class Types, class... TypeParameters, class Arrays, class... ArrayParameters>
Kernel define(Types (*infer)(TypeParameters...), Arrays (*compute)(ArrayParameters...)) {
  const auto types = [infer](const BoundCall& call) {
    return detail::listed(detail::invoke(infer, call));
  };
  return {types, [types, compute](const BoundCall& call) {
            // First, for it finds every error: computation takes only valid calls.
            const std::vector<TensorType> inferred = types(call);
            return detail::rounded(inferred, detail::listed(detail::invoke(compute, call)));
          }};
}

template <class... Parameters>
Kernel define(Value (*compute)(Parameters...)) {
  return {nullptr, [compute](const BoundCall& call) {
            return std::vector<Value>{detail::invoke(compute, call)};
          }};
}

}  // namespace kassay::reference
