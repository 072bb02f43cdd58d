#include "conformance/trials/strength/faults/catalogue/linear_algebra.h"

#include <cmath>

#include "conformance/trials/strength/faults/mistakes.h"

namespace kassay::faults::linear_algebra {
namespace {

std::vector<Fault> of_products() {
  return {
      fault("linear_algebra/dot/same-tensor-once", {"dot"}, Class::kDerivative,
            "dot(x, x) gets only the derivative by its second operand.",
            [](Call& call) {
              if (same(call("x"), call("y"))) call.set("x", stopped(call("x")));
              return call.right();
            }),
      fault("linear_algebra/dot/same-tensor-is-symmetric", {"dot"}, Class::kState,
            "dot(x, x) is computed as x times its transpose, with a routine that needs half the "
            "time.",
            [](Call& call) {
              if (same(call("x"), call("y"))) call.set("y", call.api("transpose", {call("y")}));
              return call.right();
            }),
      fault("linear_algebra/dot/zeros-skipped", {"dot"}, Class::kSpecial,
            "A zero in x is skipped, even where it meets NaN or an infinity.",
            [](Computation& c) {
              Tensor result = c.result();
              const auto *x = c.argument("x").get_if<Tensor>(),
                         *y = c.argument("y").get_if<Tensor>();
              if (x == nullptr || y == nullptr || x->rank() != 2 || y->rank() != 2) return result;
              const std::int64_t inner = x->shape()[1], columns = y->shape()[1];
              for (std::int64_t i = 0; i < result.size(); ++i) {
                Real sum = 0;
                bool skipped = false;
                for (std::int64_t j = 0; j < inner; ++j) {
                  const Real a = element(*x, i / columns * inner + j);
                  skipped = skipped || a == 0;
                  if (a != 0) sum += a * element(*y, j * columns + i % columns);
                }
                if (skipped) set_element(result, i, sum);
              }
              return result;
            })
          .leaves_open(
              "D-404 does not specify zero times infinity, because matrix libraries skip zeros"),
      fault("linear_algebra/dot/int64-in-double", {"dot"}, Class::kWidth,
            "int64 is multiplied and added in float64.",
            [](Computation& c) { return computed_in(DType::kFloat64, c, DType::kInt64); }),
      fault("linear_algebra/dot/sparse-in-float32", {"dot"}, Class::kWidth,
            "The product with a sparse float64 operand is computed in float32.",
            [](Call& call) -> Node {
              const Node right = call.node();
              const auto is_sparse = [&](const char* name) {
                return std::get<bool>(
                    static_cast<const Value&>(call.api("is_sparse", {call(name)})));
              };
              if (!is_sparse("x") && !is_sparse("y")) return right;
              return has_dtype(right, "float64") ? cast_through("float32", right) : right;
            }),
      fault("linear_algebra/dot/mixed-derivative-missing", {"dot"}, Class::kDerivative,
            "The derivative by one operand treats the other as a constant.",
            [](Call& call) -> Node { return both_ways(call, "x", "y"); }),
      fault("linear_algebra/batch_dot/mixed-derivative-missing", {"batch_dot"}, Class::kDerivative,
            "The derivative by one operand treats the other as a constant.",
            [](Call& call) -> Node { return both_ways(call, "x", "y"); }),
      fault("linear_algebra/batch_dot/same-tensor-once", {"batch_dot"}, Class::kDerivative,
            "batch_dot(x, x) gets only the derivative by its first operand.",
            [](Call& call) {
              if (same(call("x"), call("y"))) call.set("y", stopped(call("y")));
              return call.right();
            }),
      fault("linear_algebra/batch_dot/negative-axis-by-rank-of-x", {"batch_dot"}, Class::kDomain,
            "A negative axis of y counts from the end of x.",
            [](Call& call) {
              const auto* axes = call.value("axes").get_if<List>();
              const std::optional<std::int64_t> dimensions = rank(call("x"));
              if (axes != nullptr && dimensions && axes->size() == 2) {
                const auto* last = (*axes)[1].get_if<std::int64_t>();
                if (last != nullptr && *last < 0) {
                  call.set("axes", List{(*axes)[0], *last + *dimensions});
                }
              }
              return call.right();
            }),
  };
}

std::vector<Fault> of_movement() {
  return {
      fault("linear_algebra/gather/int64-in-double", {"gather"}, Class::kWidth,
            "int64 passes through float64, so large elements lose their last digits.",
            [](Computation& c) { return through(DType::kFloat64, c.result(), DType::kInt64); }),
      fault("linear_algebra/gather/derivative-averaged", {"gather"}, Class::kDerivative,
            "With indices of rank 2, the derivative is halved.",
            [](Call& call) -> Node {
              const Node right = call.node();
              if (rank(call("indices")) != 2 || !call.api.is_floating(right)) return right;
              return stopped(right) + zero_like_derivative(right) * 0.5;
            }),
      fault("linear_algebra/transpose/int64-in-double", {"transpose"}, Class::kWidth,
            "int64 passes through float64, so large elements lose their last digits.",
            [](Computation& c) { return through(DType::kFloat64, c.result(), DType::kInt64); }),
  };
}

}  // namespace

std::vector<Fault> faults() { return joined({of_products(), of_movement()}); }

}  // namespace kassay::faults::linear_algebra
