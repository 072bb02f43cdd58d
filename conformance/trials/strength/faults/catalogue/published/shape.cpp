#include <algorithm>

#include "conformance/trials/strength/faults/catalogue/published.h"
#include "conformance/trials/strength/faults/catalogue/published/sizes.h"
#include "conformance/trials/strength/faults/mistakes.h"

namespace kassay::faults::published {
namespace {

Value all_unknown(const List& sizes) { return List(sizes.size(), Value(None{})); }

std::vector<Fault> of_sizes() {
  return {
      sizes_told("batch_flatten", "sizes-of-one-sample-unknown",
                 "int_shape does not know the sizes of a flattened batch of one sample.",
                 [](Call& call, const List& right) -> Value {
                   const std::optional<Shape> sizes = call.api.shape(call("x"));
                   return sizes && sizes->front() == 1 ? all_unknown(right) : Value(right);
                 })
          .published("https://github.com/tensorflow/tensorflow/issues/13568"),
      sizes_told(
          "slice", "sizes-of-the-whole", "int_shape of a slice gives the sizes of x.",
          [](Call& call, const List&) -> Value { return call.api("int_shape", {call("x")}); })
          .published("https://github.com/dmlc/keras/issues/83"),
      sizes_told("tile", "sizes-unknown",
                 "If one size is unknown, int_shape gives all sizes as unknown.",
                 [](Call&, const List& right) -> Value {
                   const bool any = std::ranges::any_of(right, &Value::is_none);
                   return any ? all_unknown(right) : Value(right);
                 })
          .published("https://github.com/keras-team/keras/issues/20914"),
  };
}

std::vector<Fault> of_movement() {
  return {
      fault("published/reverse/pairs-not-turned", {"reverse"}, Class::kDomain,
            "In a vector of even size, pairs of elements keep their order.",
            [](Computation& c) {
              const Tensor right = c.result();
              if (right.rank() != 1 || right.size() % 2 != 0) return right;
              Tensor result = right;
              for (std::int64_t i = 0; i < right.size(); ++i) {
                set_element(result, i, element(right, i ^ 1));
              }
              return result;
            })
          .published("https://github.com/tensorflow/tfjs/issues/1518"),
      fault("published/squeeze/negative-axis-stays", {"squeeze"}, Class::kDomain,
            "A negative axis is ignored: every dimension stays.",
            [](Call& call) -> Node { return call.integer("axis") < 0 ? call("x") : call.node(); })
          .published("https://github.com/keras-team/keras/issues/3420"),
      fault("published/concatenate/last-of-the-list", {"concatenate"}, Class::kDomain,
            "Along axis -1, the result is the last tensor of the list.",
            [](Call& call) -> Node {
              const List& tensors = std::get<List>(call.value("tensors"));
              if (call.integer("axis") != -1 || tensors.empty()) return call.node();
              return {call.api, tensors.back()};
            })
          .published("https://github.com/Theano/Theano/issues/2945"),
      fault("published/concatenate/same-tensor-not-derived", {"concatenate", "gradients"},
            Class::kDerivative,
            "The derivative of a tensor joined with itself along axis -1 is an error.",
            [joined_twice = false](Call& call) mutable {
              if (call.function == "gradients") {
                if (joined_twice) refuse("an axis of -1");
                return call.right();
              }
              const List& tensors = std::get<List>(call.value("tensors"));
              joined_twice = joined_twice || (call.integer("axis") == -1 && tensors.size() > 1 &&
                                              same(tensors[0], tensors[1]));
              return call.right();
            })
          .published("https://github.com/Theano/Theano/issues/2747"),
      fault("published/repeat_elements/negative-axis-unknown", {"repeat_elements"}, Class::kState,
            "A negative axis is an error if the size of that dimension is unknown.",
            [](Call& call) {
              const std::optional<std::int64_t> axis = axis_of(call, "x");
              const std::optional<Shape> sizes = call.api.shape(call("x"));
              if (call.integer("axis") < 0 && axis && *axis >= 0 &&
                  (*sizes)[static_cast<std::size_t>(*axis)] == reference::kUnknown) {
                refuse("a negative axis");
              }
              return call.right();
            })
          .published("https://github.com/tensorflow/tensorflow/issues/40852"),
      fault("published/one_hot/ones-in-other-rows", {"one_hot"}, Class::kDomain,
            "A number outside the classes puts its 1 into the previous or next row.",
            [](Computation& c) {
              const Tensor& indices = c.tensor("indices");
              Tensor result = c.result();
              const std::int64_t classes = result.shape().back();
              for (std::int64_t i = 0; i < indices.size(); ++i) {
                const Real at = static_cast<Real>(i * classes) + element(indices, i);
                if (at >= 0 && at < static_cast<Real>(result.size())) {
                  set_element(result, static_cast<std::int64_t>(at), 1);
                }
              }
              return result;
            })
          .published("https://github.com/tensorflow/tfjs/issues/443"),
      fault("published/gather/nearest-index", {"gather"}, Class::kDomain,
            "An index out of range is moved to the nearest valid one.",
            [](Computation& c) {
              const Real last = c.tensor("reference").shape().front() - 1;
              c.tensor("indices") =
                  each(c.tensor("indices"), [&](Real i) { return i > last ? last : i; });
              return c.result();
            })
          .published("https://github.com/tensorflow/tensorflow/issues/57999"),
      fault("published/gather/zeros-outside", {"gather"}, Class::kDomain,
            "An index out of range gives zeros.",
            [](Computation& c) {
              const Tensor& reference = c.tensor("reference");
              const Tensor indices = c.tensor("indices");
              const Real size = reference.shape().front();
              const auto is_outside = [&](Real i) { return i >= size || i < -size; };
              c.tensor("indices") = each(indices, [&](Real i) { return is_outside(i) ? 0 : i; });
              Tensor result = c.result();
              const std::int64_t row = indices.size() > 0 ? result.size() / indices.size() : 0;
              for (std::int64_t i = 0; i < result.size(); ++i) {
                if (is_outside(element(indices, i / row))) set_element(result, i, 0);
              }
              return result;
            })
          .published("https://github.com/tensorflow/tensorflow/issues/3638")
          .leaves_open("D-416 accepts zeros for an index out of range"),
  };
}

// The axes of batch_dot; empty if there are not exactly two.
std::vector<std::int64_t> two_axes(const Call& call) {
  if (const auto* axis = call.value("axes").get_if<std::int64_t>()) return {*axis, *axis};
  const auto* axes = call.value("axes").get_if<List>();
  return axes != nullptr && axes->size() == 2 ? integers(*axes) : std::vector<std::int64_t>{};
}

std::vector<Fault> of_products() {
  return {
      fault("published/dot/vector-by-itself", {"dot"}, Class::kState,
            "The product of a vector with itself is 0.",
            [](Call& call) -> Node {
              const Node right = call.node();
              const bool itself = same(call("x"), call("y")) && rank(call("x")) == 1;
              return itself ? call.api("zeros_like", {right}) : right;
            })
          .published("https://github.com/Theano/Theano/issues/1240"),
      fault("published/batch_dot/all-pairs-of-vectors", {"batch_dot"}, Class::kDomain,
            "With two matrices, each row of the first is multiplied with each row of the second.",
            [](Call& call) -> Node {
              const bool matrices = rank(call("x")) == 2 && rank(call("y")) == 2;
              if (!matrices || two_axes(call) != std::vector<std::int64_t>{1, 1})
                return call.node();
              return call.api("dot", {call("x"), call.api("transpose", {call("y")})});
            })
          .published("https://github.com/keras-team/keras/issues/5376"),
      fault("published/batch_dot/all-pairs-of-samples", {"batch_dot"}, Class::kDomain,
            "Along axes 2 and 1, each sample of x is multiplied with each sample of y.",
            [](Call& call) -> Node {
              if (rank(call("y")) != 3 || two_axes(call) != std::vector<std::int64_t>{2, 1}) {
                return call.node();
              }
              return call.api("dot", {call("x"), call("y")});
            })
          .published("https://github.com/keras-team/keras/issues/11035"),
      fault("published/batch_dot/matrix-with-rank-3-refused", {"batch_dot"}, Class::kDomain,
            "A matrix with a tensor of rank 3 is an error, as in the printed example.",
            [](Call& call) {
              if (rank(call("x")) == 2 && rank(call("y")) == 3) refuse("ranks that differ");
              return call.right();
            })
          .published("https://github.com/keras-team/keras/issues/6173"),
      fault("published/batch_dot/stacks-of-matrices", {"batch_dot"}, Class::kDomain,
            "With rank 4, the second dimension counts as a batch, too.",
            [](Call& call) -> Node {
              Api& k = call.api;
              const std::optional<Shape> x = k.shape(call("x")), y = k.shape(call("y"));
              const std::vector<std::int64_t> axes = two_axes(call);
              if (!x || !y || x->size() != 4 || y->size() != 4 || axes.empty() ||
                  std::ranges::any_of(axes, [](std::int64_t a) { return a < 2; }) ||
                  std::ranges::find(*x, reference::kUnknown) != x->end() ||
                  std::ranges::find(*y, reference::kUnknown) != y->end() || (*x)[1] != (*y)[1]) {
                return call.node();
              }
              const auto flat = [&](const char* name, const Shape& s) {
                call.set(name, k("reshape", {call(name), ints({s[0] * s[1], s[2], s[3]})}));
              };
              flat("x", *x);
              flat("y", *y);
              call.set("axes", ints({axes[0] - 1, axes[1] - 1}));
              const Node stacked = call.node();
              const std::optional<Shape> made = k.shape(stacked);
              return k("reshape", {stacked, ints({(*x)[0], (*x)[1], (*made)[1], (*made)[2]})});
            })
          .published("https://github.com/keras-team/keras/issues/10588"),
  };
}

}  // namespace

std::vector<Fault> shape() { return joined({of_sizes(), of_movement(), of_products()}); }

}  // namespace kassay::faults::published
