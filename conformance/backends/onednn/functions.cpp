#include "functions.h"

#include <algorithm>
#include <limits>

#include "images.h"
#include "primitives.h"

namespace kassay_onednn {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// ---- Creation, variables and settings ----

void constant(const Call& call) {
  const Dtype dtype = call.dtype("dtype", call.floatx());
  const Tensor x = cast(call.as_tensor(call.value("value"), dtype), dtype);
  if (call.find("shape") == nullptr) return call.give(x);
  const Dims shape = call.integers("shape");
  if (call.value("value").kind != KASSAY_TENSOR && x.rank() == 0) {
    return call.give(of_numbers({*call.number("value")}, dtype, shape));
  }
  call.give(reshaped(x, shape));
}

void set(const Call& call, const kassay_value& variable, const kassay_value& value) {
  Tensor& x = call.object(variable);
  const Tensor y = cast(call.as_tensor(value, x.dtype), x.dtype);
  if (y.shape != x.shape) throw Failure{KASSAY_ERROR_VALUE, "the value has another shape"};
  x = y;
}

void batch_set_value(const Call& call) {
  const kassay_value& tuples = call.value("tuples");
  if (tuples.kind != KASSAY_LIST) throw Failure{KASSAY_ERROR_TYPE, "tuples is not a list"};
  for (size_t i = 0; i < tuples.as.list.count; ++i) {
    const kassay_value& tuple = tuples.as.list.items[i];
    if (tuple.kind != KASSAY_LIST || tuple.as.list.count != 2) {
      throw Failure{KASSAY_ERROR_TYPE, "a tuple is not a variable and a value"};
    }
    set(call, tuple.as.list.items[0], tuple.as.list.items[1]);
  }
}

Function filled(double value) {
  return {"shape dtype name", [=](const Call& call) {
            const Dtype dtype = call.dtype("dtype", call.floatx());
            call.give(of_numbers({value}, dtype, call.integers("shape")));
          }};
}

Function filled_like(double value) {
  return {"x dtype name", [=](const Call& call) {
            const Tensor x = call.tensor("x");
            call.give(of_numbers({value}, call.dtype("dtype", x.dtype), x.shape));
          }};
}

std::string one_of(const std::string& value, std::initializer_list<std::string_view> allowed) {
  if (std::ranges::find(allowed, value) != allowed.end()) return value;
  throw Failure{KASSAY_ERROR_VALUE, '"' + value + "\" is not a value of this setting"};
}

// ---- Element by element ----

Function elementwise(algorithm kind, float alpha = 0, float beta = 0) {
  return {"x", [=](const Call& call) { call.give(eltwise(kind, call.tensor("x"), alpha, beta)); }};
}

// Both operands of a binary primitive. A number has the dtype of the other operand, except a fraction beside integers.
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
    y = eltwise(algorithm::eltwise_clip_v2, y, -kInfinity, static_cast<float>(*max_value));
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
  if (low != nullptr) x = binary(algorithm::binary_max, x, call.as_tensor(*low, x.dtype), x.dtype);
  if (high != nullptr) x = binary(algorithm::binary_min, x, call.as_tensor(*high, x.dtype), x.dtype);
  call.give(x);
}

void power(const Call& call) {
  if (call.value("a").kind == KASSAY_OBJECT) {
    throw Failure{KASSAY_ERROR_UNSUPPORTED, "oneDNN has no power with a tensor as exponent"};
  }
  const auto exponent = static_cast<float>(*call.number("a"));
  call.give(eltwise(algorithm::eltwise_pow, call.tensor("x"), 1, exponent));
}

void square_root(const Call& call) {  // of negative numbers 0
  const Tensor x = eltwise(algorithm::eltwise_clip_v2, call.tensor("x"), 0, kInfinity);
  call.give(eltwise(algorithm::eltwise_sqrt, x));
}

void choose(const Call& call) {
  Tensor condition = cast(call.tensor("condition"), Dtype::kBool);
  const Tensor x = call.tensor_or_called("then_expression");
  const Tensor y = call.tensor_or_called("else_expression");
  if (condition.rank() > x.rank()) {
    throw Failure{KASSAY_ERROR_VALUE, "the condition has a higher rank than the expressions"};
  }
  condition.shape.resize(x.rank(), 1);  // its dimensions are the first ones
  call.give(select(condition, x, y));
}

// ---- Reductions ----

// A reduction over `axis`, and without `keepdims` the reduced dimensions away.
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
            reduce(call, call.tensor("x"), [=](const Tensor& x, const Order& axes) {
              return reduction(kind, x, axes);
            });
          }};
}

// Of integers in floatx.
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

// Of bools, which are 0 and 1: all of them are true if the least is, any if the largest is.
Function truth(algorithm kind) {
  return {"x axis keepdims", [=](const Call& call) {
            Tensor bits = cast(call.tensor("x"), Dtype::kBool);
            bits.dtype = Dtype::kUint8;
            reduce(call, bits, [=](const Tensor& x, const Order& axes) {
              return reduction(kind, x, axes);
            });
          }};
}

void l2_normalize(const Call& call) {
  constexpr float kLeastSquare = 1e-12F;
  const Tensor x = call.tensor("x");
  const Tensor norm = reduction(algorithm::reduction_norm_lp_max, x, call.axes("axis", x.rank()), 2,
                                kLeastSquare);
  call.give(binary(algorithm::binary_div, x, norm, x.dtype));
}

void normalize(const Call& call) {
  const Tensor x = call.tensor("x");
  const int64_t axis = call.axis("axis", x.rank(), x.rank() - 1);
  const auto given = [&](std::string_view name) -> std::optional<Tensor> {
    if (call.find(name) == nullptr) return std::nullopt;
    const Tensor numbers = call.tensor(name);
    if (x.rank() == 0 || count(numbers.shape) != x.shape[axis]) {
      throw Failure{KASSAY_ERROR_UNSUPPORTED, "oneDNN normalizes each channel with one number"};
    }
    return numbers;
  };
  const auto mean = given("mean"), variance = given("var");
  const auto gamma = given("gamma"), beta = given("beta");
  call.give(batch_normalization(x, mean.value(), variance.value(), gamma ? &*gamma : nullptr, beta ? &*beta : nullptr,
                                axis, static_cast<float>(call.number("epsilon").value_or(1e-3))));
}

// ---- Products ----

int64_t product(const Dims& shape, int64_t begin, int64_t end) {
  return count({shape.begin() + begin, shape.begin() + end});
}

void dot(const Call& call) {
  const Tensor x = call.tensor("x");
  Tensor y = call.tensor("y");
  if (x.rank() == 0 || y.rank() == 0) throw Failure{KASSAY_ERROR_VALUE, "a factor is a scalar"};
  Dims shape(x.shape.begin(), x.shape.end() - 1);
  if (y.rank() == 1) {
    y = reshaped(y, {y.shape[0], 1});
  } else {  // the last dimension but one is summed over
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

void batch_dot(const Call& call) {
  const Tensor x = call.tensor("x"), y = call.tensor("y");
  const kassay_value* given = call.find("axes");
  Order axes = {x.rank() - 1, std::max<int64_t>(1, y.rank() - 2)};
  if (given != nullptr) axes = call.integers("axes");
  if (axes.size() == 1) axes.push_back(axes[0]);
  if (axes[0] < 0) axes[0] += x.rank();
  if (axes[1] < 0) axes[1] += y.rank();
  if (axes.size() != 2 || axes[0] < 1 || axes[0] >= x.rank() || axes[1] < 1 || axes[1] >= y.rank()) {
    throw Failure{KASSAY_ERROR_VALUE, "the axes are not one of each tensor, behind the samples"};
  }
  // The axis of x becomes its last, that of y the one behind the samples.
  Order of_x = {0}, of_y = {0, axes[1]};
  Dims shape = {x.shape[0]};
  for (int64_t i = 1; i < x.rank(); ++i) {
    if (i != axes[0]) of_x.push_back(i), shape.push_back(x.shape[i]);
  }
  of_x.push_back(axes[0]);
  for (int64_t i = 1; i < y.rank(); ++i) {
    if (i != axes[1]) of_y.push_back(i), shape.push_back(y.shape[i]);
  }
  if (shape.size() == 1) shape.push_back(1);
  const Tensor left = permuted(x, of_x), right = permuted(y, of_y);
  const Tensor z = matmul(
      reshaped(left, {left.shape[0], product(left.shape, 1, left.rank() - 1), left.shape.back()}),
      reshaped(right, {right.shape[0], right.shape[1], product(right.shape, 2, right.rank())}));
  call.give(reshaped(z, shape));
}

// ---- Shapes ----

void reshape(const Call& call) {
  const Tensor x = call.tensor("x");
  Dims shape = call.integers("shape");
  const auto open = std::ranges::find(shape, -1);
  if (open != shape.end()) {
    *open = 1;
    *open = count(x.shape) / std::max<int64_t>(count(shape), 1);
  }
  if (std::ranges::any_of(shape, [](int64_t size) { return size < 0; })) {
    throw Failure{KASSAY_ERROR_VALUE, "a size is negative"};
  }
  call.give(reshaped(x, shape));
}

Tensor expanded(Tensor x, int64_t axis) {
  x.shape.insert(x.shape.begin() + axis, 1);
  return x;
}

// x so many times along an axis.
Tensor repeated(const Tensor& x, int64_t times, int64_t axis) {
  if (times < 0) throw Failure{KASSAY_ERROR_VALUE, "a number of repetitions is negative"};
  Dims none = x.shape;
  none[axis] = 0;
  if (times == 0) return new_tensor(x.dtype, none);
  return concatenated(std::vector<Tensor>(times, x), axis);
}

void tile(const Call& call) {
  Tensor x = call.tensor("x");
  const Dims times = call.integers("n");
  if (times.size() != x.shape.size()) throw Failure{KASSAY_ERROR_VALUE, "not a number for each dimension"};
  for (int64_t axis = 0; axis < x.rank(); ++axis) x = repeated(x, times[axis], axis);
  call.give(x);
}

void repeat_elements(const Call& call) {
  const Tensor x = call.tensor("x");
  const int64_t axis = call.axis("axis", x.rank(), 0), times = call.integers("rep").at(0);
  Dims shape = x.shape;
  shape.at(axis) *= times;
  call.give(reshaped(repeated(expanded(x, axis + 1), times, axis + 1), shape));
}

void stack(const Call& call) {
  std::vector<Tensor> tensors = call.tensors("x");
  const int64_t axis = call.axis("axis", tensors.at(0).rank() + 1, 0);
  for (Tensor& each : tensors) each = expanded(each, std::min(axis, each.rank()));
  call.give(concatenated(tensors, axis));
}

void squeeze(const Call& call) {
  Tensor x = call.tensor("x");
  const int64_t axis = call.axis("axis", x.rank(), 0);
  if (x.shape.at(axis) != 1) throw Failure{KASSAY_ERROR_VALUE, "the size of the axis is not 1"};
  x.shape.erase(x.shape.begin() + axis);
  call.give(x);
}

void slice(const Call& call) {
  const Tensor x = call.tensor("x");
  Dims start = call.integers("start"), size = call.integers("size");
  if (start.size() != x.shape.size() || size.size() != x.shape.size()) {
    throw Failure{KASSAY_ERROR_VALUE, "not a start and a size for each dimension"};
  }
  for (int64_t i = 0; i < x.rank(); ++i) {
    if (start[i] < 0) start[i] += x.shape[i];
    if (size[i] == -1) size[i] = x.shape[i] - start[i];
  }
  call.give(part(x, start, size));
}

void transpose(const Call& call) {
  const Tensor x = call.tensor("x");
  Order order;
  for (int64_t i = x.rank(); i-- > 0;) order.push_back(i);
  call.give(permuted(x, order));
}

void permute_dimensions(const Call& call) {
  const Tensor x = call.tensor("x");
  const Order order = call.integers("pattern");
  if (!std::ranges::is_permutation(order, call.axes("", x.rank()))) {
    throw Failure{KASSAY_ERROR_VALUE, "the pattern is not a permutation of the axes"};
  }
  call.give(permuted(x, order));
}

// ---- Images ----

Function image_function(void (*of)(const Call& call, int64_t dimensions), int64_t dimensions,
                        std::string_view parameters) {
  return {parameters, [=](const Call& call) { of(call, dimensions); }};
}

}  // namespace

const std::map<std::string_view, Function>& functions() {
  static const std::map<std::string_view, Function> table = {
      // Creation, variables and settings
      {"constant", {"value dtype shape name", constant}},
      {"variable", {"value dtype name constraint", constant}},
      {"zeros", filled(0)},
      {"ones", filled(1)},
      {"zeros_like", filled_like(0)},
      {"ones_like", filled_like(1)},
      {"set_value", {"x value", [](const Call& call) { set(call, call.value("x"), call.value("value")); }}},
      {"batch_set_value", {"tuples", batch_set_value}},
      {"eval", {"x", [](const Call& call) { call.give_array(call.tensor("x")); }}},
      {"get_value", {"x", [](const Call& call) { call.give_array(call.tensor("x")); }}},
      {"backend", {"", [](const Call& call) { call.give(std::string("onednn")); }}},
      {"floatx", {"", [](const Call& call) { call.give(call.settings().floatx); }}},
      {"set_floatx", {"floatx", [](const Call& call) {
         call.settings().floatx = one_of(call.string("floatx", ""), {"float16", "float32", "float64"});
       }}},
      {"epsilon", {"", [](const Call& call) { call.give(call.settings().epsilon); }}},
      {"set_epsilon", {"e", [](const Call& call) { call.settings().epsilon = call.number("e").value(); }}},
      {"image_data_format", {"", [](const Call& call) { call.give(call.settings().image_data_format); }}},
      {"set_image_data_format", {"data_format", [](const Call& call) {
         call.settings().image_data_format = one_of(call.string("data_format", ""), {"channels_first", "channels_last"});
       }}},
      // Inspection
      {"int_shape", {"x", [](const Call& call) { call.give_integers(call.tensor("x").shape); }}},
      {"get_variable_shape", {"x", [](const Call& call) { call.give_integers(call.tensor("x").shape); }}},
      {"ndim", {"x", [](const Call& call) { call.give(call.tensor("x").rank()); }}},
      {"dtype", {"x", [](const Call& call) { call.give(name_of(call.tensor("x").dtype)); }}},
      {"count_params", {"x", [](const Call& call) { call.give(count(call.tensor("x").shape)); }}},
      {"is_tensor", {"x", [](const Call& call) { call.give(call.value("x").kind == KASSAY_OBJECT); }}},
      {"shape", {"x", [](const Call& call) {
         const Dims shape = call.tensor("x").shape;
         const auto rank = static_cast<int64_t>(shape.size());
         call.give(of_numbers({shape.begin(), shape.end()}, Dtype::kInt32, {rank}));
       }}},
      // Element by element
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
      {"elu", {"x alpha", [](const Call& call) {
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
      {"cast", {"x dtype", [](const Call& call) {
         call.give(cast(call.tensor("x"), dtype_named(call.string("dtype", ""))));
       }}},
      {"identity", {"x name", [](const Call& call) { call.give(call.tensor("x")); }}},
      // Along axes
      {"sum", reducer(algorithm::reduction_sum)},
      {"prod", reducer(algorithm::reduction_mul)},
      {"max", reducer(algorithm::reduction_max)},
      {"min", reducer(algorithm::reduction_min)},
      {"mean", moment(mean)},
      {"var", moment(variance)},
      {"std", moment(deviation)},
      {"all", truth(algorithm::reduction_min)},
      {"any", truth(algorithm::reduction_max)},
      {"softmax", {"x axis", [](const Call& call) {
         const Tensor x = call.tensor("x");
         call.give(softmax(x, call.axis("axis", x.rank(), x.rank() - 1)));
       }}},
      {"l2_normalize", {"x axis", l2_normalize}},
      {"batch_normalization", {"x mean var beta gamma axis epsilon", normalize}},
      {"dot", {"x y", dot}},
      {"batch_dot", {"x y axes", batch_dot}},
      // Shapes
      {"reshape", {"x shape", reshape}},
      {"flatten", {"x", [](const Call& call) {
         const Tensor x = call.tensor("x");
         call.give(reshaped(x, {count(x.shape)}));
       }}},
      {"batch_flatten", {"x", [](const Call& call) {
         const Tensor x = call.tensor("x");
         call.give(reshaped(x, {x.shape.at(0), product(x.shape, 1, x.rank())}));
       }}},
      {"expand_dims", {"x axis", [](const Call& call) {
         const Tensor x = call.tensor("x");
         call.give(expanded(x, call.axis("axis", x.rank() + 1, x.rank())));
       }}},
      {"squeeze", {"x axis", squeeze}},
      {"transpose", {"x", transpose}},
      {"permute_dimensions", {"x pattern", permute_dimensions}},
      {"concatenate", {"tensors axis", [](const Call& call) {
         const std::vector<Tensor> tensors = call.tensors("tensors");
         const int64_t rank = tensors.at(0).rank();
         call.give(concatenated(tensors, call.axis("axis", rank, rank - 1)));
       }}},
      {"stack", {"x axis", stack}},
      {"tile", {"x n", tile}},
      {"repeat", {"x n", [](const Call& call) {
         call.give(repeated(expanded(call.tensor("x"), 1), call.integers("n").at(0), 1));
       }}},
      {"repeat_elements", {"x rep axis", repeat_elements}},
      {"slice", {"x start size", slice}},
      // Images
      {"conv1d", image_function(conv, 1, "x kernel strides padding data_format dilation_rate")},
      {"conv2d", image_function(conv, 2, "x kernel strides padding data_format dilation_rate")},
      {"conv3d", image_function(conv, 3, "x kernel strides padding data_format dilation_rate")},
      {"conv2d_transpose", image_function(conv_transpose, 2, "x kernel output_shape strides padding data_format dilation_rate")},
      {"conv3d_transpose", image_function(conv_transpose, 3, "x kernel output_shape strides padding data_format")},
      {"depthwise_conv2d", image_function(depthwise_conv, 2, "x depthwise_kernel strides padding data_format dilation_rate")},
      {"separable_conv1d", image_function(separable_conv, 1, "x depthwise_kernel pointwise_kernel strides padding data_format dilation_rate")},
      {"separable_conv2d", image_function(separable_conv, 2, "x depthwise_kernel pointwise_kernel strides padding data_format dilation_rate")},
      {"pool2d", image_function(pool, 2, "x pool_size strides padding data_format pool_mode")},
      {"pool3d", image_function(pool, 3, "x pool_size strides padding data_format pool_mode")},
      {"temporal_padding", image_function(pad, 1, "x padding")},
      {"spatial_2d_padding", image_function(pad, 2, "x padding data_format")},
      {"spatial_3d_padding", image_function(pad, 3, "x padding data_format")},
      {"resize_images", {"x height_factor width_factor data_format interpolation", [](const Call& call) {
         resize(call, {"height_factor", "width_factor"});
       }}},
      {"resize_volumes", {"x depth_factor height_factor width_factor data_format", [](const Call& call) {
         resize(call, {"depth_factor", "height_factor", "width_factor"});
       }}},
      {"bias_add", {"x bias data_format", bias_add}},
  };
  return table;
}

}  // namespace kassay_onednn
