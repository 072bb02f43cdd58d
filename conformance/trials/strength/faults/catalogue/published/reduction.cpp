#include <algorithm>
#include <cmath>
#include <limits>

#include "conformance/trials/strength/faults/catalogue/published.h"
#include "conformance/trials/strength/faults/mistakes.h"

namespace kassay::faults::published {
namespace {

// A reduction of x along the axes of the call.
Node reduced(const Call& call, std::string_view function, const Node& x, bool keepdims) {
  return call.api(function, {x, call.value("axis"), keepdims});
}

// prod, whose derivative is a constant in slices with at least this number of zeros.
Node derived_once_with_zeros(Call& call, double zeros) {
  Api& k = call.api;
  const Node right = call.node(), x = call("x");
  if (!k.is_floating(right)) return right;
  const Node zero = k("equal", {x, 0.0}), ones = k("ones_like", {x});
  const Node count = reduced(call, "sum", k("cast", {zero, k.dtype(x)}), true);
  const Node others = reduced(call, "prod", k("switch", {zero, ones, x}), true);
  // The derivative by the only zero of a slice is the product of the other elements; all others are 0.
  const Node only = k("equal", {k("cast", {zero, k.dtype(x)}) * count, 1.0});
  const Node slope = k("switch", {only, ones * others, k("zeros_like", {x})});
  const Node once = reduced(call, "sum", stopped(slope) * zero_like_derivative(x), false);
  const Node many = reduced(call, "max", k("cast", {ones * count, k.dtype(x)}), false);
  const auto* keepdims = call.value("keepdims").get_if<bool>();
  if (keepdims != nullptr && *keepdims) return right;
  return k("switch", {k("greater_equal", {many, zeros}), stopped(right) + once, right});
}

std::vector<Fault> of_derivatives() {
  return {
      fault("published/prod/divided-by-the-factor", {"prod"}, Class::kDerivative,
            "The derivative is the product divided by the factor: NaN if the factor is 0.",
            [](Call& call) -> Node {
              const Node right = call.node(), x = call("x");
              if (!call.api.is_floating(right)) return right;
              const Node nan = nan_derivative(x, call.api("equal", {x, 0.0}));
              return right + call.api("sum", {nan, call.value("axis"), call.value("keepdims")});
            })
          .published("https://github.com/tensorflow/tensorflow/issues/2641"),
      fault("published/prod/derived-once-beside-a-zero", {"prod"}, Class::kDerivative,
            "If a factor is 0, the derivative is a constant and the second derivative 0.",
            [](Call& call) -> Node { return derived_once_with_zeros(call, 1); })
          .published("https://github.com/tensorflow/tensorflow/issues/61117"),
      fault("published/prod/derived-once-with-two-zeros", {"prod"}, Class::kDerivative,
            "If two factors are 0, the derivative is a constant and the second derivative 0.",
            [](Call& call) -> Node { return derived_once_with_zeros(call, 2); })
          .published("https://github.com/pytorch/pytorch/issues/106789"),
      fault("published/prod/second-derivative-not-finite", {"prod"}, Class::kDerivative,
            "The second derivative divides by a factor, which may be 0.",
            [](Call& call) -> Node {
              Api& k = call.api;
              const Node right = call.node(), x = call("x");
              if (!k.is_floating(right)) return right;
              // 0, and its derivative at 0 is 0; the second derivative is infinite there.
              const Node zero =
                  k("switch", {k("equal", {x, 0.0}), zero_like_derivative(x), k("ones_like", {x})});
              const Node bent =
                  k("switch", {k("equal", {x, 0.0}), k("pow", {zero, 1.5}), k("zeros_like", {x})});
              return right + k("sum", {bent, call.value("axis"), call.value("keepdims")});
            })
          .published("https://github.com/tensorflow/tensorflow/issues/44556"),
      fault("published/cumprod/divided-by-the-factor", {"cumprod"}, Class::kDerivative,
            "The derivative divides by the factor, which gives NaN if the factor is 0.",
            [](Call& call) -> Node {
              const Node right = call.node(), x = call("x");
              if (!call.api.is_floating(right)) return right;
              return right + nan_derivative(x, call.api("equal", {x, 0.0}));
            })
          .published("https://github.com/Theano/Theano/issues/5197"),
      fault("published/std/root-of-no-variance", {"std"}, Class::kDerivative,
            "The derivative of equal elements is 0 times the infinite slope of a square root: NaN.",
            [](Call& call) -> Node {
              const Node right = call.node();
              return right + nan_derivative(right, call.api("equal", {right, 0.0}));
            })
          .published("https://github.com/keras-team/keras/issues/2960")
          .leaves_open("D-1239 accepts NaN as the derivative of equal elements"),
  };
}

std::vector<Fault> of_searches() {
  return {
      fault("published/argmax/last-of-equal", {"argmax"}, Class::kDomain,
            "The result is the position of the last of equal elements.",
            [](Call& call) -> Node {
              Api& k = call.api;
              const std::optional<std::int64_t> axis = axis_of(call, "x");
              const std::optional<Shape> sizes = k.shape(call("x"));
              if (!axis || *axis < 0 || *axis >= *rank(call("x"))) return call.node();
              const std::int64_t size = (*sizes)[static_cast<std::size_t>(*axis)];
              if (size <= 0) return call.node();
              call.set("x", k("reverse", {call("x"), *axis}));
              return -(call.node() - static_cast<double>(size - 1));
            })
          .published("https://github.com/pytorch/pytorch/issues/22853")
          .leaves_open("D-308 accepts the last of equal elements"),
      fault("published/argmax/nan-is-passed-over", {"argmax"}, Class::kSpecial,
            "With NaN, the result is the last position.",
            [](Computation& c) {
              const Tensor x = c.tensor("x");
              Tensor result = c.result();
              for (std::int64_t i = 0; i < x.size() && x.rank() == 1; ++i) {
                if (std::isnan(element(x, i))) set_element(result, 0, x.size() - 1);
              }
              return result;
            })
          .published("https://github.com/tensorflow/tensorflow/issues/118647")
          .leaves_open("D-310 does not test tensors with NaN"),
      fault("published/in_top_k/by-position", {"in_top_k"}, Class::kCondition,
            "Equal predictions count only if a sort puts them among the last k.",
            [](Computation& c) {
              const Tensor& predictions = c.tensor("predictions");
              std::int64_t k = 0;
              reference::unpack(c.argument("k"), "k", k);
              const std::int64_t columns = predictions.shape()[1];
              Tensor result = c.result();
              for (std::int64_t row = 0; row < result.size(); ++row) {
                const auto target = static_cast<std::int64_t>(element(c.tensor("targets"), row));
                const Real own = element(predictions, row * columns + target);
                std::int64_t before = 0;
                for (std::int64_t i = 0; i < columns; ++i) {
                  const Real other = element(predictions, row * columns + i);
                  before += other > own || (other == own && i > target);
                }
                set_element(result, row, before < k);
              }
              return result;
            })
          .published("https://github.com/keras-team/keras/issues/6113"),
      fault("published/max/nan-is-passed-over", {"max", "min"}, Class::kSpecial,
            "NaN is ignored unless all elements are NaN.",
            [](Computation& c) {
              const Tensor x = c.tensor("x");
              const Tensor right = c.result();
              const bool largest = c.call.signature->function == "max";
              const Real last = largest ? -INFINITY : INFINITY;
              c.tensor("x") = each(x, [&](Real e) { return std::isnan(e) ? last : e; });
              Tensor result = c.result();
              for (std::int64_t i = 0; i < result.size(); ++i) {
                if (element(result, i) == last) set_element(result, i, element(right, i));
              }
              return result;
            })
          .published("https://github.com/tensorflow/tfjs/issues/4883")
          .leaves_open("D-307 accepts a search that ignores NaN"),
  };
}

// Sums, and rewrites of them by graph optimizers.
std::vector<Fault> of_sums() {
  return {
      fault("published/mean/sum-wraps", {"mean"}, Class::kWidth,
            "int32 is summed in int32, which wraps before the division.",
            [](Call& call) -> Node {
              Api& k = call.api;
              const Node right = call.node();
              if (!has_dtype(call("x"), "int32")) return right;
              const Value count = call.api("ones_like", {call("x"), k.dtype(right)});
              const Node sum = k("sum", {call("x"), call.value("axis"), call.value("keepdims")});
              return k("cast", {sum, k.dtype(right)}) /
                     k("sum", {count, call.value("axis"), call.value("keepdims")});
            })
          .published("https://github.com/tensorflow/tensorflow/issues/125978")
          .leaves_open("D-325 does not specify sums that overflow on the way"),
      fault("published/mean/bool-in-float64", {"mean"}, Class::kWidth,
            "The mean of bool is float64, for any default float type.",
            [](Call& call) -> Node {
              const Node right = call.node();
              return has_dtype(call("x"), "bool") ? call.api("cast", {right, "float64"}) : right;
            })
          .published("https://github.com/keras-team/keras/issues/4690"),
      fault("published/cumsum/last-axis-unchanged", {"cumsum"}, Class::kDomain,
            "Along axis -1, elements are not added.",
            [](Call& call) -> Node { return call.integer("axis") == -1 ? call("x") : call.node(); })
          .published("https://github.com/Theano/Theano/issues/2715"),
      fault("published/cumsum/slice-from-its-beginning", {"slice", "cumsum"}, Class::kState,
            "For a slice that is not computed yet, cumsum reads the tensor from its beginning.",
            [made = Remembered()](Call& call) mutable -> Node {
              if (call.function == "slice") {
                const Node right = call.node();
                if (const auto* start = call.value("start").get_if<List>()) {
                  call.set("start", ints(std::vector<std::int64_t>(start->size(), 0)));
                  made.add(right, call.node());
                }
                return right;
              }
              if (const Value* beginning = made.find(call.value("x"))) call.set("x", *beginning);
              return call.node();
            })
          .published("https://github.com/keras-team/keras/issues/7592"),
      fault("published/sum/of-products-is-of-factors", {"prod", "sum"}, Class::kState,
            "The sum of products is computed as the sum of their factors.",
            [made = Remembered()](Call& call) mutable -> Node {
              const Node right = call.node();
              if (call.function == "prod") {
                made.add(right,
                         call.api("sum", {call("x"), call.value("axis"), call.value("keepdims")}));
              } else if (const Value* sums = made.find(call.value("x"))) {
                call.set("x", *sums);
                return call.node();
              }
              return right;
            })
          .published("https://github.com/Theano/Theano/issues/3451"),
      fault("published/mean/of-absolute-values-of-one", {"abs", "mean"}, Class::kState,
            "The mean of absolute values along an axis of size 1 keeps the signs of the elements.",
            [made = Remembered()](Call& call) mutable -> Node {
              const Node right = call.node();
              if (call.function == "abs") {
                made.add(right, call("x"));
              } else if (const Value* x = made.find(call.value("x"))) {
                const std::optional<std::int64_t> axis = axis_of(call, "x");
                const std::optional<Shape> sizes = call.api.shape(call("x"));
                if (axis && *axis >= 0 && (*sizes)[static_cast<std::size_t>(*axis)] == 1) {
                  call.set("x", *x);
                  return call.node();
                }
              }
              return right;
            })
          .published("https://github.com/Theano/Theano/issues/6514"),
      fault("published/sum/of-stacked-along-the-first", {"stack", "sum"}, Class::kState,
            "The sum of stacked tensors along a later axis is computed along the first one.",
            [made = Remembered()](Call& call) mutable -> Node {
              if (call.function == "stack") {
                const Node right = call.node();
                if (call.integer("axis") == 0) made.add(right);
                return right;
              }
              const std::optional<std::int64_t> axis = axis_of(call, "x");
              if (axis && *axis > 0 && made.find(call.value("x"))) call.set("axis", 0);
              return call.node();
            })
          .published("https://github.com/Theano/Theano/issues/2109"),
  };
}

}  // namespace

std::vector<Fault> reduction() { return joined({of_derivatives(), of_searches(), of_sums()}); }

}  // namespace kassay::faults::published
