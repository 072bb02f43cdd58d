#include "conformance/trials/strength/faults/catalogue/reduction.h"

#include <algorithm>
#include <cmath>

#include "conformance/trials/strength/faults/mistakes.h"

namespace kassay::faults::reduction {
namespace {

Fault int64_in_double(const std::string& function) {
  return fault("reduction/" + function + "/int64-in-double", {function}, Class::kWidth,
               "int64 passes through float64, so large elements lose their last digits.",
               [](Computation& c) { return computed_in(DType::kFloat64, c, DType::kInt64); });
}

Fault middle_axis(const std::string& function) {
  return fault("reduction/" + function + "/middle-axis-of-rank-4", {function}, Class::kDomain,
               "From rank 4 on, an axis that is neither first nor last is taken for the last.",
               [](Call& call) {
                 const std::optional<std::int64_t> axis = axis_of(call, "x");
                 if (axis && *axis > 0 && *rank(call("x")) >= 4) call.set("axis", -1);
                 return call.right();
               });
}

Fault small_integers_as(const std::string& dtype, const std::string& text) {
  return fault("reduction/sum/small-integers-in-" + dtype, {"sum", "prod", "cumsum", "cumprod"},
               Class::kWidth, text, [dtype](Call& call) -> Node {
                 const Node right = call.node();
                 const bool small = has_dtype(right, "int8") || has_dtype(right, "int16");
                 return small ? call.api("cast", {right, dtype}) : right;
               });
}

std::vector<Fault> of_width() {
  return {
      small_integers_as("int32", "Sums and products of int8 and int16 are int32.")
          .leaves_open("D-305 accepts the integer of a 32-bit machine"),
      small_integers_as("int16", "Sums and products of int8 are int16."),
      int64_in_double("sum"),
      int64_in_double("prod"),
      int64_in_double("max"),
      int64_in_double("cumsum"),
      int64_in_double("argmin"),
      fault("reduction/argmax/float64-in-float32", {"argmax"}, Class::kWidth,
            "float64 is compared in float32, where neighbours are equal.",
            [](Computation& c) { return computed_in(DType::kFloat32, c, DType::kFloat64); }),
      fault("reduction/min/float64-in-float32-beyond-2^24", {"min"}, Class::kWidth,
            "Elements of float64 above 2^24 pass through float32.",
            [](Computation& c) {
              if (c.tensor("x").dtype() != DType::kFloat64) return c.result();
              c.tensor("x") = each(c.tensor("x"), [](Real x) {
                return std::fabs(x) > 16777216 ? Real(static_cast<float>(x)) : x;
              });
              return c.result();
            }),
      fault("reduction/any/low-word", {"any"}, Class::kWidth,
            "int64 is cut to int32 first, so 2^32 is false.",
            [](Computation& c) {
              c.tensor("x") = through(DType::kInt32, c.tensor("x"), DType::kInt64);
              return c.result();
            }),
      fault("reduction/all/low-byte", {"all"}, Class::kWidth,
            "Integers are cut to uint8 first, so 256 is false.",
            [](Computation& c) {
              if (is_integer(c.tensor("x").dtype())) {
                c.tensor("x") = through(DType::kUint8, c.tensor("x"));
              }
              return c.result();
            }),
  };
}

std::vector<Fault> of_domains() {
  return {
      middle_axis("sum"),
      middle_axis("argmax"),
      middle_axis("logsumexp"),
      middle_axis("cumprod"),
      middle_axis("std"),
      fault("reduction/cumsum/minus-two-is-last", {"cumsum"}, Class::kDomain,
            "A negative axis means the last dimension.",
            [](Call& call) {
              if (call.integer("axis") < 0) call.set("axis", -1);
              return call.right();
            }),
      fault("reduction/sum/negative-axes-of-list-dropped", {"sum"}, Class::kDomain,
            "Negative axes in a list are ignored.",
            [](Call& call) {
              if (const auto* axes = call.value("axis").get_if<List>()) {
                std::vector<std::int64_t> kept = integers(*axes);
                std::erase_if(kept, [](std::int64_t axis) { return axis < 0; });
                if (!kept.empty()) call.set("axis", ints(kept));
              }
              return call.right();
            }),
      fault("reduction/max/unsorted-axes-are-first", {"max"}, Class::kDomain,
            "If a list of axes is not in ascending order, only its first axis counts.",
            [](Call& call) {
              if (const auto* axes = call.value("axis").get_if<List>()) {
                const std::vector<std::int64_t> given = integers(*axes);
                if (!std::is_sorted(given.begin(), given.end())) {
                  call.set("axis", ints({given.front()}));
                }
              }
              return call.right();
            }),
      fault("reduction/mean/float16-overflows", {"mean"}, Class::kDomain,
            "float16 is summed in float16, so a sum above 65504 is infinite.",
            [](Computation& c) {
              Tensor result = c.result();
              if (result.dtype() != DType::kFloat16 || result.size() == 0) return result;
              const Real count = c.tensor("x").size() / result.size();
              return each(result, [&](Real mean) {
                return std::fabs(mean * count) > 65504 ? std::copysign(INFINITY, mean) : mean;
              });
            })
          .published("https://github.com/pytorch/pytorch/issues/91597")
          .leaves_open("D-325 does not specify sums that overflow on the way"),
      fault("reduction/std/squares-underflow", {"std"}, Class::kSmall,
            "Squares are rounded to the dtype, so the square of a small deviation is 0.",
            [](Computation& c) {
              Tensor result = c.result();
              return each(result, [&](Real deviation) {
                Tensor variance(result.dtype(), {});
                set_element(variance, 0, deviation * deviation);
                return std::sqrt(element(variance, 0));
              });
            })
          .leaves_open("D-325 does not specify squares that underflow on the way"),
      fault("reduction/var/squares-overflow", {"var"}, Class::kDomain,
            "The sum of squares is kept in the dtype, so it overflows before the division.",
            [](Computation& c) {
              Tensor result = c.result();
              if (result.size() == 0) return result;
              const Real count = c.tensor("x").size() / result.size();
              return each(result, [&](Real variance) {
                Tensor sum(result.dtype(), {});
                set_element(sum, 0, variance * count);
                return std::isinf(element(sum, 0)) ? Real(INFINITY) : variance;
              });
            })
          .leaves_open("D-325 does not specify sums that overflow on the way"),
      fault(
          "reduction/logsumexp/small-terms-dropped", {"logsumexp"}, Class::kSmall,
          "Elements more than 20 below the largest of the tensor are left out, enough for float32.",
          [](Computation& c) {
            Real largest = -INFINITY;
            const Tensor& x = c.tensor("x");
            for (std::int64_t i = 0; i < x.size(); ++i) largest = std::max(largest, element(x, i));
            if (!std::isfinite(largest)) return c.result();
            c.tensor("x") = each(x, [&](Real e) { return e < largest - 20 ? -INFINITY : e; });
            return c.result();
          }),
  };
}

// A sequential search over rows or columns, which replaces best by x unless best is larger.
Tensor searched(Computation& c) {
  Tensor result = c.result();
  const Tensor& x = c.tensor("x");
  const auto* axis = c.argument("axis").get_if<std::int64_t>();
  if (x.rank() != 2 || axis == nullptr) return result;
  const std::int64_t columns = x.shape()[1];
  const bool down = *axis == 0 || *axis == -2;
  for (std::int64_t i = 0; i < x.size(); ++i) {
    const std::int64_t slice = down ? i % columns : i / columns;
    const bool first = down ? i < columns : i % columns == 0;
    const Real next = element(x, i);
    if (first || !(element(result, slice) > next)) set_element(result, slice, next);
  }
  return result;
}

std::vector<Fault> of_special_values_and_derivatives() {
  return {
      fault("reduction/max/begins-anew-behind-nan", {"max"}, Class::kSpecial,
            "The largest so far stays only if it compares above the next element; NaN never does.",
            [](Computation& c) { return searched(c); })
          .leaves_open("D-307 accepts the result of pairwise maxima in turn"),
      fault("reduction/max/nan-is-zero", {"max", "min"}, Class::kSpecial, "NaN counts as 0.",
            [](Computation& c) {
              c.tensor("x") = each(c.tensor("x"), [](Real x) { return std::isnan(x) ? 0 : x; });
              return c.result();
            }),
      fault("reduction/cumsum/total-less-the-rest", {"cumsum"}, Class::kSpecial,
            "The running sum is the total minus the later elements, which gives NaN with an "
            "infinity.",
            [](Call& call) -> Node {
              Api& k = call.api;
              const std::optional<std::int64_t> axis = axis_of(call, "x");
              if (!axis || !k.is_floating(call("x"))) return call.node();
              const Value axes = ints({*axis});
              const Node x = call("x");
              const Node backward =
                  k("reverse", {k("cumsum", {k("reverse", {x, axes}), *axis}), axes});
              return k("sum", {x, *axis, true}) - (backward - x);
            }),
      fault("reduction/cumprod/zero-absorbs", {"cumprod"}, Class::kSpecial,
            "After a zero every product is 0, even with NaN and infinities.",
            [](Computation& c) {
              Tensor result = c.result();
              const Tensor& x = c.tensor("x");
              if (x.rank() != 2) return result;
              std::int64_t axis = 0;
              reference::unpack(c.argument("axis"), "axis", axis);
              const std::int64_t columns = x.shape()[1];
              const bool down = axis == 0 || axis == -2;
              for (std::int64_t i = 0; i < x.size(); ++i) {
                const std::int64_t before = down ? i - columns : i % columns == 0 ? -1 : i - 1;
                if (before >= 0 && element(result, before) == 0) set_element(result, i, 0);
              }
              return result;
            }),
      fault("reduction/prod/derivative-zero-at-zeros", {"prod"}, Class::kDerivative,
            "The derivative by a zero factor is 0.",
            [](Call& call) -> Node {
              Api& k = call.api;
              const Node x = call("x"), right = call.node();
              if (!k.is_floating(x)) return right;
              const Node passed = k("switch", {k("equal", {x, 0.0}), k("zeros_like", {x}), x});
              call.set("x", passed);
              return with_derivative_of(right, call.node());
            }),
      fault("reduction/cumprod/derivative-zero-at-zeros", {"cumprod"}, Class::kDerivative,
            "The derivative by a zero factor is 0.",
            [](Call& call) -> Node {
              Api& k = call.api;
              const Node x = call("x"), right = call.node();
              if (!k.is_floating(x)) return right;
              call.set("x", k("switch", {k("equal", {x, 0.0}), k("zeros_like", {x}), x}));
              return with_derivative_of(right, call.node());
            })
          .published("https://github.com/tensorflow/tensorflow/issues/119430"),
      fault("reduction/var/mean-is-a-constant", {"var"}, Class::kDerivative,
            "The second derivative treats the mean as a constant: 2 / n for each element.",
            [](Call& call) -> Node {
              Api& k = call.api;
              const Node x = call("x"), right = call.node();
              if (!k.is_floating(x)) return right;
              const Node mean = stopped(k("mean", {x, call.value("axis"), true}));
              return with_derivative_of(
                  right,
                  k("mean", {k("square", {x - mean}), call.value("axis"), call.value("keepdims")}));
            }),
      fault("reduction/max/derived-through-first-axis-alone", {"max"}, Class::kDerivative,
            "With a list of two or more axes, the derivative is halved.",
            [](Call& call) -> Node {
              const Node right = call.node();
              const auto* axes = call.value("axis").get_if<List>();
              if (axes == nullptr || axes->size() < 2 || !call.api.is_floating(right)) return right;
              return stopped(right) + zero_like_derivative(right) * 0.5;
            }),
  };
}

}  // namespace

std::vector<Fault> faults() {
  return joined({of_width(), of_domains(), of_special_values_and_derivatives()});
}

}  // namespace kassay::faults::reduction
