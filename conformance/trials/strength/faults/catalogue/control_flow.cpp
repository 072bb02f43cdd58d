#include "conformance/trials/strength/faults/catalogue/control_flow.h"

#include "conformance/trials/strength/faults/mistakes.h"

namespace kassay::faults::control_flow {
namespace {

// Whether a dimension is unknown before the call runs.
bool unknown(const Call& call, std::string_view tensor, std::size_t dimension) {
  const std::optional<Shape> shape = call.api.shape(call(tensor));
  return !shape || (shape->size() > dimension && (*shape)[dimension] == reference::kUnknown);
}

// If the number of elements is unknown, answers with another function of the same arguments.
Fault other_where_unknown(const std::string& function, const std::string& other) {
  return fault("control_flow/" + function + "/backwards-where-unknown", {function}, Class::kState,
               "If the number of elements is unknown, the loop runs backwards.",
               [other](Call& call) {
                 if (unknown(call, "elems", 0)) call.function = other;
                 return call.right();
               });
}

void stop_list(Call& call, std::string_view list) {
  if (const auto* tensors = call.value(list).get_if<List>()) {
    List without;
    for (const Value& tensor : *tensors) without.push_back(stopped({call.api, tensor}));
    call.set(list, without);
  }
}

std::vector<Fault> of_loops() {
  return {
      other_where_unknown("foldl", "foldr"),
      other_where_unknown("foldr", "foldl"),
      fault("control_flow/map_fn/dtype-ignored-where-unknown", {"map_fn"}, Class::kState,
            "If the number of elements is unknown, the result has the dtype of elems.",
            [](Call& call) -> Node {
              const Node right = call.node();
              if (!unknown(call, "elems", 0)) return right;
              return call.api("cast", {right, call.api.dtype(call("elems"))});
            }),
      fault("control_flow/foldl/initializer-has-no-derivative", {"foldl"}, Class::kDerivative,
            "The initializer counts as a constant.",
            [](Call& call) {
              stop(call, "initializer");
              return call.right();
            }),
      fault("control_flow/foldr/elements-have-no-derivative", {"foldr"}, Class::kDerivative,
            "With an initializer the elements count as constants.",
            [](Call& call) {
              if (!call.value("initializer").is_none()) stop(call, "elems");
              return call.right();
            }),
      fault("control_flow/map_fn/derivative-halved", {"map_fn"}, Class::kDerivative,
            "The derivative is halved.",
            [](Call& call) -> Node {
              const Node right = call.node();
              if (!call.api.is_floating(right)) return right;
              return stopped(right) + zero_like_derivative(right) * 0.5;
            }),
      fault("control_flow/rnn/constants-have-no-derivative", {"rnn"}, Class::kDerivative,
            "The constants of the step do not get a derivative.",
            [](Call& call) {
              stop_list(call, "constants");
              return call.right();
            }),
      fault("control_flow/rnn/initial-states-have-no-derivative", {"rnn"}, Class::kDerivative,
            "The initial states do not get a derivative.",
            [](Call& call) {
              stop_list(call, "initial_states");
              return call.right();
            }),
      fault("control_flow/rnn/mask-ignored-where-unknown", {"rnn"}, Class::kState,
            "If the number of time steps is unknown, the mask is ignored.",
            [](Call& call) {
              if (unknown(call, "inputs", 1)) call.set("mask", None{});
              return call.right();
            }),
      fault("control_flow/rnn/forwards-where-unknown", {"rnn"}, Class::kState,
            "If the number of time steps is unknown, go_backwards is ignored.",
            [](Call& call) {
              if (unknown(call, "inputs", 1)) call.set("go_backwards", false);
              return call.right();
            }),
      fault("control_flow/rnn/forwards-where-unrolled", {"rnn"}, Class::kState,
            "With unroll, go_backwards is ignored.",
            [](Call& call) {
              const auto* unroll = call.value("unroll").get_if<bool>();
              if (unroll != nullptr && *unroll) call.set("go_backwards", false);
              return call.right();
            }),
  };
}

std::vector<Fault> of_selections() {
  return {
      fault("control_flow/switch/else-has-no-derivative", {"switch"}, Class::kDerivative,
            "Only then_expression gets a derivative.",
            [](Call& call) {
              stop(call, "else_expression");
              return call.right();
            }),
      fault("control_flow/in_train_phase/alternative-has-no-derivative", {"in_train_phase"},
            Class::kDerivative, "Only x gets a derivative.",
            [](Call& call) {
              stop(call, "alt");
              return call.right();
            }),
      fault("control_flow/switch/condition-in-low-word", {"switch"}, Class::kWidth,
            "A condition of int64 is cut to int32, so that 2^32 is false.",
            [](Call& call) {
              if (has_dtype(call("condition"), "int64")) {
                call.set("condition", cast_through("int32", call("condition")));
              }
              return call.right();
            }),
  };
}

}  // namespace

std::vector<Fault> faults() { return joined({of_loops(), of_selections()}); }

}  // namespace kassay::faults::control_flow
