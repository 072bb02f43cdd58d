#include "primitives.h"

#include <algorithm>
#include <numeric>

namespace kassay_onednn {
namespace {

using enum dnnl::prop_kind;

Dims strides_of(const Dims& shape) {
  Dims strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) {
    strides[i - 1] = strides[i] * std::max<int64_t>(shape[i], 1);
  }
  return strides;
}

Order natural_order(size_t rank) {
  Order order(rank);
  std::iota(order.begin(), order.end(), int64_t{0});
  return order;
}

// The shape with leading ones up to this rank.
Tensor of_rank(const Tensor& x, int64_t rank) {
  Dims shape(rank - x.rank(), 1);
  shape.insert(shape.end(), x.shape.begin(), x.shape.end());
  return reshaped(x, shape);
}

}  // namespace

dnnl::memory view(const Tensor& x, const Order& order) {
  const Dims of_x = strides_of(x.shape);
  Dims dims, strides;
  for (const int64_t axis : order) {
    dims.push_back(x.shape.at(axis));
    strides.push_back(of_x.at(axis));
  }
  return {{dims, type_of(x.dtype), strides}, engine(), x.storage.get_data_handle()};
}

dnnl::memory view(const Tensor& x) {
  if (x.rank() == 0) return x.storage;
  return view(x, natural_order(x.shape.size()));
}

dnnl::memory::desc any_layout(const dnnl::memory& x) {
  const dnnl::memory::desc plain = x.get_desc();
  return {plain.get_dims(), plain.get_data_type(), dnnl::memory::format_tag::any};
}

void copy(const dnnl::memory& from, const dnnl::memory& to) {
  run<dnnl::reorder>({from, to}, {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}});
}

dnnl::memory in_layout(const dnnl::memory& x, const dnnl::memory::desc& layout) {
  if (x.get_desc() == layout) return x;
  dnnl::memory result(layout, engine());
  copy(x, result);
  return result;
}

Tensor eltwise(algorithm kind, const Tensor& x, float alpha, float beta) {
  // For types that an algorithm does not support, oneDNN reports invalid_arguments, not unimplemented.
  const bool has_integers = kind == algorithm::eltwise_relu || kind == algorithm::eltwise_linear;
  const bool has_float16 = kind != algorithm::eltwise_round;
  if (x.dtype != Dtype::kFloat32 && !(is_floating(x.dtype) ? has_float16 : has_integers)) {
    throw Failure{KASSAY_ERROR_UNSUPPORTED, "the algorithm does not support " + name_of(x.dtype)};
  }
  const Tensor y = new_tensor(x.dtype, x.shape);
  const dnnl::memory from = view(x), to = view(y);
  run<dnnl::eltwise_forward>(
      {engine(), forward_inference, kind, from.get_desc(), to.get_desc(), alpha, beta},
      {{DNNL_ARG_SRC, from}, {DNNL_ARG_DST, to}});
  return y;
}

Tensor binary(algorithm kind, const Tensor& x, const Tensor& y, Dtype result) {
  const int64_t rank = std::max(x.rank(), y.rank());
  const Tensor left = of_rank(x, rank), right = of_rank(y, rank);
  Dims shape = left.shape;
  for (int64_t i = 0; i < rank; ++i) {
    if (shape[i] == 1) shape[i] = right.shape[i];
  }
  const Tensor z = new_tensor(result, shape);
  const dnnl::memory a = view(left), b = view(right), c = view(z);
  run<dnnl::binary>({engine(), kind, a.get_desc(), b.get_desc(), c.get_desc()},
                    {{DNNL_ARG_SRC_0, a}, {DNNL_ARG_SRC_1, b}, {DNNL_ARG_DST, c}});
  return z;
}

Tensor select(const Tensor& condition, const Tensor& x, const Tensor& y) {
  const Tensor z = new_tensor(x.dtype, x.shape);
  const Tensor signs = cast(condition, Dtype::kInt8);  // as select requires
  const dnnl::memory a = view(x), b = view(y), c = view(signs), to = view(z);
  run<dnnl::binary>(
      {engine(), algorithm::binary_select, a.get_desc(), b.get_desc(), c.get_desc(), to.get_desc()},
      {{DNNL_ARG_SRC_0, a}, {DNNL_ARG_SRC_1, b}, {DNNL_ARG_SRC_2, c}, {DNNL_ARG_DST, to}});
  return z;
}

Tensor cast(const Tensor& x, Dtype dtype) {
  if (dtype == x.dtype) return x;
  if (dtype == Dtype::kBool) {
    return binary(algorithm::binary_ne, x, of_numbers({0}, x.dtype, {}), dtype);
  }
  const Tensor y = new_tensor(dtype, x.shape);
  copy(view(x), view(y));
  return y;
}

Tensor reduction(algorithm kind, const Tensor& x, const Order& axes, float p, float epsilon) {
  if (axes.empty()) return x;
  Dims shape = x.shape;
  for (const int64_t axis : axes) shape.at(axis) = 1;
  const Tensor y = new_tensor(x.dtype, shape);
  const dnnl::memory from = view(x), to = view(y);
  run<dnnl::reduction>({engine(), kind, from.get_desc(), to.get_desc(), p, epsilon},
                       {{DNNL_ARG_SRC, from}, {DNNL_ARG_DST, to}});
  return y;
}

Tensor softmax(const Tensor& x, int64_t axis) {
  const Tensor y = new_tensor(x.dtype, x.shape);
  const dnnl::memory from = view(x), to = view(y);
  run<dnnl::softmax_forward>({engine(), forward_inference, algorithm::softmax_accurate,
                              from.get_desc(), to.get_desc(), static_cast<int>(axis)},
                             {{DNNL_ARG_SRC, from}, {DNNL_ARG_DST, to}});
  return y;
}

Tensor batch_normalization(const Tensor& x, const Tensor& mean, const Tensor& variance,
                           const Tensor* gamma, const Tensor* beta, int64_t axis, float epsilon) {
  // oneDNN's channels are the second axis.
  Order order = natural_order(x.shape.size());
  order.erase(order.begin() + axis);
  order.insert(order.begin() + std::min<int64_t>(1, x.rank() - 1), axis);
  const Tensor y = new_tensor(x.dtype, x.shape);
  const dnnl::memory from = view(x, order), to = view(y, order);
  auto flags = dnnl::normalization_flags::use_global_stats;
  if (gamma != nullptr) flags = flags | dnnl::normalization_flags::use_scale;
  if (beta != nullptr) flags = flags | dnnl::normalization_flags::use_shift;
  const dnnl::batch_normalization_forward::primitive_desc description(
      engine(), forward_inference, from.get_desc(), to.get_desc(), epsilon, flags);
  // One number for each channel, float32 for any type of x.
  const auto of_channels = [&](const Tensor& numbers) {
    return in_layout(view(reshaped(numbers, {x.shape.at(axis)})), description.mean_desc());
  };
  std::unordered_map<int, dnnl::memory> arguments = {{DNNL_ARG_SRC, from},
                                                     {DNNL_ARG_DST, to},
                                                     {DNNL_ARG_MEAN, of_channels(mean)},
                                                     {DNNL_ARG_VARIANCE, of_channels(variance)}};
  if (gamma != nullptr) arguments[DNNL_ARG_SCALE] = of_channels(*gamma);
  if (beta != nullptr) arguments[DNNL_ARG_SHIFT] = of_channels(*beta);
  run<dnnl::batch_normalization_forward>(description, arguments);
  return y;
}

Tensor matmul(const Tensor& x, const Tensor& y) {
  Dims shape = x.shape;
  shape.back() = y.shape.back();
  const Tensor z = new_tensor(x.dtype, shape);
  const dnnl::memory a = view(x), b = view(y), c = view(z);
  run<dnnl::matmul>({engine(), a.get_desc(), b.get_desc(), c.get_desc()},
                    {{DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, b}, {DNNL_ARG_DST, c}});
  return z;
}

Tensor permuted(const Tensor& x, const Order& order) {
  if (x.rank() == 0) return x;
  const dnnl::memory from = view(x, order);
  const Tensor y = new_tensor(x.dtype, from.get_desc().get_dims());
  copy(from, view(y));
  return y;
}

Tensor concatenated(const std::vector<Tensor>& tensors, int64_t axis) {
  std::vector<dnnl::memory::desc> descriptions;
  std::unordered_map<int, dnnl::memory> arguments;
  Dims shape = tensors.at(0).shape;
  shape.at(axis) = 0;
  for (const Tensor& each : tensors) {
    const dnnl::memory from = view(each);
    arguments[DNNL_ARG_MULTIPLE_SRC + static_cast<int>(descriptions.size())] = from;
    descriptions.push_back(from.get_desc());
    shape[axis] += each.shape.at(axis);
  }
  const Tensor y = new_tensor(tensors[0].dtype, shape);
  const dnnl::memory to = view(y);
  arguments[DNNL_ARG_DST] = to;
  run<dnnl::concat>({engine(), to.get_desc(), static_cast<int>(axis), descriptions}, arguments);
  return y;
}

Tensor part(const Tensor& x, const Dims& start, const Dims& shape) {
  if (x.rank() == 0) return x;
  const Tensor y = new_tensor(x.dtype, shape);
  const dnnl::memory whole = view(x);
  copy({whole.get_desc().submemory_desc(shape, start), engine(), whole.get_data_handle()}, view(y));
  return y;
}

Tensor padded(const Tensor& x, const Dims& before, const Dims& after) {
  Dims shape = x.shape;
  for (size_t i = 0; i < shape.size(); ++i) shape[i] += before.at(i) + after.at(i);
  const Tensor y = of_numbers({0}, x.dtype, shape);
  const dnnl::memory whole = view(y);
  copy(view(x),
       {whole.get_desc().submemory_desc(x.shape, before), engine(), whole.get_data_handle()});
  return y;
}

}  // namespace kassay_onednn
