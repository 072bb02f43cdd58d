#include "conformance/trials/strength/faults/catalogue/activation.h"

#include <algorithm>
#include <cmath>

#include "conformance/trials/strength/faults/mistakes.h"

namespace kassay::faults::activation {
namespace {

std::vector<Fault> of_values() {
  return {
      fault("activation/sigmoid/one-minus", {"sigmoid"}, Class::kSmall,
            "The result is 1 - 1 / (1 + exp(x)); small results lose their digits.",
            [](Call& call) -> Node {
              Api& k = call.api;
              return -(k("pow", {k("exp", {call("x")}) + 1.0, -1}) - 1.0);
            }),
      fault("activation/sigmoid/cut-off-at-16", {"sigmoid"}, Class::kSmall,
            "Below -16 the result is 0; above 16 it is 1.",
            [](Computation& c) {
              Tensor result = c.result();
              for (std::int64_t i = 0; i < result.size(); ++i) {
                const Real x = element(c.tensor("x"), i);
                if (std::fabs(x) > 16) set_element(result, i, x > 0);
              }
              return result;
            }),
      fault("activation/tanh/from-sigmoid", {"tanh"}, Class::kSmall,
            "The result is 2 sigmoid(2 x) - 1 in the dtype; small results lose their digits.",
            [](Call& call) -> Node { return call.api("sigmoid", {call("x") * 2.0}) * 2.0 - 1.0; }),
      fault("activation/tanh/one-beyond-9", {"tanh"}, Class::kSmall,
            "Beyond 9 the result is 1, which is right only in float32.",
            [](Computation& c) {
              Tensor result = c.result();
              for (std::int64_t i = 0; i < result.size(); ++i) {
                const Real x = element(c.tensor("x"), i);
                if (std::fabs(x) > 9.02L) set_element(result, i, std::copysign(1.0L, x));
              }
              return result;
            }),
      fault("activation/softplus/linear-beyond-20", {"softplus"}, Class::kSmall,
            "Above 20 the result is x, as in a library that computes in float32.",
            [](Computation& c) {
              Tensor result = c.result();
              for (std::int64_t i = 0; i < result.size(); ++i) {
                const Real x = element(c.tensor("x"), i);
                if (x > 20) set_element(result, i, x);
              }
              return result;
            }),
      fault("activation/softplus/zero-below-minus-15", {"softplus"}, Class::kSmall,
            "Below -15 the result is 0, because 1 + exp(x) is 1 in float32.",
            [](Computation& c) {
              Tensor result = c.result();
              for (std::int64_t i = 0; i < result.size(); ++i) {
                if (element(c.tensor("x"), i) < -15) set_element(result, i, 0);
              }
              return result;
            }),
      fault("activation/softmax/from-its-logarithm", {"softmax"}, Class::kSmall,
            "The result is exp(x - logsumexp(x)) in the dtype.",
            [](Call& call) -> Node {
              Api& k = call.api;
              return k("exp", {call("x") - k("logsumexp", {call("x"), call.value("axis"), true})});
            }),
      fault("activation/softmax/empty-slice-refused", {"softmax"}, Class::kSpecial,
            "An empty slice is an error, because its maximum does not exist.",
            [](Computation& c) {
              const Tensor& x = c.tensor("x");
              std::int64_t axis = -1;
              reference::unpack(c.argument("axis"), "axis", axis);
              Shape slices = x.shape();
              const std::int64_t along = axis < 0 ? axis + x.rank() : axis;
              if (along >= 0 && along < x.rank() && slices[along] == 0) {
                slices.erase(slices.begin() + along);
                if (std::ranges::count(slices, 0) == 0) refuse("an empty slice");
              }
              return c.result();
            })
          .leaves_open("D-215 accepts the error that the printed code raises"),
      fault("activation/softmax/empty-tensor-refused", {"softmax"}, Class::kSpecial,
            "A tensor without elements is an error, even if no slice is empty.",
            [](Computation& c) {
              if (c.tensor("x").size() == 0) refuse("no elements");
              return c.result();
            }),
      fault("activation/softmax/middle-axis-of-rank-4", {"softmax"}, Class::kDomain,
            "From rank 4 on, an axis that is neither first nor last is taken for the last.",
            [](Call& call) {
              const std::optional<std::int64_t> axis = axis_of(call, "x"), dims = rank(call("x"));
              if (axis && *dims >= 4 && *axis > 0) call.set("axis", -1);
              return call.right();
            }),
      fault("activation/softmax/minus-two-is-last", {"softmax"}, Class::kDomain,
            "A negative axis means the last dimension.",
            [](Call& call) {
              if (call.integer("axis") < 0) call.set("axis", -1);
              return call.right();
            }),
      fault(
          "activation/softsign/one-minus", {"softsign"}, Class::kSmall,
          "The result is 1 - 1 / (1 + abs(x)) with the sign of x; small results lose their digits.",
          [](Call& call) -> Node {
            Api& k = call.api;
            const Node rest = k("pow", {k("abs", {call("x")}) + 1.0, -1});
            return -(rest - 1.0) * k("sign", {call("x")});
          }),
      fault("activation/elu/alpha-without-sign", {"elu"}, Class::kDomain,
            "A negative alpha counts as a positive one.",
            [](Call& call) {
              if (const auto* alpha = call.value("alpha").get_if<double>()) {
                call.set("alpha", std::fabs(*alpha));
              }
              return call.right();
            }),
      fault("activation/elu/linear-near-zero", {"elu"}, Class::kSmall,
            "Between -2^-10 and 0 the result is alpha * x, the first term of the series.",
            [](Computation& c) {
              Tensor result = c.result();
              double alpha = 1;
              reference::unpack(c.argument("alpha"), "alpha", alpha);
              for (std::int64_t i = 0; i < result.size(); ++i) {
                const Real x = element(c.tensor("x"), i);
                if (x < 0 && x > -std::ldexp(1.0L, -10)) set_element(result, i, alpha * x);
              }
              return result;
            }),
      fault("activation/relu/negative-threshold-is-zero", {"relu"}, Class::kDomain,
            "A negative threshold counts as 0.",
            [](Call& call) {
              const auto* threshold = call.value("threshold").get_if<double>();
              if (threshold != nullptr && *threshold < 0) call.set("threshold", 0.0);
              return call.right();
            }),
      fault("activation/hard_sigmoid/slope-in-float32", {"hard_sigmoid"}, Class::kWidth,
            "The slope is 0.2 rounded to float32, in float64 too.",
            [](Computation& c) {
              const Real slope = 0.2F;
              return each(c.tensor("x"), [&](Real x) {
                return std::isnan(x) ? x : std::min(std::max(slope * x + 0.5L, 0.0L), 1.0L);
              });
            }),
  };
}

std::vector<Fault> of_derivatives() {
  return {
      fault("activation/sigmoid/derivative-cancels", {"sigmoid"}, Class::kDerivative,
            "The derivative is y (1 - y), which is 0 as soon as y rounds to 1.",
            [](Call& call) -> Node {
              const Node y = call.node();
              return stopped(y) + stopped(y * -(y - 1.0)) * zero_like_derivative(call("x"));
            }),
      fault("activation/tanh/derivative-cancels", {"tanh"}, Class::kDerivative,
            "The derivative is 1 - y^2 in the dtype; it loses its digits where y is near 1.",
            [](Call& call) -> Node {
              const Node y = stopped(call.node());
              return y + (-(y * y - 1.0)) * zero_like_derivative(call("x"));
            }),
      fault("activation/tanh/derived-once", {"tanh"}, Class::kDerivative,
            "The derivative is a constant; the second derivative is missing.",
            [](Call& call) -> Node {
              Api& k = call.api;
              const Node far = k("sigmoid", {call("x") * 2.0}),
                         near = k("sigmoid", {call("x") * -2.0});
              return derived_once(call.node(), far * near * 4.0, call("x"));
            }),
      fault("activation/sigmoid/derived-once", {"sigmoid"}, Class::kDerivative,
            "The derivative is a constant; the second derivative is missing.",
            [](Call& call) -> Node {
              const Node y = call.node();
              return derived_once(y, y * call.api("sigmoid", {-call("x")}), call("x"));
            }),
      fault("activation/softplus/derived-once", {"softplus"}, Class::kDerivative,
            "The derivative is a constant; the second derivative is missing.",
            [](Call& call) -> Node {
              return derived_once(call.node(), call.api("sigmoid", {call("x")}), call("x"));
            }),
      fault("activation/softmax/diagonal-derivative", {"softmax"}, Class::kDerivative,
            "Each element has only its derivative by itself, y (1 - y).",
            [](Call& call) -> Node {
              const Node y = stopped(call.node());
              return y + (-(y - 1.0)) * y * zero_like_derivative(call("x"));
            }),
      fault("activation/elu/derivative-from-result", {"elu"}, Class::kDerivative,
            "The derivative below 0 is y + alpha in the dtype, which cancels far from 0.",
            [](Call& call) -> Node {
              Api& k = call.api;
              const Node x = call("x"), y = stopped(call.node());
              const Node below = (y + call.value("alpha")) * zero_like_derivative(x);
              return y + k("switch", {k("less", {x, 0.0}), below, zero_like_derivative(x)});
            }),
      fault("activation/relu/derivative-beyond-maximum", {"relu"}, Class::kDerivative,
            "Elements above max_value still pass the derivative on.",
            [](Call& call) -> Node {
              const Node y = call.node();
              call.set("max_value", None{});
              return with_derivative_of(y, call.node());
            }),
      fault("activation/hard_sigmoid/derivative-everywhere", {"hard_sigmoid"}, Class::kDerivative,
            "The derivative is 0.2 on the flat segments too.",
            [](Call& call) -> Node { return with_derivative_of(call.node(), call("x") * 0.2); }),
  };
}

}  // namespace

std::vector<Fault> faults() { return joined({of_values(), of_derivatives()}); }

}  // namespace kassay::faults::activation
