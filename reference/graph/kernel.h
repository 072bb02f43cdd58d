// How a function of the API is defined: ordinary, typed C++ functions that take its arguments by
// position.
//
//   TensorType infer(const TensorType& x, std::int64_t axis);    the dtype and shape of the result,
//                                                                and every error
//   Array compute(const Array& x, std::int64_t axis);            the elements
//   Expression gradient(const Expression& x, std::int64_t axis, const Expression& y,
//                       const Expression& g);                    the gradient by x, as a graph; g
//                                                                is the gradient by the result y
//
//   define(infer, compute)                 a function that is not differentiable
//   define(infer, compute, gradient)
//   define_moving(infer, compute)          a function whose results are elements of its arguments
//                                          and zeros: its gradient follows from their origin
//   define_composite(infer, compute, e)    e(arguments...) is the result as an Expression, which is
//                                          differentiated in its place
//   define_variable(infer, compute)        the result is a variable
//   define_random(infer, compute)          each evaluation draws; compute takes a `const Draw&`
//   define(act)                            a function on the graph and the state: it takes tensors
//                                          as they are (Symbol, TensorType, StaticType, Value),
//                                          maybe the `Session*`, and returns a Value or several
//   define_unrolled(types, act, n)         the same, but deferred until all dimensions are known
//                                          (act throws NotStatic); until then, `types` gives the
//                                          known part of the results' types; the results from the
//                                          n-th on are one list
//
// `infer` and `compute` may return a std::vector if the function has several results, and so may
// `gradient` and `e`: a gradient has an entry for each tensor among the arguments (including tensors
// in lists and omitted ones, None), or only for the first. A parameter `const Settings&`, `Session*` or
// `const Draw&` does not consume an argument; a type with a member `take` determines how many it consumes.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "reference/arrays/array.h"
#include "reference/graph/differentiation.h"
#include "reference/graph/expression.h"
#include "reference/graph/movement.h"
#include "reference/graph/operation.h"
#include "reference/graph/unpack.h"

namespace kassay::reference {

inline constexpr std::size_t kNothingListed = static_cast<std::size_t>(-1);

struct Kernel {
  std::function<std::vector<TensorType>(const BoundCall&)> infer;
  std::function<std::vector<Value>(const BoundCall&)> compute;
  // Instead of these two:
  std::function<std::vector<Value>(const BoundCall&)> act;
  // If `act` can be deferred.
  std::function<std::vector<StaticType>(const BoundCall&)> deferred_types;
  // The results from this one on are one list, except the last `after_list`.
  std::size_t listed_from = kNothingListed;
  std::size_t after_list = 0;
  // `y`: the results; `g`: their gradients, none for a result that has none.
  std::function<Gradients(const BoundCall&, const std::vector<Expression>& y, const Gradients& g)>
      gradient;
  bool is_random = false;
  bool makes_variable = false;      // the result is a variable
  bool keeps_sparse = false;        // the result is sparse if all tensors are
  bool makes_sparse = false;        // the result is sparse
  bool needs_shapes_alone = false;  // known shapes are enough for known results

  // Not inline, because every function makes one.
  Kernel();
  Kernel(const Kernel& other);
  Kernel(Kernel&& other) noexcept;
  Kernel& operator=(const Kernel& other);
  Kernel& operator=(Kernel&& other) noexcept;
  ~Kernel();
};

// Generated from spec/ops.
const std::map<std::string, Kernel, std::less<>>& kernel_table();

// The kernel of a function or an operator. Precondition: it exists.
const Kernel& find_kernel(std::string_view function);
// The kernel of an internal operation (internal/); null if there is none with that name.
const Kernel* find_internal_kernel(std::string_view name);

namespace detail {

// Unpacks the next argument, or passes a parameter that does not consume one.
template <class T>
T take(const BoundCall& call, std::size_t& position) {
  if constexpr (std::is_same_v<T, Settings>) {
    return *call.settings;
  } else if constexpr (std::is_same_v<T, Session*>) {
    return call.session;
  } else if constexpr (std::is_same_v<T, Draw>) {
    return call.draw;
  } else if constexpr (requires { T::take(call, position); }) {
    return T::take(call, position);
  } else {
    const std::size_t at = position++;
    const std::string& name = call.signature->parameters[at].name;
    if constexpr (is_expression<T>) {
      return unpack_expression<T>(call.values[at], name, call);
    } else {
      T result{};
      unpack(call.values[at], name, result);
      return result;
    }
  }
}

// `more` are the last arguments, which do not come from the call.
template <class Result, class... Parameters, class... More, std::size_t... I>
Result invoke_first(Result (*function)(Parameters...), const BoundCall& call,
                    std::index_sequence<I...>, const More&... more) {
  using All = std::tuple<std::decay_t<Parameters>...>;
  [[maybe_unused]] std::size_t position = 0;  // unused without arguments
  // Braces: evaluated from left to right.
  std::tuple<std::tuple_element_t<I, All>...> arguments{
      take<std::tuple_element_t<I, All>>(call, position)...};
  return std::apply([&](auto&... argument) { return function(argument..., more...); }, arguments);
}

template <class Result, class... Parameters, class... More>
Result invoke(Result (*function)(Parameters...), const BoundCall& call, const More&... more) {
  return invoke_first(function, call,
                      std::make_index_sequence<sizeof...(Parameters) - sizeof...(More)>{}, more...);
}

template <class T>
std::vector<T> listed(T one) {
  std::vector<T> list;
  list.push_back(std::move(one));
  return list;
}
template <class T>
std::vector<T> listed(std::vector<T>&& several) {
  return std::move(several);
}
inline Gradients as_gradients(Expression one) { return {std::move(one)}; }
inline Gradients as_gradients(Gradients&& several) { return std::move(several); }

// Rounds each result to its inferred type. Throws std::logic_error if inference and computation
// disagree on a shape; a dimension that depends on elements is inferred as unknown.
std::vector<Value> rounded(const std::vector<TensorType>& types, const std::vector<Array>& arrays);

}  // namespace detail

template <class Types, class... TypeParameters, class Arrays, class... ArrayParameters>
Kernel define(Types (*infer)(TypeParameters...), Arrays (*compute)(ArrayParameters...)) {
  Kernel kernel;
  kernel.infer = [infer](const BoundCall& call) {
    return detail::listed(detail::invoke(infer, call));
  };
  kernel.compute = [types = kernel.infer, compute](const BoundCall& call) {
    // First, because it finds every error: computation handles only valid calls.
    const std::vector<TensorType> inferred = types(call);
    return detail::rounded(inferred, detail::listed(detail::invoke(compute, call)));
  };
  return kernel;
}

template <class Types, class... TypeParameters, class Arrays, class... ArrayParameters,
          class Result, class... GradientParameters>
Kernel define(Types (*infer)(TypeParameters...), Arrays (*compute)(ArrayParameters...),
              Result (*gradient)(GradientParameters...)) {
  Kernel kernel = define(infer, compute);
  kernel.gradient = [gradient](const BoundCall& call, const std::vector<Expression>& y,
                               const Gradients& g) {
    return detail::as_gradients(detail::invoke(gradient, call, y.front(), *g.front()));
  };
  return kernel;
}

template <class Types, class... TypeParameters, class Arrays, class... ArrayParameters>
Kernel define_moving(Types (*infer)(TypeParameters...), Arrays (*compute)(ArrayParameters...)) {
  Kernel kernel = define(infer, compute);
  kernel.gradient = [](const BoundCall& call, const std::vector<Expression>&, const Gradients& g) {
    return moved_back(call, g);
  };
  return kernel;
}

template <class Types, class... TypeParameters, class Arrays, class... ArrayParameters,
          class Result, class... ExpressionParameters>
Kernel define_composite(Types (*infer)(TypeParameters...), Arrays (*compute)(ArrayParameters...),
                        Result (*expression)(ExpressionParameters...)) {
  Kernel kernel = define(infer, compute);
  kernel.gradient = [expression](const BoundCall& call, const std::vector<Expression>&,
                                 const Gradients& g) {
    return through(call, detail::listed(detail::invoke(expression, call)), g);
  };
  return kernel;
}

template <class Types, class... TypeParameters, class Arrays, class... ArrayParameters>
Kernel define_random(Types (*infer)(TypeParameters...), Arrays (*compute)(ArrayParameters...)) {
  Kernel kernel = define(infer, compute);
  kernel.is_random = true;
  return kernel;
}

template <class Types, class... TypeParameters, class Arrays, class... ArrayParameters>
Kernel define_variable(Types (*infer)(TypeParameters...), Arrays (*compute)(ArrayParameters...)) {
  Kernel kernel = define(infer, compute);
  kernel.makes_variable = true;
  return kernel;
}

template <class Result, class... Parameters>
Kernel define(Result (*act)(Parameters...)) {
  Kernel kernel;
  kernel.act = [act](const BoundCall& call) { return detail::listed(detail::invoke(act, call)); };
  return kernel;
}

template <class... TypeParameters, class Result, class... Parameters>
Kernel define_unrolled(std::vector<StaticType> (*types)(TypeParameters...),
                       Result (*act)(Parameters...), std::size_t listed_from = kNothingListed) {
  Kernel kernel = define(act);
  kernel.listed_from = listed_from;
  kernel.deferred_types = [types](const BoundCall& call) { return detail::invoke(types, call); };
  return kernel;
}

}  // namespace kassay::reference
