#include "conformance/trials/strength/faults/catalogue/loss.h"

#include <cmath>

#include "conformance/trials/strength/faults/mistakes.h"

namespace kassay::faults::loss {
namespace {

// The smallest epsilon that a fused kernel accepts.
constexpr double kLeastEpsilon = 1.001e-5;

Values with_least_epsilon(Call& call, bool fused) {
  const auto* epsilon = call.value("epsilon").get_if<double>();
  if (fused && epsilon != nullptr && *epsilon < kLeastEpsilon) call.set("epsilon", kLeastEpsilon);
  return call.right();
}

bool is_true(const Value& value) {
  const auto* flag = value.get_if<bool>();
  return flag != nullptr && *flag;
}

std::vector<Fault> of_normalization() {
  return {
      fault("normalization/batch_normalization/least-epsilon", {"batch_normalization"},
            Class::kSpecial, "With rank 4, an epsilon below 1.001e-5 is raised to it.",
            [](Call& call) { return with_least_epsilon(call, rank(call("x")) == 4); }),
      fault("normalization/normalize_batch_in_training/least-epsilon",
            {"normalize_batch_in_training"}, Class::kSpecial,
            "With rank 4, an epsilon below 1.001e-5 is raised to it.",
            [](Call& call) { return with_least_epsilon(call, rank(call("x")) == 4); })
          .leaves_open("D-600 leaves a smaller epsilon untested, for TensorFlow's fused form has "
                       "this least one"),
      fault("normalization/batch_normalization/beta-alone-ignored", {"batch_normalization"},
            Class::kCondition, "Without gamma, beta is ignored.",
            [](Call& call) {
              if (call.value("gamma").is_none()) call.set("beta", None{});
              return call.right();
            }),
      fault("normalization/normalize_batch_in_training/gamma-alone-ignored",
            {"normalize_batch_in_training"}, Class::kCondition, "Without beta, gamma is ignored.",
            [](Call& call) {
              if (call.value("beta").is_none()) call.set("gamma", None{});
              return call.right();
            }),
      fault("normalization/normalize_batch_in_training/statistics-are-constants",
            {"normalize_batch_in_training"}, Class::kDerivative,
            "Mean and variance count as constants in the derivative of the normalised tensor.",
            [](Call& call) {
              Values right = call.right();
              call.set("x", stopped(call("x")));
              const Node statistics{call.api, call.right().front()};
              const Node normalised{call.api, right.front()};
              right.front() = with_derivative_of(normalised, statistics);
              return right;
            }),
      fault("normalization/l2_normalize/minus-two-is-last", {"l2_normalize"}, Class::kCondition,
            "A negative axis means the last dimension.",
            [](Call& call) {
              const auto* axis = call.value("axis").get_if<std::int64_t>();
              if (axis != nullptr && *axis < 0) call.set("axis", -1);
              return call.right();
            }),
      fault("normalization/l2_normalize/squares-in-dtype", {"l2_normalize"}, Class::kDomain,
            "Squares are rounded to the dtype, so they overflow and underflow.",
            [](Call& call) -> Node {
              Api& k = call.api;
              const Value keepdims = true;
              const Node norm =
                  k("sqrt", {k("sum", {k("square", {call("x")}), call.value("axis"), keepdims})});
              const Node zero = k("equal", {norm, 0.0});
              return call("x") / k("switch", {zero, k("ones_like", {norm}), norm});
            })
          .published("https://github.com/keras-team/keras/pull/6513")
          .leaves_open("D-611 does not specify such norms, because backends square in the dtype"),
      fault(
          "normalization/l2_normalize/least-norm", {"l2_normalize"}, Class::kSpecial,
          "The sum of squares is at least 1e-12, as in a library with a built-in epsilon.",
          [](Call& call) -> Node {
            Api& k = call.api;
            const Value keepdims = true;
            const Node squares = k("sum", {k("square", {call("x")}), call.value("axis"), keepdims});
            if (has_dtype(call("x"), "float16")) return call.node();
            return call("x") / k("sqrt", {k("maximum", {squares, 1e-12})});
          })
          .leaves_open("D-611 does not specify such norms, because TensorFlow and Theano have a "
                       "smallest one"),
      fault("normalization/l2_normalize/norm-is-a-constant", {"l2_normalize"}, Class::kDerivative,
            "The norm counts as a constant.",
            [](Call& call) -> Node {
              Api& k = call.api;
              const Value keepdims = true;
              const Node right = call.node();
              const Node norm = stopped(
                  k("sqrt", {k("sum", {k("square", {call("x")}), call.value("axis"), keepdims})}));
              return with_derivative_of(right, call("x") / norm);
            }),
  };
}

std::vector<Fault> of_losses() {
  return {
      fault("loss/categorical_crossentropy/targets-sum-to-one", {"categorical_crossentropy"},
            Class::kCondition,
            "With logits the loss is logsumexp(x) - sum(t x), as if sum(t) were 1.",
            [](Call& call) -> Node {
              Api& k = call.api;
              if (!is_true(call.value("from_logits"))) return call.node();
              const Node inner = k("sum", {call("target") * call("output"), call.value("axis")});
              return k("logsumexp", {call("output"), call.value("axis")}) - inner;
            }),
      fault("loss/categorical_crossentropy/target-has-no-derivative", {"categorical_crossentropy"},
            Class::kDerivative, "The target counts as a constant.",
            [](Call& call) {
              stop(call, "target");
              return call.right();
            }),
      fault("loss/categorical_crossentropy/middle-axis-of-rank-4", {"categorical_crossentropy"},
            Class::kDomain,
            "From rank 4 on, an axis that is neither first nor last is taken for the last.",
            [](Call& call) {
              const std::optional<std::int64_t> axis = axis_of(call, "output");
              if (axis && *axis > 0 && *rank(call("output")) >= 4) call.set("axis", -1);
              return call.right();
            }),
      fault("loss/categorical_crossentropy/same-tensor-once", {"categorical_crossentropy"},
            Class::kDerivative,
            "If target and output are one tensor, only output gets a derivative.",
            [](Call& call) {
              if (same(call("target"), call("output"))) stop(call, "target");
              return call.right();
            }),
      fault("loss/categorical_crossentropy/logarithm-of-softmax", {"categorical_crossentropy"},
            Class::kSpecial, "With logits, 0 times the logarithm of a zero softmax is NaN.",
            [](Call& call) -> Node {
              Api& k = call.api;
              if (!is_true(call.value("from_logits"))) return call.node();
              const Node logarithm = k("log", {k("softmax", {call("output"), call.value("axis")})});
              return -k("sum", {call("target") * logarithm, call.value("axis")});
            }),
      fault("loss/binary_crossentropy/hard-targets", {"binary_crossentropy"}, Class::kCondition,
            "With logits, targets are rounded to 0 and 1.",
            [](Call& call) {
              if (is_true(call.value("from_logits"))) {
                call.set("target", call.api("round", {call("target")}));
              }
              return call.right();
            }),
      fault("loss/binary_crossentropy/target-has-no-derivative", {"binary_crossentropy"},
            Class::kDerivative, "The target counts as a constant.",
            [](Call& call) {
              stop(call, "target");
              return call.right();
            }),
      fault("loss/binary_crossentropy/logarithm-of-one-plus", {"binary_crossentropy"},
            Class::kSmall,
            "With logits, log(1 + exp(-abs(x))) is computed literally, without log1p.",
            [](Call& call) -> Node {
              Api& k = call.api;
              if (!is_true(call.value("from_logits"))) return call.node();
              const Node x = call("output");
              const Node tail = k("log", {k("exp", {-k("abs", {x})}) + 1.0});
              return k("relu", {x}) - x * call("target") + tail;
            }),
      fault("loss/sparse_categorical_crossentropy/targets-in-uint8",
            {"sparse_categorical_crossentropy"}, Class::kWidth, "Classes pass through uint8.",
            [](Computation& c) {
              c.tensor("target") = through(DType::kUint8, c.tensor("target"));
              return c.result();
            }),
      fault("loss/sparse_categorical_crossentropy/middle-axis-of-rank-4",
            {"sparse_categorical_crossentropy"}, Class::kDomain,
            "From rank 4 on, an axis that is neither first nor last is taken for the last.",
            [](Call& call) {
              const std::optional<std::int64_t> axis = axis_of(call, "output");
              if (axis && *axis > 0 && *rank(call("output")) >= 4) call.set("axis", -1);
              return call.right();
            }),
  };
}

Fault paths_as(const std::string& dtype) {
  return fault("ctc/ctc_decode/paths-in-" + dtype, {"ctc_decode"}, Class::kWidth,
               "The sequences are " + dtype + ".", [dtype](Call& call) {
                 Values right = call.right();
                 for (Value& path : std::get<List>(right.front())) {
                   path = call.api("cast", {path, dtype});
                 }
                 return right;
               });
}

std::vector<Fault> of_ctc() {
  return {
      paths_as("int32").leaves_open("D-1620 accepts int32, which can hold every label"),
      paths_as("int16"),
      fault("ctc/ctc_batch_cost/impossible-costs-nothing", {"ctc_batch_cost"}, Class::kCondition,
            "An impossible label costs 0.",
            [](Computation& c) {
              return each(c.result(), [](Real cost) { return std::isinf(cost) ? 0 : cost; });
            }),
      fault("ctc/ctc_batch_cost/float64-in-float32", {"ctc_batch_cost"}, Class::kWidth,
            "float64 is computed in float32.",
            [](Computation& c) { return computed_in(DType::kFloat32, c, DType::kFloat64); }),
      fault("ctc/ctc_batch_cost/first-label-length-for-all", {"ctc_batch_cost"}, Class::kCondition,
            "The label length of the first sample is used for all samples.",
            [](Computation& c) {
              const Tensor lengths = c.tensor("label_length");
              if (lengths.size() > 0) {
                c.tensor("label_length") = each(lengths, [&](Real) { return element(lengths, 0); });
              }
              return c.result();
            }),
      fault("ctc/ctc_decode/narrow-beam-is-greedy", {"ctc_decode"}, Class::kCondition,
            "A beam of width 1 gives the best path.",
            [](Call& call) {
              const bool greedy = is_true(call.value("greedy"));
              if (!greedy && call.integer("beam_width") == 1) call.set("greedy", true);
              return call.right();
            }),
      fault("ctc/ctc_decode/first-input-length-for-all", {"ctc_decode"}, Class::kCondition,
            "The input length of the first sample is used for all samples.",
            [](Computation& c) {
              const Tensor lengths = c.tensor("input_length");
              if (lengths.size() > 0) {
                c.tensor("input_length") = each(lengths, [&](Real) { return element(lengths, 0); });
              }
              return c.right();
            }),
      fault("ctc/ctc_label_dense_to_sparse/labels-in-int8", {"ctc_label_dense_to_sparse"},
            Class::kWidth, "Labels pass through int8, so class 200 is negative.",
            [](Computation& c) {
              c.tensor("labels") = through(DType::kInt8, c.tensor("labels"));
              return c.right();
            }),
  };
}

}  // namespace

std::vector<Fault> faults() { return joined({of_normalization(), of_losses(), of_ctc()}); }

}  // namespace kassay::faults::loss
