#include "conformance/trials/strength/faults/catalogue/shape.h"

#include <algorithm>

#include "conformance/trials/strength/faults/mistakes.h"

namespace kassay::faults::shape {
namespace {

Fault int64_in_double(const std::string& id, const std::string& function) {
  return fault(id, {function}, Class::kWidth,
               "int64 passes through float64, so large elements lose their last digits.",
               [](Computation& c) { return through(DType::kFloat64, c.result(), DType::kInt64); });
}

// Mistakes that leave more of a shape unknown than necessary.
Fault shape_forgotten(const std::string& id, const std::string& function) {
  return fault(id, {function, "int_shape"}, Class::kState,
               "If one size of the result is unknown, int_shape gives all sizes as unknown.",
               [made = Remembered(), function](Call& call) mutable {
                 Values right = call.right();
                 if (call.function == function) {
                   made.add(right.front());
                 } else if (made.find(call.value("x")) != nullptr) {
                   if (auto* sizes = std::get_if<List>(&right.front());
                       sizes != nullptr && std::ranges::any_of(*sizes, &Value::is_none)) {
                     *sizes = List(sizes->size(), Value(None{}));
                   }
                 }
                 return right;
               });
}

std::vector<Fault> of_movement() {
  return {
      int64_in_double("shape/reshape/int64-in-double", "reshape"),
      int64_in_double("shape/tile/int64-in-double", "tile"),
      int64_in_double("shape/concatenate/int64-in-double", "concatenate"),
      int64_in_double("creation/identity/int64-in-double", "identity"),
      shape_forgotten("shape/reshape/shape-forgotten", "reshape"),
      shape_forgotten("shape/concatenate/shape-forgotten", "concatenate"),
      shape_forgotten("shape/permute_dimensions/shape-forgotten", "permute_dimensions"),
      shape_forgotten("shape/expand_dims/shape-forgotten", "expand_dims"),
      fault("shape/tile/float64-in-float32", {"tile"}, Class::kWidth,
            "float64 passes through float32.",
            [](Computation& c) { return through(DType::kFloat32, c.result(), DType::kFloat64); }),
      fault("shape/squeeze/vector-in-float32", {"squeeze"}, Class::kWidth,
            "float64 passes through float32 if the result has one dimension.",
            [](Computation& c) {
              const Tensor right = c.result();
              return right.rank() == 1 ? through(DType::kFloat32, right, DType::kFloat64) : right;
            }),
      fault("shape/concatenate/same-tensor-once", {"concatenate"}, Class::kState,
            "A tensor listed twice in a row is used once.",
            [](Call& call) {
              List once;
              for (const Value& tensor : std::get<List>(call.value("tensors"))) {
                if (once.empty() || !same(once.back(), tensor)) once.push_back(tensor);
              }
              call.set("tensors", once);
              return call.right();
            }),
      fault("shape/concatenate/same-tensor-derived-once", {"concatenate"}, Class::kDerivative,
            "A tensor listed twice gets only the derivative by its first place.",
            [](Call& call) { return stopped_when_repeated(call, "tensors"); }),
      fault("shape/stack/same-tensor-derived-once", {"stack"}, Class::kDerivative,
            "A tensor listed twice gets only the derivative by its first place.",
            [](Call& call) { return stopped_when_repeated(call, "x"); }),
      fault("shape/concatenate/middle-axis-of-rank-4", {"concatenate"}, Class::kDomain,
            "From rank 4 on, axis 2 is taken for axis 1.",
            [](Call& call) {
              const List& tensors = std::get<List>(call.value("tensors"));
              const std::optional<std::int64_t> dimensions =
                  tensors.empty() ? std::nullopt : rank({call.api, tensors.front()});
              const auto* axis = call.value("axis").get_if<std::int64_t>();
              if (dimensions && *dimensions >= 4 && axis != nullptr && *axis == 2) {
                call.set("axis", 1);
              }
              return call.right();
            }),
      fault("shape/reshape/zero-keeps-a-dimension", {"reshape"}, Class::kDomain,
            "A 0 in the shape keeps the dimension of x at that place.",
            [](Call& call) {
              const std::optional<Shape> sizes = call.api.shape(call("x"));
              const auto* given = call.value("shape").get_if<List>();
              if (given == nullptr || !sizes) return call.right();
              List wanted = *given;
              for (std::size_t d = 0; d < std::min(wanted.size(), sizes->size()); ++d) {
                const auto* size = wanted[d].get_if<std::int64_t>();
                if (size != nullptr && *size == 0 && (*sizes)[d] >= 0) wanted[d] = (*sizes)[d];
              }
              call.set("shape", wanted);
              return call.right();
            }),
      fault("shape/permute_dimensions/inverse-from-rank-5", {"permute_dimensions"}, Class::kDomain,
            "From rank 5 on, the pattern says where each dimension goes.",
            [](Call& call) {
              const List& pattern = std::get<List>(call.value("pattern"));
              if (pattern.size() < 5) return call.right();
              List inverse(pattern.size());
              for (std::size_t i = 0; i < pattern.size(); ++i) {
                const auto at = std::get<std::int64_t>(pattern[i]);
                const std::int64_t count = static_cast<std::int64_t>(pattern.size());
                inverse.at(static_cast<std::size_t>(at < 0 ? at + count : at)) =
                    static_cast<std::int64_t>(i);
              }
              call.set("pattern", inverse);
              return call.right();
            }),
      fault("shape/reverse/negative-axes-from-rank-4", {"reverse"}, Class::kDomain,
            "From rank 4 on, -2 is the last dimension but two.",
            [](Call& call) {
              const auto* axis = call.value("axes").get_if<std::int64_t>();
              if (axis != nullptr && *axis == -2 && rank(call("x")).value_or(0) >= 4) {
                call.set("axes", -3);
              }
              return call.right();
            }),
      fault("shape/repeat_elements/derivative-averaged", {"repeat_elements"}, Class::kDerivative,
            "The derivatives of the copies are averaged instead of added.",
            [](Call& call) -> Node {
              const Node right = call.node();
              const std::int64_t copies = call.integer("rep");
              if (!call.api.is_floating(right) || copies < 1) return right;
              return stopped(right) +
                     zero_like_derivative(right) * (1.0 / static_cast<double>(copies));
            }),
      fault("shape/one_hot/classes-in-low-word", {"one_hot"}, Class::kWidth,
            "int64 is cut to int32 first, so 2^32 + 1 is class 1.",
            [](Computation& c) {
              c.tensor("indices") = through(DType::kInt32, c.tensor("indices"), DType::kInt64);
              return c.result();
            }),
      fault("shape/one_hot/scalar-refused", {"one_hot"}, Class::kDomain,
            "A single number is an error, because its shape does not have a batch size.",
            [](Computation& c) {
              if (c.tensor("indices").rank() == 0) refuse("indices of rank 0");
              return c.result();
            })
          .leaves_open("D-534 accepts an error, because the documents do not mention such a shape"),
      fault("shape/one_hot/classes-in-int8", {"one_hot"}, Class::kWidth,
            "Classes pass through int8, so 130 is out of range.",
            [](Computation& c) {
              c.tensor("indices") = through(DType::kInt8, c.tensor("indices"));
              return c.result();
            }),
      fault("shape/arange/in-float32", {"arange"}, Class::kWidth,
            "The numbers are made in float32, so those beyond 2^24 are even.",
            [](Computation& c) { return through(DType::kFloat32, c.result()); }),
      fault("shape/arange/in-int32", {"arange"}, Class::kWidth,
            "The numbers are made in int32, so int64 numbers wrap.",
            [](Computation& c) { return through(DType::kInt32, c.result(), DType::kInt64); }),
  };
}

std::vector<Fault> of_creation() {
  return {
      fault("creation/cast/by-way-of-int32", {"cast"}, Class::kWidth,
            "From a float type to int64, numbers pass through int32.",
            [](Computation& c) {
              const bool floats = is_floating(c.tensor("x").dtype());
              return floats ? through(DType::kInt32, c.result(), DType::kInt64) : c.result();
            }),
      fault("creation/cast/bool-of-low-word", {"cast"}, Class::kWidth,
            "From int64 to bool, only the lower 32 bits count.",
            [](Computation& c) {
              if (c.result().dtype() == DType::kBool) {
                c.tensor("x") = through(DType::kInt32, c.tensor("x"), DType::kInt64);
              }
              return c.result();
            }),
      fault("creation/cast/int64-to-float32-rounded-twice", {"cast"}, Class::kWidth,
            "int64 is rounded to float64 first, then to float32.",
            [](Computation& c) {
              if (c.result().dtype() == DType::kFloat32) {
                c.tensor("x") = through(DType::kFloat64, c.tensor("x"), DType::kInt64);
              }
              return c.result();
            }),
      fault("creation/cast/float16-rounded-twice", {"cast"}, Class::kWidth,
            "float64 is rounded to float32 first, then to float16.",
            [](Computation& c) {
              if (c.result().dtype() == DType::kFloat16) {
                c.tensor("x") = through(DType::kFloat32, c.tensor("x"), DType::kFloat64);
              }
              return c.result();
            })
          .leaves_open(
              "D-806 does not specify how float64 is rounded to float16, because TensorFlow and "
              "PyTorch round through float32"),
      fault("creation/cast/no-derivative-across-types", {"cast"}, Class::kDerivative,
            "A cast from one float type to another stops the derivative.",
            [](Call& call) {
              if (!has_dtype(call("x"), std::get<std::string>(call.value("dtype")))) {
                stop(call, "x");
              }
              return call.right();
            }),
      fault("creation/constant/int64-in-double", {"constant"}, Class::kWidth,
            "int64 passes through float64, so large elements lose their last digits.",
            [](Call& call) {
              if (auto* value = std::get_if<Tensor>(&call.arguments.find("value")->second)) {
                *value = through(DType::kFloat64, *value, DType::kInt64);
              }
              return call.right();
            }),
      fault("creation/constant/number-in-float32", {"constant"}, Class::kWidth,
            "A number passes through float32, for any dtype.",
            [](Call& call) {
              if (const auto* number = call.value("value").get_if<double>()) {
                call.set("value", static_cast<double>(static_cast<float>(*number)));
              }
              return call.right();
            }),
  };
}

}  // namespace

std::vector<Fault> faults() { return joined({of_movement(), of_creation()}); }

}  // namespace kassay::faults::shape
