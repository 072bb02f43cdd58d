#include <algorithm>
#include <cmath>

#include "conformance/trials/strength/faults/catalogue/published.h"
#include "conformance/trials/strength/faults/mistakes.h"

namespace kassay::faults::published {
namespace {

bool is_true(const Value& value) {
  const auto* flag = value.get_if<bool>();
  return flag != nullptr && *flag;
}

std::vector<Fault> of_losses() {
  return {
      fault(
          "published/sparse_categorical_crossentropy/operands-swapped",
          {"sparse_categorical_crossentropy"}, Class::kCondition,
          "The one-hot target is passed as the output, and the output as the target.",
          [](Call& call) -> Node {
            Api& k = call.api;
            const Node output = call("output");
            const std::optional<Shape> sizes = k.shape(output);
            if (!sizes || sizes->back() == reference::kUnknown || call.integer("axis") != -1) {
              return call.node();
            }
            const Node flat = k("cast", {k("flatten", {call("target")}), "int32"});
            const Node classes = k("cast", {k("one_hot", {flat, sizes->back()}), k.dtype(output)});
            const Node target = k("reshape", {classes, k("shape", {output})});
            return k("categorical_crossentropy", {output, target, call.value("from_logits")});
          })
          .published("https://github.com/keras-team/keras/issues/7512"),
      fault("published/sparse_categorical_crossentropy/classes-not-last-refused",
            {"sparse_categorical_crossentropy"}, Class::kCondition,
            "Shapes are compared as if the classes were last, so another axis is an error.",
            [](Call& call) {
              const std::optional<std::int64_t> axis = axis_of(call, "output");
              if (axis && *axis + 1 != *rank(call("output"))) refuse("classes along another axis");
              return call.right();
            })
          .published("https://github.com/keras-team/keras/issues/21097"),
      fault("published/batch_normalization/needs-gamma-and-beta", {"batch_normalization"},
            Class::kCondition, "A call without gamma or without beta is an error.",
            [](Call& call) {
              if (call.value("gamma").is_none() || call.value("beta").is_none()) refuse("no scale");
              return call.right();
            })
          .published("https://github.com/awslabs/keras-apache-mxnet/issues/136")
          .leaves_open("D-603 accepts an error for None"),
  };
}

std::vector<Fault> of_ctc() {
  return {
      fault("published/ctc_batch_cost/one-sample-refused", {"ctc_batch_cost"}, Class::kCondition,
            "Lengths lose every dimension of size 1, so a batch of one sample is an error.",
            [](Computation& c) {
              if (c.tensor("y_pred").shape()[0] == 1) refuse("lengths of rank 0");
              return c.right();
            })
          .published("https://github.com/keras-team/keras/issues/7049"),
      fault("published/ctc_decode/scores-against-the-best-class", {"ctc_decode"}, Class::kCondition,
            "In a beam search, frames are divided by their largest element instead of their sum.",
            [](Computation& c) {
              Values right = c.right();
              if (is_true(c.argument("greedy"))) return right;
              const Tensor& y = c.tensor("y_pred");
              const std::int64_t frames = y.shape()[1], classes = y.shape()[2];
              auto& scores = std::get<Tensor>(right.back());
              for (std::int64_t i = 0; i < scores.size(); ++i) {
                const std::int64_t sample = i / scores.shape()[1];
                Real score = element(scores, i);
                for (std::int64_t t = 0; t < element(c.tensor("input_length"), sample); ++t) {
                  Real largest = 0, sum = 0;
                  for (std::int64_t q = 0; q < classes; ++q) {
                    const Real p = element(y, (sample * frames + t) * classes + q);
                    largest = std::max(largest, p);
                    sum += p;
                  }
                  score += std::log(sum / largest);
                }
                set_element(scores, i, score);
              }
              return right;
            })
          .published("https://github.com/tensorflow/tensorflow/issues/6034"),
  };
}

}  // namespace

std::vector<Fault> loss() { return joined({of_losses(), of_ctc()}); }

}  // namespace kassay::faults::published
