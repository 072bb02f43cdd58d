#include "images.h"

#include <algorithm>

#include "primitives.h"

namespace kassay_onednn {
namespace {

using enum dnnl::prop_kind;

bool is_last(const std::string& format) {
  require(format == "channels_last" || format == "channels_first",
          "unknown data format \"" + format + '"');
  return format == "channels_last";
}

bool is_last(const Call& call) {
  return is_last(call.string("data_format", call.settings().image_data_format));
}

// The axes of an image in oneDNN's order: samples, channels, spatial dimensions.
Order image_order(bool channels_last, int64_t dimensions) {
  Order order = {0, channels_last ? dimensions + 1 : 1};
  for (int64_t i = 0; i < dimensions; ++i) order.push_back(i + (channels_last ? 1 : 2));
  return order;
}

// The axes of a kernel in oneDNN's order: the last two, then the spatial ones.
Order kernel_order(const Order& last, int64_t dimensions) {
  Order order = last;
  for (int64_t i = 0; i < dimensions; ++i) order.push_back(i);
  return order;
}

void require_rank(const Tensor& x, int64_t rank) {
  require(x.rank() == rank,
          "the rank is " + std::to_string(x.rank()) + ", not " + std::to_string(rank));
}

// One number for each dimension.
Dims per_dimension(const Call& call, std::string_view name, int64_t dimensions) {
  Dims numbers = call.find(name) == nullptr ? Dims{1} : call.integers(name);
  if (numbers.size() == 1) numbers.resize(dimensions, numbers[0]);
  require(static_cast<int64_t>(numbers.size()) == dimensions && std::ranges::min(numbers) > 0,
          std::string(name) + " is not a positive number for each dimension");
  return numbers;
}

// The position of the windows of a convolution or pooling.
struct Windows {
  Dims strides, dilation, before, after;
  Dims count;  // of the windows along each dimension
};

Windows windows(const Dims& image, const Dims& size, const std::string& padding,
                const Dims& strides, const Dims& dilation) {
  Windows result = {strides, dilation, {}, {}, {}};
  for (int64_t& each : result.dilation) --each;  // oneDNN counts the gaps between elements
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
    } else {
      require(padding == "valid", "unknown padding \"" + padding + '"');
    }
    result.before.push_back(before);
    result.after.push_back(after);
    result.count.push_back(
        std::max<int64_t>((before + image[i] + after - extent + strides[i]) / strides[i], 0));
  }
  return result;
}

// The spatial dimensions, which are last in oneDNN's order.
Dims last(const dnnl::memory& memory, int64_t dimensions) {
  const Dims dims = memory.get_desc().get_dims();
  return {dims.end() - dimensions, dims.end()};
}

// An image tensor with dimensions in oneDNN's order.
Tensor new_images(Dtype dtype, const Dims& dims, const Order& order) {
  Dims shape(dims.size());
  for (size_t i = 0; i < dims.size(); ++i) shape[order[i]] = dims[i];
  return new_tensor(dtype, shape);
}

// Runs a convolution or a transposed convolution in the layouts that it prefers.
template <class Primitive>
void convolve(const typename Primitive::primitive_desc& description, const dnnl::memory& x,
              const dnnl::memory& weights, const dnnl::memory& y) {
  const bool is_preferred = description.dst_desc() == y.get_desc();
  const dnnl::memory result = is_preferred ? y : dnnl::memory(description.dst_desc(), engine());
  run<Primitive>(description, {{DNNL_ARG_SRC, in_layout(x, description.src_desc())},
                               {DNNL_ARG_WEIGHTS, in_layout(weights, description.weights_desc())},
                               {DNNL_ARG_DST, result}});
  if (!is_preferred) copy(result, y);
}

Tensor convolution(const Tensor& x, const dnnl::memory& weights, int64_t filters,
                   bool channels_last, const std::string& padding, const Dims& strides,
                   const Dims& dilation) {
  const auto dimensions = static_cast<int64_t>(strides.size());
  require_rank(x, dimensions + 2);
  const Order order = image_order(channels_last, dimensions);
  const dnnl::memory from = view(x, order);
  const Windows place =
      windows(last(from, dimensions), last(weights, dimensions), padding, strides, dilation);
  Dims shape = {x.shape[0], filters};
  shape.insert(shape.end(), place.count.begin(), place.count.end());
  const Tensor y = new_images(x.dtype, shape, order);
  const dnnl::memory to = view(y, order);
  convolve<dnnl::convolution_forward>({engine(), forward_inference, algorithm::convolution_direct,
                                       any_layout(from), any_layout(weights), any_layout(to),
                                       place.strides, place.dilation, place.before, place.after},
                                      from, weights, to);
  return y;
}

Tensor depthwise(const Call& call, int64_t dimensions) {
  const Tensor kernel = call.tensor("depthwise_kernel");
  require_rank(kernel, dimensions + 2);
  const std::string padding = call.string("padding", "valid");
  require(padding != "causal", "only conv1d has causal padding");
  const int64_t channels = kernel.shape[dimensions], multiplier = kernel.shape[dimensions + 1];
  Dims shape = kernel.shape;
  shape.push_back(1);  // each filter reads one channel
  const Tensor grouped = reshaped(kernel, shape);
  const Order order = kernel_order({dimensions, dimensions + 1, dimensions + 2}, dimensions);
  return convolution(call.tensor("x"), view(grouped, order), channels * multiplier, is_last(call),
                     padding, per_dimension(call, "strides", dimensions),
                     per_dimension(call, "dilation_rate", dimensions));
}

void conv(const Call& call, int64_t dimensions) {
  const Tensor kernel = call.tensor("kernel");
  require_rank(kernel, dimensions + 2);
  const Order order = kernel_order({dimensions + 1, dimensions}, dimensions);
  call.give(convolution(call.tensor("x"), view(kernel, order), kernel.shape.back(), is_last(call),
                        call.string("padding", "valid"), per_dimension(call, "strides", dimensions),
                        per_dimension(call, "dilation_rate", dimensions)));
}

void depthwise_conv(const Call& call, int64_t dimensions) {
  call.give(depthwise(call, dimensions));
}

void separable_conv(const Call& call, int64_t dimensions) {
  const Tensor kernel = call.tensor("pointwise_kernel");
  require_rank(kernel, dimensions + 2);
  const Order order = kernel_order({dimensions + 1, dimensions}, dimensions);
  const Dims ones(dimensions, 1);
  require(std::equal(ones.begin(), ones.end(), kernel.shape.begin()),
          "the window of the pointwise kernel is larger than 1");
  call.give(convolution(depthwise(call, dimensions), view(kernel, order), kernel.shape.back(),
                        is_last(call), "valid", ones, ones));
}

void conv_transpose(const Call& call, int64_t dimensions) {
  const Tensor x = call.tensor("x"), kernel = call.tensor("kernel");
  require_rank(x, dimensions + 2);
  require_rank(kernel, dimensions + 2);
  Dims shape = call.integers("output_shape");
  require(shape.size() == x.shape.size(), "the output shape has another rank");
  if (shape[0] == -1) shape[0] = x.shape[0];
  const Order order = image_order(is_last(call), dimensions);
  const Tensor y = new_tensor(x.dtype, shape);
  const dnnl::memory from = view(x, order), to = view(y, order);
  const dnnl::memory weights = view(kernel, kernel_order({dimensions, dimensions + 1}, dimensions));
  // The windows are those of the convolution whose input is this result.
  const Windows place = windows(
      last(to, dimensions), last(weights, dimensions), call.string("padding", "valid"),
      per_dimension(call, "strides", dimensions), per_dimension(call, "dilation_rate", dimensions));
  convolve<dnnl::deconvolution_forward>(
      {engine(), forward_inference, algorithm::deconvolution_direct, any_layout(from),
       any_layout(weights), any_layout(to), place.strides, place.dilation, place.before,
       place.after},
      from, weights, to);
  call.give(y);
}

void pool(const Call& call, int64_t dimensions) {
  const Tensor x = call.tensor("x");
  require_rank(x, dimensions + 2);
  const std::string mode = call.string("pool_mode", "max");
  require(mode == "max" || mode == "avg", "unknown pool mode \"" + mode + '"');
  const algorithm kind =
      mode == "max" ? algorithm::pooling_max : algorithm::pooling_avg_exclude_padding;
  const Order order = image_order(is_last(call), dimensions);
  const Dims size = per_dimension(call, "pool_size", dimensions), ones(dimensions, 1);
  const dnnl::memory from = view(x, order);
  const Windows place = windows(last(from, dimensions), size, call.string("padding", "valid"),
                                per_dimension(call, "strides", dimensions), ones);
  Dims shape = {x.shape[0], from.get_desc().get_dims()[1]};
  shape.insert(shape.end(), place.count.begin(), place.count.end());
  const Tensor y = new_images(x.dtype, shape, order);
  const dnnl::memory to = view(y, order);
  run<dnnl::pooling_forward>({engine(), forward_inference, kind, from.get_desc(), to.get_desc(),
                              place.strides, size, place.dilation, place.before, place.after},
                             {{DNNL_ARG_SRC, from}, {DNNL_ARG_DST, to}});
  call.give(y);
}

void resize(const Call& call, const std::vector<std::string_view>& factors) {
  const auto dimensions = static_cast<int64_t>(factors.size());
  const Tensor x = call.tensor("x");
  require_rank(x, dimensions + 2);
  const std::string interpolation = call.string("interpolation", "nearest");
  require(interpolation == "nearest" || interpolation == "bilinear",
          "unknown interpolation \"" + interpolation + '"');
  const algorithm kind =
      interpolation == "nearest" ? algorithm::resampling_nearest : algorithm::resampling_linear;
  const Order order = image_order(is_last(call.string("data_format", "")), dimensions);
  const dnnl::memory from = view(x, order);
  Dims dims = from.get_desc().get_dims();
  for (int64_t i = 0; i < dimensions; ++i) dims[i + 2] *= per_dimension(call, factors[i], 1)[0];
  const Tensor y = new_images(x.dtype, dims, order);
  const dnnl::memory to = view(y, order);
  run<dnnl::resampling_forward>({engine(), forward_inference, kind, from.get_desc(), to.get_desc()},
                                {{DNNL_ARG_SRC, from}, {DNNL_ARG_DST, to}});
  call.give(y);
}

void pad(const Call& call, int64_t dimensions) {
  const Tensor x = call.tensor("x");
  require_rank(x, dimensions + 2);
  Dims before(dimensions + 2, 0), after(dimensions + 2, 0);
  Dims pairs(2 * dimensions, 1);
  if (const kassay_value* padding = call.find("padding")) {
    const Tensor given = call.as_tensor(*padding, Dtype::kInt32);
    require(given.shape == (dimensions == 1 ? Dims{2} : Dims{dimensions, 2}),
            "the padding is not a pair for each dimension");
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
  require(bias.rank() == 1 || bias.rank() == rank - 1,
          "the bias has neither rank 1 nor one less than x");
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

Function image_function(void (*of)(const Call& call, int64_t dimensions), int64_t dimensions,
                        std::string_view parameters) {
  return {parameters, [=](const Call& call) { of(call, dimensions); }};
}

}  // namespace

Functions image_functions() {
  return {
      {"conv1d", image_function(conv, 1, "x kernel strides padding data_format dilation_rate")},
      {"conv2d", image_function(conv, 2, "x kernel strides padding data_format dilation_rate")},
      {"conv3d", image_function(conv, 3, "x kernel strides padding data_format dilation_rate")},
      {"conv2d_transpose",
       image_function(conv_transpose, 2,
                      "x kernel output_shape strides padding data_format dilation_rate")},
      {"conv3d_transpose",
       image_function(conv_transpose, 3, "x kernel output_shape strides padding data_format")},
      {"depthwise_conv2d",
       image_function(depthwise_conv, 2,
                      "x depthwise_kernel strides padding data_format dilation_rate")},
      {"separable_conv1d",
       image_function(
           separable_conv, 1,
           "x depthwise_kernel pointwise_kernel strides padding data_format dilation_rate")},
      {"separable_conv2d",
       image_function(
           separable_conv, 2,
           "x depthwise_kernel pointwise_kernel strides padding data_format dilation_rate")},
      {"pool2d", image_function(pool, 2, "x pool_size strides padding data_format pool_mode")},
      {"pool3d", image_function(pool, 3, "x pool_size strides padding data_format pool_mode")},
      {"temporal_padding", image_function(pad, 1, "x padding")},
      {"spatial_2d_padding", image_function(pad, 2, "x padding data_format")},
      {"spatial_3d_padding", image_function(pad, 3, "x padding data_format")},
      {"resize_images",
       {"x height_factor width_factor data_format interpolation",
        [](const Call& call) {
          resize(call, {"height_factor", "width_factor"});
        }}},
      {"resize_volumes",
       {"x depth_factor height_factor width_factor data_format",
        [](const Call& call) {
          resize(call, {"depth_factor", "height_factor", "width_factor"});
        }}},
      {"bias_add", {"x bias data_format", bias_add}},
  };
}

}  // namespace kassay_onednn
