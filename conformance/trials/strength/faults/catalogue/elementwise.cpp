#include "conformance/trials/strength/faults/catalogue/elementwise.h"

#include <cmath>
#include <numbers>

#include "conformance/trials/strength/faults/mistakes.h"

namespace kassay::faults::elementwise {
namespace {

constexpr Real kTwoPi = 2 * std::numbers::pi_v<Real>;

Tensor angles_reduced_in_dtype(const Tensor& angles, Real from) {
  Tensor turn(angles.dtype(), {});
  set_element(turn, 0, kTwoPi);
  return each(angles, [&](Real x) {
    if (!(std::fabs(x) > from) || std::isinf(x)) return x;
    return x - std::round(x / element(turn, 0)) * element(turn, 0);
  });
}

bool is_signed_integer(DType dtype) { return is_integer(dtype) && dtype != DType::kUint8; }

std::vector<Fault> of_domains() {
  return {
      fault("elementwise/sin/coarse-beyond-1000", {"sin"}, Class::kDomain,
            "Above 1000, whole turns are subtracted with 2 pi rounded to the dtype.",
            [](Computation& c) {
              c.tensor("x") = angles_reduced_in_dtype(c.tensor("x"), 1000);
              return c.result();
            }),
      fault("elementwise/cos/coarse-beyond-1000", {"cos"}, Class::kDomain,
            "Above 1000, whole turns are subtracted with 2 pi rounded to the dtype.",
            [](Computation& c) {
              c.tensor("x") = angles_reduced_in_dtype(c.tensor("x"), 1000);
              return c.result();
            }),
      fault("elementwise/cos/quadrants-in-int32", {"cos"}, Class::kDomain,
            "Quarter turns are counted in int32, so the angle is 0 beyond 2^31 of them.",
            [](Computation& c) {
              c.tensor("x") = each(c.tensor("x"), [](Real x) {
                return std::isfinite(x) && std::fabs(x) > kTwoPi / 4 * 2147483648.0L ? 0 : x;
              });
              return c.result();
            }),
      fault("elementwise/abs/narrow-integers-unchanged", {"abs"}, Class::kDomain,
            "Elements of int8 and int16 are returned unchanged.",
            [](Computation& c) {
              const DType dtype = c.tensor("x").dtype();
              const bool narrow = dtype == DType::kInt8 || dtype == DType::kInt16;
              return narrow ? c.tensor("x") : c.result();
            }),
      fault("elementwise/sign/unsigned-as-signed", {"sign"}, Class::kDomain,
            "uint8 is read as int8, so 200 is negative.",
            [](Computation& c) {
              if (c.tensor("x").dtype() != DType::kUint8) return c.result();
              return each(c.tensor("x"), [](Real x) { return x >= 128 ? 255 : Real(x > 0); });
            }),
      fault("elementwise/greater/unsigned-as-signed", {"greater"}, Class::kDomain,
            "uint8 is read as int8, so 200 is below 100.",
            [](Computation& c) {
              for (const char* name : {"x", "y"}) {
                auto* tensor = c.argument(name).get_if<Tensor>();
                if (tensor == nullptr || tensor->dtype() != DType::kUint8) return c.result();
                Tensor read(DType::kInt8, tensor->shape());
                for (std::int64_t i = 0; i < read.size(); ++i) {
                  set_element(read, i, element(*tensor, i));
                }
                c.argument(name) = read;
              }
              return c.result();
            }),
      fault("elementwise/exp/limited-as-in-float32", {"exp"}, Class::kDomain,
            "The argument is clipped to the domain of exp in float32, also in float64.",
            [](Computation& c) {
              c.tensor("x") = each(c.tensor("x"), [](Real x) {
                return std::isnan(x) ? x : std::min(std::max(x, -103.9L), 88.8L);
              });
              return c.result();
            }),
      fault("elementwise/log/exponents-of-float32", {"log"}, Class::kDomain,
            "Beyond the range of float32, the logarithm is infinite, also in float64.",
            [](Computation& c) {
              c.tensor("x") = through(DType::kFloat32, c.tensor("x"), DType::kFloat64);
              return each(c.tensor("x"), [](Real x) { return std::log(x); });
            }),
      fault("elementwise/round/through-int32", {"round"}, Class::kDomain,
            "Elements pass through int32, so those beyond 2^31 become 2^31.",
            [](Computation& c) {
              if (!is_floating(c.tensor("x").dtype())) return c.result();
              return each(c.result(), [](Real x) {
                if (!std::isfinite(x)) return x;
                return std::min(std::max(x, -2147483648.0L), 2147483647.0L);
              });
            }),
      fault("elementwise/round/through-int64", {"round"}, Class::kDomain,
            "Elements pass through int64, so those beyond 2^63 become 2^63.",
            [](Computation& c) {
              if (!is_floating(c.tensor("x").dtype())) return c.result();
              const Real limit = std::ldexp(1.0L, 63);
              return each(c.result(), [&](Real x) {
                return std::isfinite(x) ? std::min(std::max(x, -limit), limit) : x;
              });
            }),
      fault("elementwise/pow/half-is-sqrt", {"pow"}, Class::kSpecial,
            "An exponent of 0.5 calls sqrt, which gives 0 for negative elements.",
            [](Call& call) -> Node {
              const auto* a = call.value("a").get_if<double>();
              return a != nullptr && *a == 0.5 ? call.api("sqrt", {call("x")}) : call.node();
            }),
      fault("elementwise/maximum/narrow-integers-wrap", {"maximum"}, Class::kDomain,
            "int8 and int16 are compared by the sign of their difference, which wraps.",
            [](Computation& c) {
              Tensor result = c.result();
              const auto *x = c.argument("x").get_if<Tensor>(),
                         *y = c.argument("y").get_if<Tensor>();
              const bool narrow = result.dtype() == DType::kInt8 || result.dtype() == DType::kInt16;
              if (!narrow || x == nullptr || y == nullptr || x->size() != y->size()) return result;
              for (std::int64_t i = 0; i < result.size(); ++i) {
                Tensor difference(result.dtype(), {});
                set_element(difference, 0, element(*x, i) - element(*y, i));
                set_element(result, i, element(element(difference, 0) > 0 ? *x : *y, i));
              }
              return result;
            }),
  };
}

std::vector<Fault> of_derivatives() {
  return {
      fault("elementwise/pow/exponent-has-no-derivative", {"pow"}, Class::kDerivative,
            "A tensor exponent counts as a constant.",
            [](Call& call) {
              stop(call, "a");
              return call.right();
            }),
      fault("elementwise/sqrt/derived-once", {"sqrt"}, Class::kDerivative,
            "The derivative is a constant; the second derivative is missing.",
            [](Call& call) -> Node {
              const Node y = call.node();
              return derived_once(y, call.api("pow", {y, -1}) * 0.5, call("x"));
            }),
      fault("elementwise/sin/derived-once", {"sin"}, Class::kDerivative,
            "The derivative is a constant; the second derivative is missing.",
            [](Call& call) -> Node {
              return derived_once(call.node(), call.api("cos", {call("x")}), call("x"));
            }),
      fault("elementwise/log/derived-once", {"log"}, Class::kDerivative,
            "The derivative is a constant; the second derivative is missing.",
            [](Call& call) -> Node {
              return derived_once(call.node(), call.api("pow", {call("x"), -1}), call("x"));
            }),
      fault("elementwise/clip/bounds-have-no-derivative", {"clip"}, Class::kDerivative,
            "Tensor bounds count as constants.",
            [](Call& call) {
              stop(call, "min_value");
              stop(call, "max_value");
              return call.right();
            })
          .published("https://github.com/Theano/Theano/pull/1010"),
      fault("elementwise/maximum/same-tensor-half", {"maximum"}, Class::kDerivative,
            "If one tensor is given twice, only the derivative of one place is counted.",
            [](Call& call) {
              if (same(call("x"), call("y"))) call.set("y", stopped(call("y")));
              return call.right();
            }),
      fault("operator/add/same-tensor-once", {"operator.add"}, Class::kDerivative,
            "x + x has the derivative of only one of the two places.",
            [](Call& call) {
              if (same(call("x"), call("y"))) call.set("y", stopped(call("y")));
              return call.right();
            }),
      fault("operator/truediv/divisor-derived-once", {"operator.truediv"}, Class::kDerivative,
            "The derivative by the divisor is a constant; the second derivative is missing.",
            [](Call& call) -> Node {
              Api& k = call.api;
              if (!k.is_floating(call("y")) || !k.is_floating(call("x"))) return call.node();
              const Node inverse = k("pow", {call("y"), -1});
              const Node d = -(inverse * inverse);
              return call("x") * derived_once(inverse, d, call("y"));
            }),
  };
}

std::vector<Fault> of_width() {
  return {
      fault("elementwise/abs/int64-in-double", {"abs"}, Class::kWidth,
            "int64 passes through float64, so large elements lose their last digits.",
            [](Computation& c) { return computed_in(DType::kFloat64, c, DType::kInt64); }),
      fault("elementwise/sign/low-word", {"sign"}, Class::kWidth,
            "int64 is cut to int32 first, so the sign of 2^32 is 0.",
            [](Computation& c) {
              c.tensor("x") = through(DType::kInt32, c.tensor("x"), DType::kInt64);
              return c.result();
            }),
      fault("elementwise/square/int64-in-double", {"square"}, Class::kWidth,
            "int64 is squared in float64, so large squares lose their last digits.",
            [](Computation& c) { return computed_in(DType::kFloat64, c, DType::kInt64); }),
      fault("elementwise/pow/int64-in-double", {"pow"}, Class::kWidth,
            "Powers of int64 are computed in float64, so large ones lose their last digits.",
            [](Computation& c) { return computed_in(DType::kFloat64, c, DType::kInt64); }),
      fault("elementwise/clip/int64-in-double", {"clip"}, Class::kWidth,
            "int64 is clipped in float64, so large elements lose their last digits.",
            [](Computation& c) { return computed_in(DType::kFloat64, c, DType::kInt64); }),
      fault("elementwise/clip/bounds-in-float32", {"clip"}, Class::kWidth,
            "Plain numbers as bounds pass through float32.",
            [](Call& call) {
              for (const char* name : {"min_value", "max_value"}) {
                if (const auto* bound = call.value(name).get_if<double>()) {
                  call.set(name, static_cast<double>(static_cast<float>(*bound)));
                }
              }
              return call.right();
            }),
      fault("elementwise/minimum/int64-in-double", {"minimum"}, Class::kWidth,
            "int64 is compared in float64, where neighbours beyond 2^53 are equal.",
            [](Computation& c) { return computed_in(DType::kFloat64, c, DType::kInt64); }),
      fault("elementwise/equal/int64-in-double", {"equal"}, Class::kWidth,
            "int64 is compared in float64, where neighbours beyond 2^53 are equal.",
            [](Computation& c) { return computed_in(DType::kFloat64, c, DType::kInt64); }),
      fault("elementwise/less/difference-wraps", {"less"}, Class::kWidth,
            "Integers are compared by the sign of x - y, which wraps.",
            [](Computation& c) {
              Tensor result = c.result();
              const auto *x = c.argument("x").get_if<Tensor>(),
                         *y = c.argument("y").get_if<Tensor>();
              if (x == nullptr || y == nullptr || !is_signed_integer(x->dtype())) return result;
              if (x->shape() != y->shape()) return result;
              for (std::int64_t i = 0; i < result.size(); ++i) {
                Tensor difference(x->dtype(), {});
                set_element(difference, 0, element(*x, i) - element(*y, i));
                set_element(result, i, element(difference, 0) < 0);
              }
              return result;
            }),
      fault("elementwise/less_equal/low-words", {"less_equal"}, Class::kWidth,
            "Only the lower 32 bits of int64 are compared.",
            [](Computation& c) { return computed_in(DType::kInt32, c, DType::kInt64); }),
      fault("elementwise/greater_equal/float64-in-float32", {"greater_equal"}, Class::kWidth,
            "float64 is compared in float32, where neighbours are equal.",
            [](Computation& c) { return computed_in(DType::kFloat32, c, DType::kFloat64); }),
      fault("operator/mul/int64-in-double", {"operator.mul"}, Class::kWidth,
            "int64 is multiplied in float64, so large products lose their last digits.",
            [](Computation& c) { return computed_in(DType::kFloat64, c, DType::kInt64); }),
      fault("operator/add/int64-in-double", {"operator.add"}, Class::kWidth,
            "int64 is added in float64, so large sums lose their last digits.",
            [](Computation& c) { return computed_in(DType::kFloat64, c, DType::kInt64); }),
      fault("operator/sub/number-in-float32", {"operator.sub"}, Class::kWidth,
            "A plain number with a float64 tensor passes through float32.",
            [](Call& call) {
              for (const char* name : {"x", "y"}) {
                if (const auto* number = call.value(name).get_if<double>()) {
                  call.set(name, static_cast<double>(static_cast<float>(*number)));
                }
              }
              return call.right();
            }),
  };
}

std::vector<Fault> of_small_and_special_results() {
  return {
      fault("elementwise/cos/shifted-sine", {"cos"}, Class::kSmall,
            "cos(x) is sin(x + pi / 2) in the dtype; small results lose their digits.",
            [](Call& call) -> Node { return call.api("sin", {call("x") + std::numbers::pi / 2}); }),
      fault("elementwise/exp/linear-near-zero", {"exp"}, Class::kSmall,
            "Below 2^-12, exp(x) is 1 + x, which is accurate enough only for float32.",
            [](Computation& c) {
              Tensor result = c.result();
              for (std::int64_t i = 0; i < result.size(); ++i) {
                const Real x = element(c.tensor("x"), i);
                if (std::fabs(x) < std::ldexp(1.0L, -12)) set_element(result, i, 1 + x);
              }
              return result;
            }),
      fault("elementwise/pow/through-logarithm-with-sign", {"pow"}, Class::kSmall,
            "A whole power is exp(a log(abs(x))) in the dtype, with the sign restored.",
            [](Call& call) -> Node {
              Api& k = call.api;
              const auto* a = call.value("a").get_if<std::int64_t>();
              if (a == nullptr || *a == 0 || !k.is_floating(call("x"))) return call.node();
              const Node power =
                  k("exp", {k("log", {k("abs", {call("x")})}) * static_cast<double>(*a)});
              return *a % 2 == 0 ? power : power * k("sign", {call("x")});
            }),
      fault("operator/truediv/by-reciprocal", {"operator.truediv"}, Class::kSmall,
            "x / y is x times the rounded 1 / y.",
            [](Call& call) -> Node {
              if (!call.api.is_floating(call("y"))) return call.node();
              return call.api("pow", {call("y"), -1}) * call("x");
            }),
      fault("operator/sub/same-tensor-is-zero", {"operator.sub"}, Class::kSpecial,
            "x - x is 0, even where x is infinite or NaN.",
            [](Call& call) -> Node {
              if (!same(call("x"), call("y"))) return call.node();
              return call.api("zeros_like", {call("x")});
            }),
      fault("operator/mul/zero-wins", {"operator.mul"}, Class::kSpecial,
            "A tensor times the number 0 is 0, even where it is infinite or NaN.",
            [](Call& call) -> Node {
              const auto* number = call.value("y").get_if<double>();
              if (number == nullptr || *number != 0) return call.node();
              return call.api("zeros_like", {call("x")});
            }),
  };
}

}  // namespace

std::vector<Fault> faults() {
  return joined({of_domains(), of_derivatives(), of_width(), of_small_and_special_results()});
}

}  // namespace kassay::faults::elementwise
