#include "reference/ops/convolution/convolution.h"

#include <array>
#include <string_view>

#include "reference/internal/correlation.h"
#include "reference/internal/window_operations.h"
#include "spec/lib/error.h"

namespace kassay::reference {

namespace {

constexpr std::array<std::string_view, 4> kMembers = {"strides", "padding", "data_format",
                                                      "dilation_rate"};

// For one spatial dimension, a number instead of a list.
Integers integers(const Value& value, const Parameter& parameter) {
  Integers list;
  if (parameter.kind == Kind::kInt)
    unpack(value, parameter.name, list.emplace_back());
  else
    unpack(value, parameter.name, list);
  return list;
}

}  // namespace

std::size_t WindowArguments::count(const BoundCall& call, std::size_t position) {
  const std::vector<Parameter>& parameters = call.signature->parameters;
  std::size_t found = 0;
  while (found < kMembers.size() && position + found < parameters.size() &&
         parameters[position + found].name == kMembers[found])
    ++found;
  return found;
}

WindowArguments WindowArguments::take(const BoundCall& call, std::size_t& position) {
  const std::size_t first = position;
  position += count(call, first);
  const std::vector<Parameter>& parameters = call.signature->parameters;
  WindowArguments arguments;
  arguments.strides = integers(call.values[first], parameters[first]);
  std::string padding;
  unpack(call.values[first + 1], parameters[first + 1].name, padding);
  Format format;
  unpack(call.values[first + 2], parameters[first + 2].name, format);
  arguments.dilation = position - first < kMembers.size()
                           ? Integers(arguments.strides.size(), 1)
                           : integers(call.values[first + 3], parameters[first + 3]);
  arguments.padding = padding_named(padding, parameters[first].kind == Kind::kInt);
  arguments.channels_first = reference::channels_first(format, *call.settings);
  return arguments;
}

void require_rank(const Shape& shape, std::size_t rank, const std::string& argument) {
  if (shape.size() == rank) return;
  throw ApiError(ErrorKind::kValue,
                 mismatch_text(argument, "a tensor of rank " + std::to_string(rank),
                               "one of rank " + std::to_string(shape.size())));
}

void require_channels(std::int64_t of_x, std::int64_t of_kernel) {
  if (of_x == of_kernel || of_x == kUnknown || of_kernel == kUnknown) return;
  throw ApiError(ErrorKind::kValue, "a kernel for " + std::to_string(of_kernel) +
                                        " channels; x has " + std::to_string(of_x));
}

Windows windows_of(const Shape& x, const Shape& kernel, const WindowArguments& arguments) {
  const Shape places = places_of(x);
  const Shape sizes(kernel.begin(), kernel.begin() + static_cast<std::ptrdiff_t>(places.size()));
  return windows_over(places, sizes, arguments.strides, arguments.dilation, arguments.padding);
}

TensorType convolution_type(std::size_t spatial, const TensorType& x, const TensorType& kernel,
                            const WindowArguments& arguments) {
  require_rank(x.shape, spatial + 2, "x");
  require_rank(kernel.shape, spatial + 2, "kernel");
  const Shape image = channels_to_last(x.shape, arguments.channels_first);
  require_channels(image.back(), kernel.shape[spatial]);
  const Windows windows = windows_of(image, kernel.shape, arguments);
  const Shape result = shape_around(image.front(), counts(windows), kernel.shape.back());
  return {x.dtype, channels_from_last(result, arguments.channels_first)};
}

template <class T>
T convolve(const T& x, const T& kernel, const WindowArguments& arguments) {
  const T image = channels_to_last(x, arguments.channels_first);
  const Windows windows = windows_of(image.shape(), kernel.shape(), arguments);
  return channels_from_last(correlate(image, kernel, windows, Filters::kOfAllChannels),
                            arguments.channels_first);
}
template Array convolve(const Array&, const Array&, const WindowArguments&);
template Expression convolve(const Expression&, const Expression&, const WindowArguments&);

}  // namespace kassay::reference
