// Operations that are not functions of the API: the operators of tensors, and further operations
// that gradients consist of.
//
//   operator.add, .sub, .mul, .truediv (x, y)   with broadcasting; one of them may be a number
//   operator.neg (x)
//   internal.sum_to (x, shape)                  sums what broadcasting from `shape` stretched
//   internal.broadcast_to (x, shape)
//   internal.stop_gradient (x)
//   internal.select (condition, chosen, otherwise)
//   internal.ctc_gradient (arguments of ctc_batch_cost)     see alignment.h
//   internal.contract (x, y, x_axis, y_axis)    the product of two matrices, see contraction.h
//   internal.correlate..., internal.depthwise...            see correlation.h
//   internal.windows, internal.first_maximum (x, windows)   see window_operations.h
#include "reference/arrays/axes.h"
#include "reference/arrays/elementwise.h"
#include "reference/internal/alignment.h"
#include "reference/internal/contraction.h"
#include "reference/internal/correlation.h"
#include "reference/internal/window_operations.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

// The dtype of the tensor, or of both, and the common shape.
TensorType infer_operator(const Operand& x, const Operand& y) {
  if (x.is_number && y.is_number) {
    throw ApiError(ErrorKind::kType,
                   "a tensor operator needs a tensor, but both operands are numbers");
  }
  return x.is_number ? broadcast_type(y.type, x) : broadcast_type(x.type, y);
}

Real add(Real x, Real y) { return x + y; }
Real subtract(Real x, Real y) { return x - y; }
Real multiply(Real x, Real y) { return x * y; }

// For integers, Python's true division gives a float, which the dtypes here cannot express: it is refused.
TensorType infer_division(const Operand& x, const Operand& y) {
  const TensorType type = infer_operator(x, y);
  if (!is_floating(type.dtype)) {
    throw ApiError(ErrorKind::kType, "a division of " + std::string(dtype_name(type.dtype)) +
                                         " tensors; cast them to a floating dtype");
  }
  return type;
}
Real divide(Real x, Real y) { return x / y; }

Real negate(Real x) { return -x; }

Gradients add_gradient(const Expression&, const Expression&, const Expression&,
                       const Expression& g) {
  return {g, g};
}
Gradients subtract_gradient(const Expression&, const Expression&, const Expression&,
                            const Expression& g) {
  return {g, -g};
}
Gradients multiply_gradient(const Expression& x, const Expression& y, const Expression&,
                            const Expression& g) {
  return {g * y, g * x};
}
Gradients divide_gradient(const Expression&, const Expression& y, const Expression& quotient,
                          const Expression& g) {
  const Expression of_x = g / y;
  return {of_x, -(of_x * quotient)};
}
Expression negate_gradient(const Expression&, const Expression&, const Expression& g) { return -g; }

TensorType infer_shaped(const TensorType& x, const Dimensions& shape) {
  return {x.dtype, shape.sizes};
}

Array sum_to_shape(const Array& x, const Dimensions& shape) {
  Array result(shape.sizes);
  const std::size_t stretched = x.shape().size() - shape.sizes.size();
  for_each_index(x.shape(), [&](const Index& index) {
    Index place(index.begin() + static_cast<std::ptrdiff_t>(stretched), index.end());
    for (std::size_t d = 0; d < place.size(); ++d) place[d] = shape.sizes[d] == 1 ? 0 : place[d];
    result[place] += x[index];
  });
  return result;
}
Expression sum_to_gradient(const Expression& x, const Dimensions&, const Expression&,
                           const Expression& g) {
  return broadcast_to(g, x.shape());
}

Array broadcast_to_shape(const Array& x, const Dimensions& shape) {
  Array result(shape.sizes);
  for_each_index(result.shape(),
                 [&](const Index& index) { result[index] = broadcast_element(x, index); });
  return result;
}
Expression broadcast_to_gradient(const Expression& x, const Dimensions&, const Expression&,
                                 const Expression& g) {
  return sum_to(g, x.shape());
}

Array unchanged(const Array& x) { return x; }

TensorType infer_select(const TensorType& condition, const TensorType& chosen,
                        const TensorType& otherwise) {
  return {chosen.dtype,
          broadcast_shapes(condition.shape, broadcast_shapes(chosen.shape, otherwise.shape))};
}
Array select_elements(const Array& condition, const Array& chosen, const Array& otherwise) {
  const Shape shape =
      broadcast_shapes(condition.shape(), broadcast_shapes(chosen.shape(), otherwise.shape()));
  Array result(shape);
  for_each_index(shape, [&](const Index& i) {
    result[i] = broadcast_element(broadcast_element(condition, i) != 0 ? chosen : otherwise, i);
  });
  return result;
}
Gradients select_gradient(const Expression& condition, const Expression&, const Expression&,
                          const Expression&, const Expression& g) {
  const Expression zero = filled_like(g, 0);
  return {std::nullopt, select(condition, g, zero), select(condition, zero, g)};
}

Signature make_signature(std::string name, const std::vector<std::pair<std::string, Kind>>& kinds) {
  Signature signature{std::move(name), {true, true, true}, {}, {}, true};
  for (const auto& [parameter, kind] : kinds) {
    for (auto& order : signature.order) order.push_back(signature.parameters.size());
    signature.parameters.push_back({parameter, kind, {}});
  }
  return signature;
}

struct Internal {
  Signature signature;
  Kernel kernel;
};

std::map<std::string, Internal, std::less<>> make_table() {
  const auto pair = [](const char* name) {
    return make_signature(name, {{"x", Kind::kNumberOrTensor}, {"y", Kind::kNumberOrTensor}});
  };
  const auto shaped = [](const char* name) {
    return make_signature(name, {{"x", Kind::kTensor}, {"shape", Kind::kInts}});
  };
  const auto windowed = [](const char* name) {
    return make_signature(name, {{"x", Kind::kTensor}, {"windows", Kind::kInts}});
  };
  const Internal all[] = {
      {pair("operator.add"), define(infer_operator, each_pair<add>, add_gradient)},
      {pair("operator.sub"), define(infer_operator, each_pair<subtract>, subtract_gradient)},
      {pair("operator.mul"), define(infer_operator, each_pair<multiply>, multiply_gradient)},
      {pair("operator.truediv"), define(infer_division, each_pair<divide>, divide_gradient)},
      {make_signature("operator.neg", {{"x", Kind::kTensor}}),
       define(same_type, each<negate>, negate_gradient)},
      {shaped("internal.sum_to"), define(infer_shaped, sum_to_shape, sum_to_gradient)},
      {shaped("internal.broadcast_to"),
       define(infer_shaped, broadcast_to_shape, broadcast_to_gradient)},
      {make_signature("internal.stop_gradient", {{"x", Kind::kTensor}}),
       define(same_type, unchanged)},
      {make_signature(
           "internal.select",
           {{"condition", Kind::kTensor}, {"chosen", Kind::kTensor}, {"otherwise", Kind::kTensor}}),
       define(infer_select, select_elements, select_gradient)},
      {make_signature("internal.ctc_gradient", {{"y_true", Kind::kTensor},
                                                {"y_pred", Kind::kTensor},
                                                {"input_length", Kind::kTensor},
                                                {"label_length", Kind::kTensor}}),
       ctc_gradient_kernel()},
      {make_signature("internal.contract", {{"x", Kind::kTensor},
                                            {"y", Kind::kTensor},
                                            {"x_axis", Kind::kInt},
                                            {"y_axis", Kind::kInt}}),
       contract_kernel()},
      {windowed("internal.windows"), windows_kernel()},
      {windowed("internal.first_maximum"), first_maximum_kernel()},
  };
  std::map<std::string, Internal, std::less<>> table;
  for (const Internal& each : all) table.emplace(each.signature.function, each);
  for (const CorrelationKernel& each : correlation_kernels()) {
    table.emplace(each.name, Internal{make_signature(each.name, {{each.x, Kind::kTensor},
                                                                 {each.y, Kind::kTensor},
                                                                 {"windows", Kind::kInts}}),
                                      each.kernel});
  }
  return table;
}

const Internal* find_internal(std::string_view name) {
  static const auto table = make_table();
  const auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

}  // namespace

const Signature* find_internal_signature(std::string_view name) {
  const Internal* internal = find_internal(name);
  return internal == nullptr ? nullptr : &internal->signature;
}

const Kernel* find_internal_kernel(std::string_view name) {
  const Internal* internal = find_internal(name);
  return internal == nullptr ? nullptr : &internal->kernel;
}

}  // namespace kassay::reference
