#include "arithmetic.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "primitives.h"

namespace kassay_onednn {
namespace {

// ---- Elementwise ----

constexpr float kInfinity = std::numeric_limits<float>::infinity();

Function elementwise(algorithm kind, float alpha = 0, float beta = 0) {
  return {"x", [=](const Call& call) { call.give(eltwise(kind, call.tensor("x"), alpha, beta)); }};
}

// Both operands of a binary primitive. A number gets the dtype of the other operand, unless it is a fraction and the operand an integer.
std::pair<Tensor, Tensor> operands(const Call& call, std::string_view x, std::string_view y) {
  const kassay_value &left = call.value(x), &right = call.value(y);
  const Dtype dtype = call.object(left.kind == KASSAY_OBJECT ? left : right).dtype;
  const auto read = [&](const kassay_value& value) {
    const bool is_fraction = value.kind == KASSAY_FLOAT && !is_floating(dtype);
    return call.as_tensor(value, is_fraction ? Dtype::kFloat32 : dtype);
  };
  return {read(left), read(right)};
}

Function arithmetic(algorithm kind) {
  return {"x y", [=](const Call& call) {
            const auto [x, y] = operands(call, "x", "y");
            const Dtype dtype = call.value("x").kind == KASSAY_OBJECT ? x.dtype : y.dtype;
            const bool is_quotient = kind == algorithm::binary_div && !is_floating(dtype);
            call.give(binary(kind, x, y, is_quotient ? call.floatx() : dtype));
          }};
}

Function comparison(algorithm kind) {
  return {"x y", [=](const Call& call) {
            const auto [x, y] = operands(call, "x", "y");
            call.give(binary(kind, x, y, Dtype::kBool));
          }};
}

void relu(const Call& call) {
  const Tensor x = call.tensor("x");
  const double alpha = call.number("alpha").value_or(0);
  const double threshold = call.number("threshold").value_or(0);
  Tensor y = x;
  if (threshold == 0) {
    y = eltwise(algorithm::eltwise_relu, x, static_cast<float>(alpha));
  } else {
    const Tensor limit = of_numbers({threshold}, x.dtype, {});
    const Tensor stays = binary(algorithm::binary_ge, x, limit, Dtype::kBool);
    const Tensor below = eltwise(algorithm::eltwise_linear, x, static_cast<float>(alpha),
                                 static_cast<float>(-alpha * threshold));
    y = select(stays, x, below);
  }
  if (const auto max_value = call.number("max_value")) {
    y = binary(algorithm::binary_min, y, of_numbers({*max_value}, x.dtype, {}), x.dtype);
  }
  call.give(y);
}

void clip(const Call& call) {
  Tensor x = call.tensor("x");
  const kassay_value *low = call.find("min_value"), *high = call.find("max_value");
  const auto is_number = [](const kassay_value* each) {
    return each == nullptr || each->kind != KASSAY_OBJECT;
  };
  if (is_number(low) && is_number(high)) {
    const auto least = static_cast<float>(call.number("min_value").value_or(-kInfinity));
    const auto most = static_cast<float>(call.number("max_value").value_or(kInfinity));
    return call.give(eltwise(algorithm::eltwise_clip_v2, x, least, most));
  }
  if (low != nullptr) {
    x = binary(algorithm::binary_max, x, call.as_tensor(*low, x.dtype), x.dtype);
  }
  if (high != nullptr) {
    x = binary(algorithm::binary_min, x, call.as_tensor(*high, x.dtype), x.dtype);
  }
  call.give(x);
}

void power(const Call& call) {
  if (call.value("a").kind == KASSAY_OBJECT) {
    throw Failure{KASSAY_ERROR_UNSUPPORTED, "oneDNN does not support a tensor as exponent"};
  }
  const auto exponent = static_cast<float>(*call.number("a"));
  call.give(eltwise(algorithm::eltwise_pow, call.tensor("x"), 1, exponent));
}

void square_root(const Call& call) {  // 0 for negative numbers
  const Tensor x = eltwise(algorithm::eltwise_clip_v2, call.tensor("x"), 0, kInfinity);
  call.give(eltwise(algorithm::eltwise_sqrt, x));
}

void choose(const Call& call) {
  Tensor condition = cast(call.tensor("condition"), Dtype::kBool);
  const Tensor x = call.tensor_or_called("then_expression");
  const Tensor y = call.tensor_or_called("else_expression");
  require(condition.rank() <= x.rank(), "the condition has a higher rank than the expressions");
  condition.shape.resize(x.rank(), 1);  // its dimensions are the leading ones
  call.give(select(condition, x, y));
}

// ---- Reductions ----

// Gives a reduction over `axis`. Drops the reduced dimensions unless `keepdims` is true.
template <class Reduction>
void reduce(const Call& call, const Tensor& x, const Reduction& reduction) {
  const Order axes = call.axes("axis", x.rank());
  Tensor y = reduction(x, axes);
  if (!call.boolean("keepdims")) {
    y.shape.clear();
    for (int64_t i = 0; i < x.rank(); ++i) {
      if (std::ranges::find(axes, i) == axes.end()) y.shape.push_back(x.shape[i]);
    }
  }
  call.give(y);
}

Function reducer(algorithm kind) {
  return {"x axis keepdims", [=](const Call& call) {
            reduce(call, call.tensor("x"),
                   [=](const Tensor& x, const Order& axes) { return reduction(kind, x, axes); });
          }};
}

// Integers become floatx.
Tensor as_floating(const Call& call, const Tensor& x) {
  return is_floating(x.dtype) ? x : cast(x, call.floatx());
}

Tensor mean(const Tensor& x, const Order& axes) {
  return reduction(algorithm::reduction_mean, x, axes);
}

Tensor variance(const Tensor& x, const Order& axes) {
  const Tensor away = binary(algorithm::binary_sub, x, mean(x, axes), x.dtype);
  return mean(eltwise(algorithm::eltwise_square, away), axes);
}

Tensor deviation(const Tensor& x, const Order& axes) {
  return eltwise(algorithm::eltwise_sqrt, variance(x, axes));
}

Function moment(Tensor (*of)(const Tensor& x, const Order& axes)) {
  return {"x axis keepdims",
          [=](const Call& call) { reduce(call, as_floating(call, call.tensor("x")), of); }};
}

Tensor compared_with_zero(algorithm kind, const Tensor& x) {
  return binary(kind, x, of_numbers({0}, x.dtype, {}), Dtype::kUint8);
}

// Some element is not 0 if the largest of these truth values is 1.
Tensor any(const Tensor& x, const Order& axes) {
  return reduction(algorithm::reduction_max, compared_with_zero(algorithm::binary_ne, x), axes);
}

// No element is 0 if the largest of these truth values is 0.
Tensor all(const Tensor& x, const Order& axes) {
  const Tensor zeros = compared_with_zero(algorithm::binary_eq, x);
  return compared_with_zero(algorithm::binary_eq, reduction(algorithm::reduction_max, zeros, axes));
}

Function truth(Tensor (*of)(const Tensor& x, const Order& axes)) {
  return {"x axis keepdims", [=](const Call& call) { reduce(call, call.tensor("x"), of); }};
}

void l2_normalize(const Call& call) {
  constexpr float kLeastSquare = 1e-12F;
  const Tensor x = call.tensor("x");
  if (x.rank() == 0)
    throw Failure{KASSAY_ERROR_UNSUPPORTED, "a scalar does not have axes to reduce"};
  const Tensor norm =
      reduction(algorithm::reduction_norm_lp_max, x, call.axes("axis", x.rank()), 2, kLeastSquare);
  call.give(binary(algorithm::binary_div, x, norm, x.dtype));
}

void normalize(const Call& call) {
  const Tensor x = call.tensor("x");
  const int64_t axis = call.axis("axis", x.rank(), x.rank() - 1);
  const auto given = [&](std::string_view name) -> std::optional<Tensor> {
    if (call.find(name) == nullptr) return std::nullopt;
    const Tensor numbers = call.tensor(name);
    if (x.rank() == 0 || count(numbers.shape) != x.shape[axis]) {
      throw Failure{KASSAY_ERROR_UNSUPPORTED,
                    "oneDNN takes only one mean and variance for each channel"};
    }
    return numbers;
  };
  const auto mean = given("mean"), variance = given("var");
  const auto gamma = given("gamma"), beta = given("beta");
  call.give(batch_normalization(x, mean.value(), variance.value(), gamma ? &*gamma : nullptr,
                                beta ? &*beta : nullptr, axis,
                                static_cast<float>(call.number("epsilon").value_or(1e-3))));
}

// ---- Products ----

int64_t product(const Dims& shape, int64_t begin, int64_t end) {
  return count({shape.begin() + begin, shape.begin() + end});
}

void dot(const Call& call) {
  const Tensor x = call.tensor("x");
  Tensor y = call.tensor("y");
  require(x.rank() != 0 && y.rank() != 0, "a factor is a scalar");
  Dims shape(x.shape.begin(), x.shape.end() - 1);
  if (y.rank() == 1) {
    y = reshaped(y, {y.shape[0], 1});
  } else {  // the sum is over the second-to-last dimension
    Order order = {y.rank() - 2};
    for (int64_t i = 0; i < y.rank(); ++i) {
      if (i != y.rank() - 2) order.push_back(i);
    }
    if (y.rank() > 2) y = permuted(y, order);
    shape.insert(shape.end(), y.shape.begin() + 1, y.shape.end());
    y = reshaped(y, {y.shape[0], product(y.shape, 1, y.rank())});
  }
  const Tensor rows = reshaped(x, {product(x.shape, 0, x.rank() - 1), x.shape.back()});
  call.give(reshaped(matmul(rows, y), shape));
}

// One int for both tensors, or one for each.
Order one_axis_each(const kassay_value& axes) {
  const bool is_list = axes.kind == KASSAY_LIST && axes.as.list.count == 2;
  const kassay_value* items = is_list ? axes.as.list.items : &axes;
  require(items[0].kind == KASSAY_INT && items[is_list].kind == KASSAY_INT,
          "axes does not give one axis for each tensor");
  return {items[0].as.integer, items[is_list].as.integer};
}

void batch_dot(const Call& call) {
  const Tensor x = call.tensor("x"), y = call.tensor("y");
  const kassay_value* given = call.find("axes");
  Order axes = {x.rank() - 1, std::max<int64_t>(1, y.rank() - 2)};
  if (given != nullptr) axes = one_axis_each(*given);
  if (axes[0] < 0) axes[0] += x.rank();
  if (axes[1] < 0) axes[1] += y.rank();
  require(0 < axes[0] && axes[0] < x.rank() && 0 < axes[1] && axes[1] < y.rank(),
          "an axis is the first dimension or does not exist");
  // The axis of x becomes its last, the axis of y its second.
  Order of_x = {0}, of_y = {0, axes[1]};
  Dims shape = {x.shape[0]};
  for (int64_t i = 1; i < x.rank(); ++i) {
    if (i == axes[0]) continue;
    of_x.push_back(i);
    shape.push_back(x.shape[i]);
  }
  of_x.push_back(axes[0]);
  for (int64_t i = 1; i < y.rank(); ++i) {
    if (i == axes[1]) continue;
    of_y.push_back(i);
    shape.push_back(y.shape[i]);
  }
  if (shape.size() == 1) shape.push_back(1);
  const Tensor left = permuted(x, of_x), right = permuted(y, of_y);
  const Tensor z = matmul(
      reshaped(left, {left.shape[0], product(left.shape, 1, left.rank() - 1), left.shape.back()}),
      reshaped(right, {right.shape[0], right.shape[1], product(right.shape, 2, right.rank())}));
  call.give(reshaped(z, shape));
}

}  // namespace

Functions arithmetic_functions() {
  return {
      {"abs", elementwise(algorithm::eltwise_abs)},
      {"exp", elementwise(algorithm::eltwise_exp)},
      {"hard_sigmoid", elementwise(algorithm::eltwise_hardsigmoid, 0.2F, 0.5F)},
      {"log", elementwise(algorithm::eltwise_log)},
      {"round", elementwise(algorithm::eltwise_round)},
      {"sigmoid", elementwise(algorithm::eltwise_logistic)},
      {"softplus", elementwise(algorithm::eltwise_soft_relu, 1)},
      {"square", elementwise(algorithm::eltwise_square)},
      {"tanh", elementwise(algorithm::eltwise_tanh)},
      {"operator.neg", elementwise(algorithm::eltwise_linear, -1)},
      {"sqrt", {"x", square_root}},
      {"elu",
       {"x alpha",
        [](const Call& call) {
          const auto alpha = static_cast<float>(call.number("alpha").value_or(1));
          call.give(eltwise(algorithm::eltwise_elu, call.tensor("x"), alpha));
        }}},
      {"relu", {"x alpha max_value threshold", relu}},
      {"clip", {"x min_value max_value", clip}},
      {"pow", {"x a", power}},
      {"operator.add", arithmetic(algorithm::binary_add)},
      {"operator.sub", arithmetic(algorithm::binary_sub)},
      {"operator.mul", arithmetic(algorithm::binary_mul)},
      {"operator.truediv", arithmetic(algorithm::binary_div)},
      {"maximum", arithmetic(algorithm::binary_max)},
      {"minimum", arithmetic(algorithm::binary_min)},
      {"equal", comparison(algorithm::binary_eq)},
      {"not_equal", comparison(algorithm::binary_ne)},
      {"greater", comparison(algorithm::binary_gt)},
      {"greater_equal", comparison(algorithm::binary_ge)},
      {"less", comparison(algorithm::binary_lt)},
      {"less_equal", comparison(algorithm::binary_le)},
      {"switch", {"condition then_expression else_expression", choose}},
      {"cast",
       {"x dtype",
        [](const Call& call) {
          call.give(cast(call.tensor("x"), dtype_named(call.string("dtype", ""))));
        }}},
      {"identity", {"x name", [](const Call& call) { call.give(call.tensor("x")); }}},
      {"sum", reducer(algorithm::reduction_sum)},
      {"prod", reducer(algorithm::reduction_mul)},
      {"max", reducer(algorithm::reduction_max)},
      {"min", reducer(algorithm::reduction_min)},
      {"mean", moment(mean)},
      {"var", moment(variance)},
      {"std", moment(deviation)},
      {"all", truth(all)},
      {"any", truth(any)},
      {"softmax",
       {"x axis",
        [](const Call& call) {
          const Tensor x = call.tensor("x");
          call.give(softmax(x, call.axis("axis", x.rank(), x.rank() - 1)));
        }}},
      {"l2_normalize", {"x axis", l2_normalize}},
      {"batch_normalization", {"x mean var beta gamma axis epsilon", normalize}},
      {"dot", {"x y", dot}},
      {"batch_dot", {"x y axes", batch_dot}},
  };
}

}  // namespace kassay_onednn
