#include <map>

#include "conformance/trials/strength/faults/catalogue/published.h"
#include "conformance/trials/strength/faults/mistakes.h"

namespace kassay::faults::published {
namespace {

std::vector<Fault> of_control_flow() {
  return {
      fault("published/switch/condition-as-a-number", {"switch"}, Class::kSpecial,
            "The result is condition * then + (1 - condition) * else.",
            [](Call& call) -> Node {
              const Node right = call.node();
              if (!call.api.is_floating(call("then_expression")) ||
                  !call.api.is_floating(call("else_expression")) ||
                  rank(call("condition")) != rank(right)) {
                return right;
              }
              const Node part = call.api("cast", {call("condition"), call.api.dtype(right)});
              return part * call("then_expression") + (-part + 1.0) * call("else_expression");
            })
          .published("https://github.com/keras-team/keras/issues/12616"),
      fault("published/switch/scalar-condition-alone", {"switch"}, Class::kDomain,
            "A condition that is not a scalar is an error.",
            [](Call& call) {
              if (rank(call("condition")) != 0) refuse("a condition with dimensions");
              return call.right();
            })
          .published("https://github.com/keras-team/keras/issues/4725"),
      fault(
          "published/in_train_phase/phase-ignored", {"in_train_phase"}, Class::kState,
          "Without the argument training, the phase is test, even if another one is fixed or fed.",
          [](Call& call) {
            if (call.value("training").is_none()) call.set("training", std::int64_t{0});
            return call.right();
          })
          .published("https://github.com/tensorflow/tensorflow/issues/38877"),
      fault("published/rnn/masked-output-of-higher-rank-refused", {"rnn"}, Class::kDomain,
            "With a mask, a step whose output has more than two dimensions is an error.",
            [](Call& call) {
              const Values right = call.right();
              if (!call.value("mask").is_none() && rank({call.api, right.front()}) > 2) {
                refuse("a mask of another rank than the output");
              }
              return right;
            })
          .published("https://github.com/keras-team/keras/issues/11498"),
      fault("published/rnn/mask-forwards", {"rnn"}, Class::kDomain,
            "With go_backwards, the mask is still read from the first time step on.",
            [](Call& call) {
              const bool* backwards = call.value("go_backwards").get_if<bool>();
              if (backwards != nullptr && *backwards && !call.value("mask").is_none()) {
                call.set("mask", call.api("reverse", {call("mask"), std::int64_t{1}}));
              }
              return call.right();
            })
          .published("https://github.com/keras-team/keras/pull/1934"),
  };
}

std::vector<Fault> of_random_numbers() {
  return {
      fault("published/random_normal/drawn-at-the-call",
            {"random_normal", "random_uniform", "random_binomial", "truncated_normal"},
            Class::kState, "Numbers are drawn only once, when the function is called.",
            [](Call& call) -> Node {
              const Node drawn = call.node();
              return call.api("constant", {call.api("eval", {drawn}), call.api.dtype(drawn)});
            })
          .published("https://github.com/keras-team/keras/issues/10594")
          .leaves_open("D-1404 accepts numbers drawn at the call"),
      fault("published/random_normal/stddev-ignored", {"random_normal"}, Class::kRandom,
            "The standard deviation is always 1.",
            [](Call& call) {
              call.set("stddev", 1.0);
              return call.right();
            })
          .published("https://github.com/keras-team/keras/issues/10594"),
      fault("published/random_normal_variable/mean-ignored", {"random_normal_variable"},
            Class::kRandom, "The mean is always 0.",
            [](Call& call) {
              call.set("mean", 0.0);
              return call.right();
            })
          .published("https://github.com/keras-team/keras/issues/10594"),
      fault("published/random_uniform/seed-zero-refused", {"random_uniform"}, Class::kState,
            "A seed of 0 is an error.",
            [](Call& call) {
              const auto* seed = call.value("seed").get_if<std::int64_t>();
              if (seed != nullptr && *seed == 0) refuse("a seed of 0");
              return call.right();
            })
          .published("https://github.com/keras-team/keras/pull/2865"),
  };
}

std::vector<Fault> of_configuration() {
  return {
      fault("published/variable/first-floatx", {"variable", "zeros", "ones", "eye"}, Class::kState,
            "The default dtype is float32, even after set_floatx.",
            [](Call& call) {
              if (call.value("dtype").is_none()) call.set("dtype", "float32");
              return call.right();
            })
          .published("https://github.com/keras-team/keras/issues/3891"),
      fault("published/clear_session/uids-kept", {"get_uid", "reset_uids", "clear_session"},
            Class::kState, "clear_session does not reset the count of uids.",
            [counts = std::map<std::string, std::int64_t>()](Call& call) mutable -> Values {
              const Values right = call.right();
              if (call.function == "reset_uids") counts.clear();
              if (call.function != "get_uid") return right;
              return {++counts[std::get<std::string>(call.value("prefix"))]};
            })
          .published("https://github.com/keras-team/keras/issues/12652"),
  };
}

}  // namespace

std::vector<Fault> state() {
  return joined({of_control_flow(), of_random_numbers(), of_configuration()});
}

}  // namespace kassay::faults::published
