#include "conformance/trials/strength/faults/catalogue/state.h"

// tensors.
#include <algorithm>
#include <map>

#include "conformance/trials/strength/faults/mistakes.h"

namespace kassay::faults::state {
namespace {

// Passes an argument that is an array of `from` through another dtype.
void array_through(Call& call, std::string_view name, DType dtype, DType from) {
  if (auto* array = std::get_if<Tensor>(&call.arguments.find(name)->second)) {
    *array = through(dtype, *array, from);
  }
}

// A function whose fed arrays pass through another dtype.
Value fed_through(Call& call, DType dtype, DType from) {
  return called(std::get<Function>(call.right().front()),
                [dtype, from](const Callable& right, Arguments given) {
                  for (Value& value : std::get<List>(given.positional.front())) {
                    if (auto* array = std::get_if<Tensor>(&value)) {
                      *array = through(dtype, *array, from);
                    }
                  }
                  return right.call(given);
                });
}

// A second tensor with the same name, shape and dtype is the first one.
Fault shared_by_name(const std::string& function) {
  return fault("state/" + function + "/same-name-is-same", {function}, Class::kState,
               "A second one with the name, shape and dtype of an earlier one is the earlier one.",
               [named = std::map<std::string, Values>()](Call& call) mutable {
                 const auto* name = call.value("name").get_if<std::string>();
                 Values made = call.right();
                 if (name == nullptr) return made;
                 const std::string type = *name + describe(made.front());
                 return named.emplace(type, made).first->second;
               });
}

std::vector<Fault> of_variables() {
  return {
      shared_by_name("variable"),
      shared_by_name("placeholder"),
      fault("state/variable/int64-in-double", {"variable"}, Class::kWidth,
            "The initial value of int64 passes through float64.",
            [](Call& call) {
              array_through(call, "value", DType::kFloat64, DType::kInt64);
              return call.right();
            }),
      fault("state/set_value/int64-in-double", {"set_value"}, Class::kWidth,
            "An int64 value passes through float64.",
            [](Call& call) {
              array_through(call, "value", DType::kFloat64, DType::kInt64);
              return call.right();
            }),
      fault("state/get_value/int64-in-double", {"get_value"}, Class::kWidth,
            "An int64 value passes through float64.",
            [](Call& call) {
              Values right = call.right();
              if (auto* array = std::get_if<Tensor>(&right.front())) {
                *array = through(DType::kFloat64, *array, DType::kInt64);
              }
              return right;
            }),
      fault("state/to_dense/float64-in-float32", {"to_dense"}, Class::kWidth,
            "float64 elements pass through float32.",
            [](Call& call) -> Node {
              const Node right = call.node();
              return has_dtype(right, "float64") ? cast_through("float32", right) : right;
            }),
      fault("state/to_dense/int64-in-double", {"to_dense"}, Class::kWidth,
            "int64 passes through float64, so large elements lose their last digits.",
            [](Call& call) -> Node {
              const Node right = call.node();
              return has_dtype(right, "int64") ? cast_through("float64", right) : right;
            }),
  };
}

std::vector<Fault> of_graphs() {
  return {
      fault("graph/function/int64-fed-in-double", {"function"}, Class::kWidth,
            "Fed int64 arrays pass through float64.",
            [](Call& call) { return fed_through(call, DType::kFloat64, DType::kInt64); }),
      fault("graph/function/float64-fed-in-float32", {"function"}, Class::kWidth,
            "Fed float64 arrays pass through float32.",
            [](Call& call) { return fed_through(call, DType::kFloat32, DType::kFloat64); }),
      fault("graph/function/answer-kept-by-first-input", {"function"}, Class::kState,
            "A call whose first array equals that of an earlier call returns the earlier answer.",
            [](Call& call) {
              const auto answers = std::make_shared<std::vector<std::pair<Tensor, Values>>>();
              const bool updates = !call.value("updates").is_none();
              return Value(called(
                  std::get<Function>(call.right().front()),
                  [answers, updates](const Callable& right, const Arguments& given) {
                    const List& fed = std::get<List>(given.positional.front());
                    const auto* array = fed.empty() ? nullptr : fed.front().get_if<Tensor>();
                    if (array == nullptr || updates) return right.call(given);
                    for (const auto& [first, answer] : *answers) {
                      if (first.dtype() == array->dtype() && first.shape() == array->shape() &&
                          std::ranges::equal(first.bytes(), array->bytes())) {
                        return answer;
                      }
                    }
                    answers->emplace_back(*array, right.call(given));
                    return answers->back().second;
                  }));
            }),
      fault("graph/gradients/kept-for-a-loss", {"gradients"}, Class::kState,
            "A second call with the same loss returns the gradients of the first.",
            [kept = std::vector<std::pair<Value, Values>>()](Call& call) mutable {
              for (const auto& [loss, gradients] : kept) {
                if (!same(loss, call.value("loss"))) continue;
                const std::size_t asked = std::get<List>(call.value("variables")).size();
                if (std::get<List>(gradients.front()).size() == asked) return gradients;
              }
              kept.emplace_back(call.value("loss"), call.right());
              return kept.back().second;
            }),
      fault("graph/stop_gradient/first-of-list", {"stop_gradient"}, Class::kDerivative,
            "In a list, only the first tensor is stopped.",
            [](Call& call) -> Value {
              const auto* list = call.value("variables").get_if<List>();
              if (list == nullptr || list->empty()) return call.right().front();
              List result = *list;
              result.front() = stopped({call.api, result.front()});
              return result;
            }),
      fault("graph/moving_average_update/momentum-in-float32", {"moving_average_update"},
            Class::kWidth, "momentum passes through float32.",
            [](Call& call) {
              const auto* momentum = call.value("momentum").get_if<double>();
              if (momentum != nullptr) {
                call.set("momentum", static_cast<double>(static_cast<float>(*momentum)));
              }
              return call.right();
            }),
      fault(
          "graph/update_add/int64-in-double", {"update_add"}, Class::kWidth,
          "int64 is added in float64.",
          [](Call& call) {
            Api& k = call.api;
            const Node x = call("x");
            if (!has_dtype(x, "int64")) return call.right();
            const Node sum = k("cast", {x, "float64"}) + k("cast", {call("increment"), "float64"});
            return k.call("update", {{x, k("cast", {sum, "int64"})}, {}});
          }),
      fault("graph/update_sub/float64-in-float32", {"update_sub"}, Class::kWidth,
            "A float64 decrement passes through float32.",
            [](Call& call) {
              if (has_dtype(call("decrement"), "float64")) {
                call.set("decrement", cast_through("float32", call("decrement")));
              }
              return call.right();
            }),
      fault("graph/function/third-call-repeats", {"function"}, Class::kState,
            "From the third call on, a function without updates returns its second answer.",
            [](Call& call) {
              const auto answers = std::make_shared<std::vector<Values>>();
              const bool updates = !call.value("updates").is_none();
              return Value(
                  called(std::get<Function>(call.right().front()),
                         [answers, updates](const Callable& right, const Arguments& given) {
                           if (updates) return right.call(given);
                           if (answers->size() < 2) answers->push_back(right.call(given));
                           return answers->back();
                         }));
            }),
      fault("graph/update/float64-in-float32", {"update"}, Class::kWidth,
            "A new float64 value passes through float32.",
            [](Call& call) {
              if (has_dtype(call("new_x"), "float64")) {
                call.set("new_x", cast_through("float32", call("new_x")));
              }
              return call.right();
            }),
  };
}

// Both interceptions share the number.
Fault epsilon_at_evaluation() {
  Fault result{"configuration/set_epsilon/read-at-evaluation",
               {"set_epsilon", "binary_crossentropy", "categorical_crossentropy",
                "sparse_categorical_crossentropy"},
               Class::kState,
               "Losses use the fuzz factor at the time of their evaluation.",
               {}};
  result.make = [] {
    const auto epsilon = std::make_shared<double>(1e-7);
    Interception made;
    made.calls = [epsilon](Call& call) {
      if (call.function == "set_epsilon") {
        if (const auto* set = call.value("e").get_if<double>()) *epsilon = *set;
      }
      return call.right();
    };
    made.computations = [epsilon](Computation& c) {
      reference::Settings settings = *c.call.settings;
      settings.epsilon = *epsilon;
      c.call.settings = std::make_shared<reference::Settings>(settings);
      return c.right();
    };
    return made;
  };
  return result;
}

std::vector<Fault> of_plain_results() {
  return {
      fault("inspection/count_params/in-int32", {"count_params"}, Class::kWidth,
            "The product is computed in int32, so 100000 times 100000 wraps.",
            [](Call& call) -> Value {
              const auto count = std::get<std::int64_t>(call.right().front());
              return static_cast<std::int64_t>(static_cast<std::int32_t>(count));
            }),
      fault("inspection/count_params/float", {"count_params"}, Class::kState,
            "The number is a float, like some products of NumPy.",
            [](Call& call) -> Value {
              return static_cast<double>(std::get<std::int64_t>(call.right().front()));
            }),
      fault("inspection/int_shape/floats", {"int_shape"}, Class::kState, "Sizes are floats.",
            [](Call& call) -> Value {
              Value right = call.right().front();
              if (auto* sizes = std::get_if<List>(&right)) {
                for (Value& size : *sizes) {
                  if (const auto* known = size.get_if<std::int64_t>()) {
                    size = static_cast<double>(*known);
                  }
                }
              }
              return right;
            }),
      fault("inspection/eval/scalar-is-a-number", {"eval"}, Class::kState,
            "A tensor of rank 0 gives a Python float instead of an array.",
            [](Call& call) -> Value {
              Value right = call.right().front();
              const auto* array = right.get_if<Tensor>();
              if (array == nullptr || array->rank() != 0) return right;
              return static_cast<double>(element(*array, 0));
            }),
      fault("control_flow/learning_phase/bool", {"learning_phase"}, Class::kState,
            "Once fixed, the phase is True or False.",
            [](Call& call) -> Value {
              const Value right = call.right().front();
              const auto* phase = right.get_if<std::int64_t>();
              return phase != nullptr ? Value(*phase != 0) : right;
            })
          .leaves_open("D-1331 does not specify the value of the phase"),
      fault("configuration/epsilon/in-floatx", {"epsilon"}, Class::kWidth,
            "The number is rounded to the default float type.",
            [](Call& call) -> Value {
              const auto floatx =
                  std::get<std::string>(static_cast<const Value&>(call.api("floatx", {})));
              Tensor rounded(*parse_dtype(floatx), {});
              set_element(rounded, 0, std::get<double>(call.right().front()));
              return static_cast<double>(element(rounded, 0));
            }),
      fault("configuration/get_uid/float", {"get_uid"}, Class::kState, "The number is a float.",
            [](Call& call) -> Value {
              return static_cast<double>(std::get<std::int64_t>(call.right().front()));
            }),
      fault("configuration/set_floatx/not-for-placeholders", {"placeholder"}, Class::kState,
            "The default dtype of a placeholder is float32, even after set_floatx.",
            [](Call& call) {
              if (call.value("dtype").is_none()) call.set("dtype", "float32");
              return call.right();
            })
          .published("https://github.com/keras-team/keras/issues/3891"),
      fault("configuration/set_floatx/not-for-random-numbers",
            {"random_normal", "random_uniform", "truncated_normal", "random_binomial"},
            Class::kState, "The default dtype is float32, even after set_floatx.",
            [](Call& call) {
              if (call.value("dtype").is_none()) call.set("dtype", "float32");
              return call.right();
            })
          .published("https://github.com/keras-team/keras/issues/3891"),
      epsilon_at_evaluation().leaves_open("D-1502 does not specify a loss that was built before"),
  };
}

}  // namespace

std::vector<Fault> faults() { return joined({of_variables(), of_graphs(), of_plain_results()}); }

}  // namespace kassay::faults::state
