#include "images.h"

#include <algorithm>

#include "primitives.h"

namespace kassay_onednn {
namespace {

using enum dnnl::prop_kind;

bool is_last(const std::string& format) {
  if (format != "channels_last" && format != "channels_first") {
    throw Failure{KASSAY_ERROR_VALUE, "there is no data format \"" + format + '"'};
  }
  return format == "channels_last";
}

bool is_last(const Call& call) {
  return is_last(call.string("data_format", call.settings().image_data_format));
}

// The axes of an image as oneDNN has them: samples, channels, the dimensions of a window.
Order image_order(bool channels_last, int64_t dimensions) {
  Order order = {0, channels_last ? dimensions + 1 : 1};
  for (int64_t i = 0; i < dimensions; ++i) order.push_back(i + (channels_last ? 1 : 2));
  return order;
}

// The axes of a kernel as oneDNN has them: the last ones, then the window's.
Order kernel_order(const Order& last, int64_t dimensions) {
  Order order = last;
  for (int64_t i = 0; i < dimensions; ++i) order.push_back(i);
  return order;
}

void check_rank(const Tensor& x, int64_t rank) {
  if (x.rank() == rank) return;
  throw Failure{KASSAY_ERROR_VALUE, "the rank is " + std::to_string(x.rank()) + ", not " + std::to_string(rank)};
}

// One number for each dimension.
Dims each(const Call& call, std::string_view name, int64_t dimensions) {
  Dims numbers = call.find(name) == nullptr ? Dims{1} : call.integers(name);
  if (numbers.size() == 1) numbers.resize(dimensions, numbers[0]);
  if (static_cast<int64_t>(numbers.size()) != dimensions || std::ranges::min(numbers) < 1) {
    throw Failure{KASSAY_ERROR_VALUE, std::string(name) + " is not a positive number for each dimension"};
  }
  return numbers;
}

// Where the windows of a convolution or of a pool lie.
struct Windows {
  Dims strides, dilation, before, after;
  Dims count;  // of the windows along each dimension
};

// Dilation 1 is none, in oneDNN 0.
Dims less_one(Dims dilation) {
  for (int64_t& each : dilation) --each;
  return dilation;
}

Windows windows(const Dims& image, const Dims& size, const std::string& padding, const Dims& strides, const Dims& dilation) {
  Windows result = {strides, less_one(dilation), {}, {}, {}};
  for (size_t i = 0; i < image.size(); ++i) {
    const int64_t extent = (size[i] - 1) * dilation[i] + 1;
    int64_t before = 0, after = 0;
    if (padding == "same") {
      const int64_t wanted = (image[i] + strides[i] - 1) / strides[i];
      const int64_t total = std::max<int64_t>((wanted - 1) * strides[i] + extent - image[i], 0);
      before = total / 2;
      after = total - before;
    } else if (padding == "causal" && image.size() == 1) {
      before = extent - 1;
    } else if (padding != "valid") {
      throw Failure{KASSAY_ERROR_VALUE, "there is no padding \"" + padding + '"'};
    }
    result.before.push_back(before);
    result.after.push_back(after);
    result.count.push_back(std::max<int64_t>((before + image[i] + after - extent + strides[i]) / strides[i], 0));
  }
  return result;
}

// The dimensions of a window, which oneDNN has last.
Dims last(const dnnl::memory& memory, int64_t dimensions) {
  const Dims dims = memory.get_desc().get_dims();
  return {dims.end() - dimensions, dims.end()};
}

// A tensor of images whose dimensions are given in oneDNN's order.
Tensor new_images(Dtype dtype, const Dims& dims, const Order& order) {
  Dims shape(dims.size());
  for (size_t i = 0; i < dims.size(); ++i) shape[order[i]] = dims[i];
  return new_tensor(dtype, shape);
}

// Runs a convolution or the transposed one in the layouts that it prefers.
template <class Primitive>
void convolve(const typename Primitive::primitive_desc& description, const dnnl::memory& x, const dnnl::memory& weights, const dnnl::memory& y) {
  const dnnl::memory result(description.dst_desc(), engine());
  run<Primitive>(description, {{DNNL_ARG_SRC, in_layout(x, description.src_desc())},
                               {DNNL_ARG_WEIGHTS, in_layout(weights, description.weights_desc())},
                               {DNNL_ARG_DST, result}});
  copy(result, y);
}

Tensor convolution(const Tensor& x, const dnnl::memory& weights, int64_t filters, bool channels_last, const std::string& padding, const Dims& strides, const Dims& dilation) {
  const auto dimensions = static_cast<int64_t>(strides.size());
  check_rank(x, dimensions + 2);
  const Order order = image_order(channels_last, dimensions);
  const dnnl::memory from = view(x, order);
  const Windows place = windows(last(from, dimensions), last(weights, dimensions), padding, strides, dilation);
  Dims shape = {x.shape[0], filters};
  shape.insert(shape.end(), place.count.begin(), place.count.end());
  const Tensor y = new_images(x.dtype, shape, order);
  const dnnl::memory to = view(y, order);
  convolve<dnnl::convolution_forward>(
      {engine(), forward_inference, algorithm::convolution_direct, any_layout(from), any_layout(weights), any_layout(to),
       place.strides, place.dilation, place.before, place.after}, from, weights, to);
  return y;
}

Tensor depthwise(const Call& call, int64_t dimensions) {
  const Tensor kernel = call.tensor("depthwise_kernel");
  check_rank(kernel, dimensions + 2);
  const int64_t channels = kernel.shape[dimensions], multiplier = kernel.shape[dimensions + 1];
  Dims shape = kernel.shape;
  shape.push_back(1);  // each filter sees one channel
  const Tensor grouped = reshaped(kernel, shape);
  const Order order = kernel_order({dimensions, dimensions + 1, dimensions + 2}, dimensions);
  return convolution(call.tensor("x"), view(grouped, order), channels * multiplier, is_last(call), call.string("padding", "valid"),
                     each(call, "strides", dimensions), each(call, "dilation_rate", dimensions));
}

}  // namespace

void conv(const Call& call, int64_t dimensions) {
  const Tensor kernel = call.tensor("kernel");
  check_rank(kernel, dimensions + 2);
  const Order order = kernel_order({dimensions + 1, dimensions}, dimensions);
  call.give(convolution(call.tensor("x"), view(kernel, order), kernel.shape.back(), is_last(call), call.string("padding", "valid"),
                        each(call, "strides", dimensions), each(call, "dilation_rate", dimensions)));
}

void depthwise_conv(const Call& call, int64_t dimensions) { call.give(depthwise(call, dimensions)); }

void separable_conv(const Call& call, int64_t dimensions) {
  const Tensor kernel = call.tensor("pointwise_kernel");
  check_rank(kernel, dimensions + 2);
  const Order order = kernel_order({dimensions + 1, dimensions}, dimensions);
  const Dims ones(dimensions, 1);
  call.give(convolution(depthwise(call, dimensions), view(kernel, order), kernel.shape.back(), is_last(call), "valid", ones, ones));
}

void conv_transpose(const Call& call, int64_t dimensions) {
  const Tensor x = call.tensor("x"), kernel = call.tensor("kernel");
  check_rank(x, dimensions + 2);
  check_rank(kernel, dimensions + 2);
  Dims shape = call.integers("output_shape");
  if (shape.size() != x.shape.size()) throw Failure{KASSAY_ERROR_VALUE, "the output shape has another rank"};
  if (shape[0] == -1) shape[0] = x.shape[0];
  const Order order = image_order(is_last(call), dimensions);
  const Tensor y = new_tensor(x.dtype, shape);
  const dnnl::memory from = view(x, order), to = view(y, order);
  const dnnl::memory weights = view(kernel, kernel_order({dimensions, dimensions + 1}, dimensions));
  // The windows are those of the convolution that has the result as its image.
  const Windows place = windows(last(to, dimensions), last(weights, dimensions), call.string("padding", "valid"),
                                each(call, "strides", dimensions), each(call, "dilation_rate", dimensions));
  convolve<dnnl::deconvolution_forward>(
      {engine(), forward_inference, algorithm::deconvolution_direct, any_layout(from), any_layout(weights), any_layout(to),
       place.strides, place.dilation, place.before, place.after}, from, weights, to);
  call.give(y);
}

void pool(const Call& call, int64_t dimensions) {
  const Tensor x = call.tensor("x");
  check_rank(x, dimensions + 2);
  const std::string mode = call.string("pool_mode", "max");
  if (mode != "max" && mode != "avg") throw Failure{KASSAY_ERROR_VALUE, "there is no pool mode \"" + mode + '"'};
  const algorithm kind = mode == "max" ? algorithm::pooling_max : algorithm::pooling_avg_exclude_padding;
  const Order order = image_order(is_last(call), dimensions);
  const Dims size = each(call, "pool_size", dimensions), ones(dimensions, 1);
  const dnnl::memory from = view(x, order);
  const Windows place = windows(last(from, dimensions), size, call.string("padding", "valid"), each(call, "strides", dimensions), ones);
  Dims shape = {x.shape[0], from.get_desc().get_dims()[1]};
  shape.insert(shape.end(), place.count.begin(), place.count.end());
  const Tensor y = new_images(x.dtype, shape, order);
  const dnnl::memory to = view(y, order);
  run<dnnl::pooling_forward>({engine(), forward_inference, kind, from.get_desc(), to.get_desc(), place.strides, size, place.dilation, place.before, place.after},
                             {{DNNL_ARG_SRC, from}, {DNNL_ARG_DST, to}});
  call.give(y);
}

void resize(const Call& call, const std::vector<std::string_view>& factors) {
  const auto dimensions = static_cast<int64_t>(factors.size());
  const Tensor x = call.tensor("x");
  check_rank(x, dimensions + 2);
  const std::string interpolation = call.string("interpolation", "nearest");
  if (interpolation != "nearest" && interpolation != "bilinear") throw Failure{KASSAY_ERROR_VALUE, "there is no interpolation \"" + interpolation + '"'};
  const algorithm kind = interpolation == "nearest" ? algorithm::resampling_nearest : algorithm::resampling_linear;
  const Order order = image_order(is_last(call.string("data_format", "")), dimensions);
  const dnnl::memory from = view(x, order);
  Dims dims = from.get_desc().get_dims();
  for (int64_t i = 0; i < dimensions; ++i) dims[i + 2] *= each(call, factors[i], 1)[0];
  const Tensor y = new_images(x.dtype, dims, order);
  const dnnl::memory to = view(y, order);
  run<dnnl::resampling_forward>({engine(), forward_inference, kind, from.get_desc(), to.get_desc()}, {{DNNL_ARG_SRC, from}, {DNNL_ARG_DST, to}});
  call.give(y);
}

void pad(const Call& call, int64_t dimensions) {
  const Tensor x = call.tensor("x");
  check_rank(x, dimensions + 2);
  Dims before(dimensions + 2, 0), after(dimensions + 2, 0);
  Dims pairs(2 * dimensions, 1);
  if (const kassay_value* padding = call.find("padding")) {
    const Tensor given = call.as_tensor(*padding, Dtype::kInt32);
    if (given.shape != (dimensions == 1 ? Dims{2} : Dims{dimensions, 2})) {
      throw Failure{KASSAY_ERROR_VALUE, "the padding is not a pair for each dimension"};
    }
    pairs = integers_of(given);
  }
  const int64_t first = dimensions == 1 || is_last(call) ? 1 : 2;
  for (int64_t i = 0; i < dimensions; ++i) {
    before[first + i] = pairs[2 * i];
    after[first + i] = pairs[2 * i + 1];
  }
  call.give(padded(x, before, after));
}

void bias_add(const Call& call) {
  const Tensor x = call.tensor("x"), bias = call.tensor("bias");
  const int64_t rank = x.rank();
  if (bias.rank() != 1 && bias.rank() != rank - 1) throw Failure{KASSAY_ERROR_VALUE, "the bias has neither rank 1 nor one less than x"};
  const bool channels_last = is_last(call);
  if (channels_last || rank == 2) {
    call.give(binary(algorithm::binary_add, x, bias, x.dtype));
  } else if (bias.rank() == 1) {
    Dims shape(rank - 1, 1);
    shape[0] = bias.shape[0];
    call.give(binary(algorithm::binary_add, x, reshaped(bias, shape), x.dtype));
  } else {
    Order order = {rank - 2};
    for (int64_t i = 0; i < rank - 2; ++i) order.push_back(i);
    call.give(binary(algorithm::binary_add, x, permuted(bias, order), x.dtype));
  }
}

}  // namespace kassay_onednn
