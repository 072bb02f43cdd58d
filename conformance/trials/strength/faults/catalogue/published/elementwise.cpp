#include <cmath>

#include "conformance/trials/strength/faults/catalogue/published.h"
#include "conformance/trials/strength/faults/mistakes.h"

namespace kassay::faults::published {
namespace {

std::vector<Fault> of_values() {
  return {
      fault(
          "published/round/half-away-from-zero", {"round"}, Class::kDomain,
          "Halves are rounded away from zero.",
          [](Computation& c) { return each(c.tensor("x"), [](Real x) { return std::round(x); }); })
          .published("https://github.com/keras-team/keras/issues/5076"),
      fault("published/pow/reciprocal-of-integers-cut-off", {"pow"}, Class::kDomain,
            "A negative power of integers is 0, or 1 or -1, instead of an error.",
            [](Computation& c) {
              const auto* exponents = c.argument("a").get_if<Tensor>();
              const auto* exponent = c.argument("a").get_if<std::int64_t>();
              const Tensor& x = c.tensor("x");
              if (is_floating(x.dtype()) || exponents != nullptr || exponent == nullptr ||
                  *exponent >= 0) {
                return c.result();
              }
              return each(x,
                          [&](Real base) { return std::trunc(std::pow(base, Real(*exponent))); });
            })
          .published("https://github.com/tensorflow/tensorflow/issues/127815")
          .leaves_open("D-112 accepts a reciprocal that loses its fraction"),
      fault("published/equal/broadcast-refused", {"equal"}, Class::kDomain,
            "Operands of different shapes are an error.",
            [](Computation& c) {
              const auto *x = c.argument("x").get_if<Tensor>(),
                         *y = c.argument("y").get_if<Tensor>();
              if (x != nullptr && y != nullptr && x->shape() != y->shape()) refuse("other shapes");
              return c.right();
            })
          .published("https://github.com/awslabs/keras-apache-mxnet/issues/146"),
      fault("published/relu/threshold-in-floatx", {"relu"}, Class::kWidth,
            "A threshold other than 0 has the default float type, so x of another type is an "
            "error.",
            [](Call& call) {
              const auto* threshold = call.value("threshold").get_if<double>();
              const Value floatx = call.api("floatx", {});
              if (threshold != nullptr && *threshold != 0 &&
                  !has_dtype(call("x"), std::get<std::string>(floatx))) {
                refuse("a type other than the threshold's");
              }
              return call.right();
            })
          .published("https://github.com/tensorflow/tensorflow/issues/40687"),
      fault("published/softmax/its-logarithm", {"softmax"}, Class::kDomain,
            "The result is the logarithm of the softmax.",
            [](Call& call) -> Node { return call.api("log", {call.node()}); })
          .published("https://github.com/tensorflow/tensorflow/issues/2315"),
      fault("published/hard_sigmoid/slope-of-a-sixth", {"hard_sigmoid"}, Class::kDomain,
            "The result is x / 6 + 0.5 between -3 and 3.",
            [](Call& call) -> Node {
              return call.api("clip", {call("x") * (1.0 / 6) + 0.5, 0.0, 1.0});
            })
          .published("https://github.com/tensorflow/tensorflow/issues/65381"),
  };
}

std::vector<Fault> of_derivatives() {
  return {
      fault(
          "published/pow/exponent-derived-at-zero", {"pow"}, Class::kDerivative,
          "The derivative by an exponent is 0 times the logarithm of 0, NaN, where the base is 0.",
          [](Call& call) -> Node {
            const Node right = call.node();
            if (!call.api.is_floating(right) || !call.api.is_floating(call.value("a")))
              return right;
            const Node at_zero = call.api("equal", {call("x") + call("a") * 0.0, 0.0});
            return right + nan_derivative(call("a") + call("x") * 0.0, at_zero);
          })
          .published("https://github.com/pytorch/pytorch/issues/27134"),
      fault("published/elu/second-derivative-is-one", {"elu"}, Class::kDerivative,
            "Below 0 the second derivative is 1.",
            [](Call& call) -> Node {
              Api& k = call.api;
              const Node x = call("x"), below = k("less", {x, 0.0});
              const Node slope =
                  k("switch", {below, k("exp", {x}) * call.value("alpha"), k("ones_like", {x})});
              const Node wrongly =
                  k("switch", {below, zero_like_derivative(x), k("zeros_like", {x})});
              return stopped(call.node()) + (stopped(slope) + wrongly) * zero_like_derivative(x);
            })
          .published("https://github.com/tensorflow/tensorflow/issues/19333"),
      fault("published/elu/derivative-of-an-overflow", {"elu"}, Class::kDerivative,
            "For a large x, the infinite derivative of exp(x) is multiplied by 0, which gives NaN.",
            [](Call& call) -> Node {
              Api& k = call.api;
              const Node overflows = k("equal", {k("exp", {call("x")}), INFINITY});
              return call.node() + nan_derivative(call("x"), overflows);
            })
          .published("https://github.com/apache/mxnet/pull/14673"),
      fault("published/elu/sign-of-the-result", {"elu"}, Class::kDerivative,
            "The derivative depends on the sign of the result, which a negative alpha inverts.",
            [](Call& call) -> Node {
              Api& k = call.api;
              const Node x = call("x"), y = stopped(call.node());
              const Node below =
                  stopped(k("exp", {x}) * call.value("alpha")) * zero_like_derivative(x);
              return y + k("switch", {k("less", {y, 0.0}), below, zero_like_derivative(x)});
            })
          .published("https://github.com/pytorch/pytorch/pull/49272"),
      fault("published/clip/no-derivative-at-the-bounds", {"clip"}, Class::kDerivative,
            "An element that equals a bound has the derivative 0.",
            [](Call& call) -> Node {
              Api& k = call.api;
              const Node right = call.node();
              const bool numbers = call.value("min_value").get_if<double>() != nullptr &&
                                   call.value("max_value").get_if<double>() != nullptr;
              if (!k.is_floating(right) || !numbers) return right;
              const auto at = [&](const char* bound) -> Node {
                return k("equal", {call("x"), call.value(bound)});
              };
              const Node within = k("switch", {at("min_value"), stopped(right), right});
              return k("switch", {at("max_value"), stopped(within), within});
            })
          .published("https://github.com/tensorflow/tfjs-core/pull/1076")
          .leaves_open("D-1236 accepts 0 at a bound"),
      fault("published/maximum/both-of-equal", {"maximum", "minimum"}, Class::kDerivative,
            "Each of two equal elements gets the whole derivative.",
            [](Call& call) -> Node {
              const Node right = call.node();
              if (!call.api.is_floating(right) || !call.api.is_floating(call.value("y")))
                return right;
              Api& k = call.api;
              const Node both = zero_like_derivative(call("x") + call("y"));
              const Node equal =
                  k("equal", {call("x") + call("y") * 0.0, call("y") + call("x") * 0.0});
              return k("switch", {equal, stopped(right) + both, right});
            })
          .published("https://github.com/Theano/Theano/issues/6470")
          .leaves_open("D-1235 accepts the whole derivative for both"),
      fault("published/softplus/second-derivative-cancels", {"softplus"}, Class::kDerivative,
            "The second derivative is s (1 - s) with s = sigmoid(x), where 1 - s is 0 far above 0.",
            [](Call& call) -> Node {
              const Node x = call("x"), s = stopped(call.api("sigmoid", {x}));
              const Node slope = s + s * -(s - 1.0) * zero_like_derivative(x);
              return stopped(call.node()) + slope * zero_like_derivative(x);
            })
          .published("https://github.com/tensorflow/tensorflow/issues/126635"),
  };
}

}  // namespace

std::vector<Fault> elementwise() { return joined({of_values(), of_derivatives()}); }

}  // namespace kassay::faults::published
