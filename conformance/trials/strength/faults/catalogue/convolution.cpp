#include "conformance/trials/strength/faults/catalogue/convolution.h"

#include <algorithm>

#include "conformance/trials/strength/faults/catalogue/windows.h"
#include "conformance/trials/strength/faults/mistakes.h"

namespace kassay::faults::convolution {
namespace {

// With channels_first, reads an argument from its end.
Fault reversed_if_first(const std::string& function, const std::string& list) {
  return fault("convolution/" + function + "/channels-first-" + list + "-reversed", {function},
               Class::kWindow, "With channels_first, the argument is read from its end.",
               [list](Call& call) {
                 if (channels_first(call)) reverse(call, list);
                 return call.right();
               });
}

Fault mixed_derivative(const std::string& function, const std::string& kernel) {
  return fault("convolution/" + function + "/mixed-derivative-missing", {function},
               Class::kDerivative,
               "The derivative by x treats the kernel as a constant, and vice versa.",
               [kernel](Call& call) -> Node { return both_ways(call, "x", kernel); });
}

std::vector<Fault> of_convolution() {
  return {
      reversed_if_first("conv2d", "strides"),
      reversed_if_first("conv2d", "dilation_rate"),
      reversed_if_first("conv3d", "strides"),
      reversed_if_first("conv2d_transpose", "strides"),
      reversed_if_first("depthwise_conv2d", "strides"),
      mixed_derivative("conv2d", "kernel"),
      mixed_derivative("conv1d", "kernel"),
      fault("convolution/local_conv2d/channels-first-size-reversed", {"local_conv2d"},
            Class::kWindow,
            "With channels_first, the first number of kernel_size is for the columns.",
            [](Call& call) {
              if (channels_first(call)) reverse(call, "kernel_size");
              return call.right();
            }),
      fault("convolution/conv2d/one-by-one-from-the-end", {"conv2d"}, Class::kWindow,
            "With strides, a kernel of size 1 takes the last element of each stride of x, not the "
            "first.",
            [](Call& call) -> Node {
              const std::optional<Shape> kernel = call.api.shape(call("kernel"));
              const bool single =
                  kernel && kernel->size() == 4 && (*kernel)[0] == 1 && (*kernel)[1] == 1;
              return single && any_above_one(call.value("strides")) ? turned_round(call, 2)
                                                                    : call.node();
            }),
      fault("convolution/conv2d/even-kernel-from-the-end", {"conv2d"}, Class::kWindow,
            "With padding same and strides, even kernels have the extra zero at the start.",
            [](Call& call) -> Node {
              const std::optional<Shape> kernel = call.api.shape(call("kernel"));
              const bool even =
                  kernel && kernel->size() == 4 && (*kernel)[0] % 2 == 0 && (*kernel)[1] % 2 == 0;
              return even && call.is("padding", "same") && any_above_one(call.value("strides"))
                         ? turned_round(call, 2)
                         : call.node();
            }),
      fault("convolution/conv2d/rates-ignored-with-strides", {"conv2d"}, Class::kWindow,
            "With padding same and strides, dilation is ignored.",
            [](Call& call) {
              if (call.is("padding", "same") && any_above_one(call.value("strides"))) {
                call.set("dilation_rate", ints({1, 1}));
              }
              return call.right();
            }),
      fault("convolution/conv1d/causal-with-strides-is-same", {"conv1d"}, Class::kWindow,
            "With strides, padding causal acts like padding same.",
            [](Call& call) {
              if (call.is("padding", "causal") && any_above_one(call.value("strides"))) {
                call.set("padding", "same");
              }
              return call.right();
            }),
      fault("convolution/conv2d/derivative-of-turned-kernel", {"conv2d"}, Class::kDerivative,
            "The derivative by the kernel is reversed along its spatial axes.",
            [](Call& call) -> Node {
              const Node right = call.node(), kernel = call("kernel");
              call.set("kernel", stopped(kernel));
              const Node by_x = zero_like_derivative(call.node());
              call.set("x", stopped(call("x")));
              call.set("kernel", call.api("reverse", {kernel, ints({0, 1})}));
              return stopped(right) + by_x + zero_like_derivative(call.node());
            }),
      fault(
          "convolution/depthwise_conv2d/channels-first-vary-first", {"depthwise_conv2d"},
          Class::kWindow,
          "With channels_first, kernel q of channel c makes output channel q * channels + c.",
          [](Call& call) -> Node {
            Api& k = call.api;
            const Node right = call.node();
            const std::optional<Shape> made = k.shape(right),
                                       kernel = k.shape(call("depthwise_kernel"));
            if (!channels_first(call) || !made || !kernel ||
                std::ranges::find(*made, reference::kUnknown) != made->end() ||
                std::ranges::find(*kernel, reference::kUnknown) != kernel->end()) {
              return right;
            }
            const Shape& m = *made;
            const Node split =
                k("reshape", {right, ints({m[0], (*kernel)[2], (*kernel)[3], m[2], m[3]})});
            return k("reshape", {k("permute_dimensions", {split, ints({0, 2, 1, 3, 4})}), ints(m)});
          }),
      fault("convolution/separable_conv2d/pointwise-has-no-derivative", {"separable_conv2d"},
            Class::kDerivative, "The pointwise kernel counts as a constant.",
            [](Call& call) {
              stop(call, "pointwise_kernel");
              return call.right();
            }),
  };
}

std::vector<Fault> of_pooling() {
  return {
      reversed_if_first("pool2d", "pool_size"),
      reversed_if_first("pool3d", "strides"),
      fault("convolution/pool2d/average-from-the-end", {"pool2d"}, Class::kWindow,
            "For avg with padding same, the extra padding goes before x instead of after it.",
            [](Call& call) -> Node {
              const bool average = call.is("pool_mode", "avg") && call.is("padding", "same");
              return average ? turned_round(call, 2) : call.node();
            }),
      fault("convolution/pool2d/padding-before-x-counted", {"pool2d"}, Class::kWindow,
            "Sums are divided by the number of window elements that do not lie behind x.",
            [](Computation& c) {
              return averages_scaled(
                  c, [](const Window& w) { return counted(w, false) / counted(w, true); });
            }),
      fault("convolution/pool3d/derivative-of-average", {"pool3d"}, Class::kDerivative,
            "The derivative for max is that for avg.",
            [](Call& call) -> Node {
              const Node right = call.node();
              call.set("pool_mode", "avg");
              return with_derivative_of(right, call.node());
            }),
      fault("convolution/resize_images/channels-first-factors-reversed", {"resize_images"},
            Class::kWindow, "With channels_first, the first factor is for the width.",
            [](Call& call) {
              if (channels_first(call)) {
                const Value height = call.value("height_factor");
                call.set("height_factor", call.value("width_factor"));
                call.set("width_factor", height);
              }
              return call.right();
            }),
      fault("convolution/resize_images/derivative-averaged", {"resize_images"}, Class::kDerivative,
            "The derivatives of the copies are averaged instead of added.",
            [](Call& call) -> Node {
              const Node right = call.node();
              const auto copies =
                  static_cast<double>(call.integer("height_factor") * call.integer("width_factor"));
              if (!call.api.is_floating(right) || copies < 1) return right;
              return stopped(right) + zero_like_derivative(right) * (1 / copies);
            }),
      fault("convolution/bias_add/channels-first-of-rank-5-last", {"bias_add"}, Class::kWindow,
            "With channels_first and rank 5, the bias is added along the last dimension.",
            [](Call& call) {
              if (channels_first(call) && rank(call("x")) == 5) {
                call.set("data_format", "channels_last");
              }
              return call.right();
            }),
      fault("shape/spatial_2d_padding/channels-first-ends-swapped", {"spatial_2d_padding"},
            Class::kWindow, "With channels_first, the first number of a pair is for the end.",
            [](Call& call) {
              if (channels_first(call)) {
                List pairs;
                for (const Value& pair : std::get<List>(call.value("padding"))) {
                  const List& ends = std::get<List>(pair);
                  pairs.push_back(List(ends.rbegin(), ends.rend()));
                }
                call.set("padding", pairs);
              }
              return call.right();
            }),
      fault("shape/spatial_3d_padding/channels-first-reversed", {"spatial_3d_padding"},
            Class::kWindow, "With channels_first, the first pair is for the width.",
            [](Call& call) {
              if (channels_first(call)) reverse(call, "padding");
              return call.right();
            }),
  };
}

}  // namespace

std::vector<Fault> faults() { return joined({of_convolution(), of_pooling()}); }

}  // namespace kassay::faults::convolution
