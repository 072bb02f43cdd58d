#include <algorithm>

#include "conformance/trials/strength/faults/catalogue/published.h"
#include "conformance/trials/strength/faults/catalogue/published/sizes.h"
#include "conformance/trials/strength/faults/catalogue/windows.h"

namespace kassay::faults::published {
namespace {

// The first `count` sizes of a kernel, if all are known.
std::vector<std::int64_t> extents(const Node& kernel, std::size_t count) {
  const std::optional<Shape> shape = kernel.api->shape(kernel);
  if (!shape || shape->size() < count) return {};
  std::vector<std::int64_t> sizes(shape->begin(),
                                  shape->begin() + static_cast<std::ptrdiff_t>(count));
  const bool known = std::ranges::find(sizes, reference::kUnknown) == sizes.end();
  return known ? sizes : std::vector<std::int64_t>{};
}

bool any_even(const std::vector<std::int64_t>& sizes) {
  return std::ranges::any_of(sizes, [](std::int64_t size) { return size % 2 == 0; });
}

std::vector<Fault> of_kernels() {
  return {
      fault("published/conv2d/kernel-turned", {"conv2d"}, Class::kWindow,
            "The kernel is reversed, as in a mathematical convolution.",
            [](Call& call) -> Node {
              call.set("kernel", call.api("reverse", {call("kernel"), ints({0, 1})}));
              return call.node();
            })
          .published("https://github.com/keras-team/keras/issues/3015"),
      fault("published/conv2d/rates-as-strides", {"conv2d"}, Class::kWindow,
            "Dilation rates above 1 are passed as the strides, and the kernel is not dilated.",
            [](Call& call) {
              if (any_above_one(call.value("dilation_rate"))) {
                call.set("strides", call.value("dilation_rate"));
                call.set("dilation_rate", ints({1, 1}));
              }
              return call.right();
            })
          .published("https://github.com/keras-team/keras/pull/10967"),
      fault("published/conv3d/dilation-ignored", {"conv1d", "conv3d"}, Class::kWindow,
            "A kernel is dilated only in two dimensions.",
            [](Call& call) {
              if (call.function == "conv1d") {
                call.set("dilation_rate", 1);
              } else {
                call.set("dilation_rate", ints({1, 1, 1}));
              }
              return call.right();
            })
          .published("https://github.com/keras-team/keras/pull/10997"),
      fault("published/depthwise_conv2d/one-by-one-from-the-end", {"depthwise_conv2d"},
            Class::kWindow,
            "With padding same and strides, a kernel of size 1 takes the wrong elements of x.",
            [](Call& call) -> Node {
              const bool single =
                  extents(call("depthwise_kernel"), 2) == std::vector<std::int64_t>{1, 1};
              return single && call.is("padding", "same") && any_above_one(call.value("strides"))
                         ? turned_round(call, 2)
                         : call.node();
            })
          .published("https://github.com/keras-team/keras/issues/13842"),
      fault("published/separable_conv2d/strides-times-rates",
            {"depthwise_conv2d", "separable_conv2d"}, Class::kWindow,
            "With strides and dilation, windows are strides times rates apart.",
            [](Call& call) {
              if (any_above_one(call.value("strides")) &&
                  any_above_one(call.value("dilation_rate"))) {
                std::vector<std::int64_t> strides = integers(call.value("strides"));
                const std::vector<std::int64_t> rates = integers(call.value("dilation_rate"));
                for (std::size_t d = 0; d < strides.size(); ++d) strides[d] *= rates[d];
                call.set("strides", ints(strides));
              }
              return call.right();
            })
          .published("https://github.com/keras-team/keras/issues/22515"),
      fault("published/conv2d_transpose/even-kernel-refused", {"conv2d_transpose"}, Class::kWindow,
            "With padding same, an even kernel is an error, because the padding cannot be split "
            "equally.",
            [](Call& call) {
              if (call.is("padding", "same") && any_even(extents(call("kernel"), 2))) {
                refuse("an even kernel");
              }
              return call.right();
            })
          .published("https://github.com/keras-team/keras/issues/6302"),
      fault("published/conv2d_transpose/output-shape-in-order-of-first", {"conv2d_transpose"},
            Class::kWindow,
            "output_shape is in the order of channels_first, whatever data_format says.",
            [](Call& call) {
              const auto* shape = call.value("output_shape").get_if<List>();
              if (shape != nullptr && shape->size() == 4 && !channels_first(call)) {
                const List& s = *shape;
                call.set("output_shape", List{s[0], s[2], s[3], s[1]});
              }
              return call.right();
            })
          .published("https://github.com/keras-team/keras/issues/5001"),
      sizes_told("conv1d", "sizes-lost-by-dilation",
                 "int_shape does not know the time steps of a dilated convolution.",
                 [](Call& call, const List& right) -> Value {
                   List sizes = right;
                   if (any_above_one(call.value("dilation_rate"))) sizes[1] = None{};
                   return sizes;
                 })
          .published("https://github.com/tensorflow/tensorflow/issues/28400"),
      sizes_told("depthwise_conv2d", "sizes-without-dilation",
                 "int_shape gives the sizes that the result would have without dilation.",
                 [](Call& call, const List&) -> Value {
                   call.set("dilation_rate", ints({1, 1}));
                   return call.api("int_shape", {call.node()});
                 })
          .published("https://github.com/keras-team/keras/issues/12972"),
  };
}

std::vector<Fault> of_pools() {
  return {
      fault("published/pool2d/window-of-one-refused", {"pool2d"}, Class::kWindow,
            "With padding same, a window with one row or column gets a negative padding.",
            [](Call& call) {
              const std::vector<std::int64_t> window = integers(call.value("pool_size"));
              if (call.is("padding", "same") && std::ranges::find(window, 1) != window.end()) {
                refuse("a padding of -1");
              }
              return call.right();
            })
          .published("https://github.com/keras-team/keras/issues/4640"),
      fault("published/pool2d/largest-from-the-end", {"pool2d"}, Class::kWindow,
            "For max with padding same, the extra padding goes before x instead of after it.",
            [](Call& call) -> Node {
              const bool largest = call.is("pool_mode", "max") && call.is("padding", "same");
              return largest ? turned_round(call, 2) : call.node();
            })
          .published("https://github.com/keras-team/keras/issues/6936"),
      fault("published/pool2d/padding-counted", {"pool2d"}, Class::kWindow,
            "Sums are divided by the size of the window, padding included.",
            [](Computation& c) {
              return averages_scaled(c,
                                     [](const Window& w) { return counted(w, false) / w.extent; });
            })
          .published("https://github.com/keras-team/keras/pull/9479"),
      fault("published/resize_images/bilinear-channels-first-twice", {"resize_images"},
            Class::kWindow,
            "For bilinear, the channels are moved to the end and then taken for the columns.",
            [](Call& call) -> Node {
              Api& k = call.api;
              if (!channels_first(call) || !call.is("interpolation", "bilinear"))
                return call.node();
              call.set("x", k("permute_dimensions", {call("x"), ints({0, 2, 3, 1})}));
              return k("permute_dimensions", {call.node(), ints({0, 3, 1, 2})});
            })
          .published("https://github.com/keras-team/keras/issues/21401"),
  };
}

}  // namespace

std::vector<Fault> convolution() { return joined({of_kernels(), of_pools()}); }

}  // namespace kassay::faults::published
