#include "values.h"

#include <algorithm>

#include "primitives.h"

namespace kassay_onednn {
namespace {

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
  require(y.shape == x.shape, "the shape of the value differs from the variable's");
  x = y;
}

void batch_set_value(const Call& call) {
  const kassay_value& tuples = call.value("tuples");
  if (tuples.kind != KASSAY_LIST) throw Failure{KASSAY_ERROR_TYPE, "tuples is not a list"};
  for (size_t i = 0; i < tuples.as.list.count; ++i) {
    const kassay_value& tuple = tuples.as.list.items[i];
    if (tuple.kind != KASSAY_LIST || tuple.as.list.count != 2) {
      throw Failure{KASSAY_ERROR_TYPE, "a tuple does not consist of a variable and a value"};
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
  require(std::ranges::find(allowed, value) != allowed.end(),
          '"' + value + "\" is not a value of this setting");
  return value;
}

// ---- Shapes ----

void reshape(const Call& call) {
  const Tensor x = call.tensor("x");
  Dims shape = call.integers("shape");
  if (const auto open = std::ranges::find(shape, -1); open != shape.end()) {
    *open = 1;
    require(count(shape) != 0, "the size for -1 is ambiguous");
    *open = count(x.shape) / count(shape);
  }
  require(std::ranges::none_of(shape, [](int64_t size) { return size < 0; }), "a size is negative");
  call.give(reshaped(x, shape));
}

Tensor expanded(Tensor x, int64_t axis) {
  x.shape.insert(x.shape.begin() + axis, 1);
  return x;
}

// Repeats x along an axis.
Tensor repeated(const Tensor& x, int64_t times, int64_t axis) {
  require(times >= 0, "a number of repetitions is negative");
  if (times > 0) return concatenated(std::vector<Tensor>(times, x), axis);
  Dims none = x.shape;
  none[axis] = 0;
  return new_tensor(x.dtype, none);
}

void tile(const Call& call) {
  Tensor x = call.tensor("x");
  const Dims times = call.integers("n");
  require(times.size() == x.shape.size(), "n does not have a number for each dimension");
  for (int64_t axis = 0; axis < x.rank(); ++axis) x = repeated(x, times[axis], axis);
  call.give(x);
}

void repeat(const Call& call) {
  const Tensor x = call.tensor("x");
  require(x.rank() == 2, "the tensor is not a matrix");
  call.give(repeated(expanded(x, 1), call.integers("n").at(0), 1));
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
  require(x.shape.at(axis) == 1, "the size of the axis is not 1");
  x.shape.erase(x.shape.begin() + axis);
  call.give(x);
}

void slice(const Call& call) {
  const Tensor x = call.tensor("x");
  Dims start = call.integers("start"), size = call.integers("size");
  require(start.size() == x.shape.size() && size.size() == x.shape.size(),
          "start and size do not have a number for each dimension");
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
  require(std::ranges::is_permutation(order, call.axes("", x.rank())),
          "the pattern is not a permutation of the axes");
  call.give(permuted(x, order));
}

}  // namespace

Functions value_functions() {
  return {
      {"constant", {"value dtype shape name", constant}},
      {"variable", {"value dtype name constraint", constant}},
      {"zeros", filled(0)},
      {"ones", filled(1)},
      {"zeros_like", filled_like(0)},
      {"ones_like", filled_like(1)},
      {"set_value",
       {"x value", [](const Call& call) { set(call, call.value("x"), call.value("value")); }}},
      {"batch_set_value", {"tuples", batch_set_value}},
      {"eval", {"x", [](const Call& call) { call.give_array(call.tensor("x")); }}},
      {"get_value", {"x", [](const Call& call) { call.give_array(call.tensor("x")); }}},
      {"backend", {"", [](const Call& call) { call.give(std::string("onednn")); }}},
      {"floatx", {"", [](const Call& call) { call.give(call.settings().floatx); }}},
      {"set_floatx",
       {"floatx",
        [](const Call& call) {
          call.settings().floatx =
              one_of(call.string("floatx", ""), {"float16", "float32", "float64"});
        }}},
      {"epsilon", {"", [](const Call& call) { call.give(call.settings().epsilon); }}},
      {"set_epsilon",
       {"e", [](const Call& call) { call.settings().epsilon = call.number("e").value(); }}},
      {"image_data_format",
       {"", [](const Call& call) { call.give(call.settings().image_data_format); }}},
      {"set_image_data_format",
       {"data_format",
        [](const Call& call) {
          call.settings().image_data_format =
              one_of(call.string("data_format", ""), {"channels_first", "channels_last"});
        }}},
      {"int_shape", {"x", [](const Call& call) { call.give_integers(call.tensor("x").shape); }}},
      {"get_variable_shape",
       {"x", [](const Call& call) { call.give_integers(call.tensor("x").shape); }}},
      {"ndim", {"x", [](const Call& call) { call.give(call.tensor("x").rank()); }}},
      {"dtype", {"x", [](const Call& call) { call.give(name_of(call.tensor("x").dtype)); }}},
      {"count_params", {"x", [](const Call& call) { call.give(count(call.tensor("x").shape)); }}},
      {"is_tensor",
       {"x",
        [](const Call& call) {
          const kassay_value* x = call.find("x");
          call.give(x != nullptr && x->kind == KASSAY_OBJECT);
        }}},
      {"shape",
       {"x",
        [](const Call& call) {
          const Dims shape = call.tensor("x").shape;
          const auto rank = static_cast<int64_t>(shape.size());
          call.give(of_numbers({shape.begin(), shape.end()}, Dtype::kInt32, {rank}));
        }}},
      {"reshape", {"x shape", reshape}},
      {"flatten",
       {"x",
        [](const Call& call) {
          const Tensor x = call.tensor("x");
          call.give(reshaped(x, {count(x.shape)}));
        }}},
      {"batch_flatten",
       {"x",
        [](const Call& call) {
          const Tensor x = call.tensor("x");
          const int64_t samples = x.shape.at(0);
          call.give(reshaped(x, {samples, count({x.shape.begin() + 1, x.shape.end()})}));
        }}},
      {"expand_dims",
       {"x axis",
        [](const Call& call) {
          const Tensor x = call.tensor("x");
          call.give(expanded(x, call.axis("axis", x.rank() + 1, x.rank())));
        }}},
      {"squeeze", {"x axis", squeeze}},
      {"transpose", {"x", transpose}},
      {"permute_dimensions", {"x pattern", permute_dimensions}},
      {"concatenate",
       {"tensors axis",
        [](const Call& call) {
          const std::vector<Tensor> tensors = call.tensors("tensors");
          const int64_t rank = tensors.at(0).rank();
          call.give(concatenated(tensors, call.axis("axis", rank, rank - 1)));
        }}},
      {"stack", {"x axis", stack}},
      {"tile", {"x n", tile}},
      {"repeat", {"x n", repeat}},
      {"repeat_elements", {"x rep axis", repeat_elements}},
      {"slice", {"x start size", slice}},
  };
}

}  // namespace kassay_onednn
