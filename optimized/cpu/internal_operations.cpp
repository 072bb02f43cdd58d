#include "optimized/cpu/internal_operations.h"

#include <algorithm>
#include <iterator>

#include "optimized/cpu/alignment.h"
#include "optimized/cpu/depthwise.h"
#include "optimized/cpu/half.h"
#include "optimized/cpu/matrix_product.h"
#include "optimized/cpu/movement.h"
#include "optimized/cpu/operators.h"
#include "optimized/cpu/spreading.h"
#include "optimized/cpu/window_product.h"
#include "optimized/cpu/windows.h"
#include "reference/internal/window_operations.h"

namespace kassay::optimized {

// Beside the kernels of the functions that move elements, those that move gradients back.
namespace batch_flatten_op {
Kernel back();
}
namespace concatenate_op {
Kernel back();
}
namespace expand_dims_op {
Kernel back();
}
namespace flatten_op {
Kernel back();
}
namespace gather_op {
Kernel back();
}
namespace identity_op {
Kernel back();
}
namespace permute_dimensions_op {
Kernel back();
}
namespace repeat_op {
Kernel back();
}
namespace repeat_elements_op {
Kernel back();
}
namespace reshape_op {
Kernel back();
}
namespace resize_volumes_op {
Kernel back();
}
namespace reverse_op {
Kernel back();
}
namespace slice_op {
Kernel back();
}
namespace spatial_2d_padding_op {
Kernel back();
}
namespace spatial_3d_padding_op {
Kernel back();
}
namespace squeeze_op {
Kernel back();
}
namespace stack_op {
Kernel back();
}
namespace temporal_padding_op {
Kernel back();
}
namespace tile_op {
Kernel back();
}
namespace transpose_op {
Kernel back();
}

namespace {

using Lists = std::vector<reference::Integers>;

bool see_windows(const Tensor& x, const Lists& windows, Tensor& result) {
  if (!is_floating(x.dtype())) return false;
  const auto kernel = [&](const Tensor& image, Tensor& seen) {
    see(image, reference::windows_from(windows), seen);
  };
  compute_wide(result, kernel, x);
  return true;
}

bool see_first_maxima(const Tensor& x, const Lists& windows, Tensor& result) {
  if (!is_floating(x.dtype())) return false;
  const auto kernel = [&](const Tensor& image, Tensor& seen) {
    see_first_maximum(image, reference::windows_from(windows), seen);
  };
  compute_wide(result, kernel, x);
  return true;
}

bool bring_windows_back(const Tensor&, const Lists& windows, const Tensor& g, std::int64_t,
                        Tensor& result) {
  if (!is_floating(g.dtype())) return false;
  const auto kernel = [&](const Tensor& seen, Tensor& image) {
    bring_back(seen, reference::windows_from(windows), image);
  };
  compute_wide(result, kernel, g);
  return true;
}

bool bring_first_maxima_back(const Tensor& x, const Tensor& g, const Lists& windows,
                             Tensor& result) {
  const auto kernel = [&](const Tensor& image, const Tensor& gradient, Tensor& out) {
    bring_back_to_first_maximum(image, gradient, reference::windows_from(windows), out);
  };
  compute_wide(result, kernel, x, g);
  return true;
}

// The three of a correlation (reference/internal/correlation.h), of two operands each.
using OnWindows = void (*)(const Tensor& x, const Tensor& y, const reference::Windows& windows,
                           Tensor& result);
template <OnWindows kCompute>
bool on_windows(const Tensor& x, const Tensor& y, const Lists& windows, Tensor& result) {
  if (!multiplies(x.dtype(), y.dtype())) return false;
  const auto kernel = [&](const Tensor& wide_x, const Tensor& wide_y, Tensor& out) {
    kCompute(wide_x, wide_y, reference::windows_from(windows), out);
  };
  compute_wide(result, kernel, x, y);
  return true;
}

bool contract(const Tensor& x, const Tensor& y, std::int64_t x_axis, std::int64_t y_axis,
              Tensor& result) {
  if (!multiplies(x.dtype(), y.dtype())) return false;
  const auto view = [](const Tensor& matrix, bool transposed) -> MatrixView {
    const std::int64_t rows = matrix.shape()[0], columns = matrix.shape()[1];
    if (transposed) return {0, columns, rows, columns, true};
    return {0, rows, columns, columns, false};
  };
  const auto kernel = [&](const Tensor& left, const Tensor& right, Tensor& out) {
    multiply(left, view(left, x_axis == 0), right, view(right, y_axis == 1), out, 0,
             out.shape()[1]);
  };
  compute_wide(result, kernel, x, y);
  return true;
}

bool pack(const Tensor& y, bool transposed, Tensor& result) {
  result = packed(y, transposed);
  return true;
}
bool multiply_by_packed(const Tensor& x, const Tensor& y, Tensor& result) {
  multiply_packed(x, y, result);
  return true;
}

bool ctc_gradient(const Tensor& y_true, const Tensor& y_pred, const Tensor& input_length,
                  const Tensor& label_length, const reference::Settings& settings, Tensor& result) {
  return label_cost_derivatives({y_true, y_pred, input_length, label_length}, settings.epsilon,
                                result);
}

}  // namespace

const Kernel* find_internal_kernel(std::string_view operation) {
  static const std::map<std::string, Kernel, std::less<>> table = {
      {"internal.pack", define(pack)},
      {"internal.multiply_packed", define(multiply_by_packed)},
      {"internal.contract", define(contract)},
      {"internal.correlate", define(on_windows<correlate>)},
      {"internal.correlate_to_image", define(on_windows<correlate_to_image>)},
      {"internal.correlate_to_kernel", define(on_windows<correlate_to_kernel>)},
      {"internal.depthwise", define(on_windows<correlate_depthwise>)},
      {"internal.depthwise_to_image", define(on_windows<correlate_depthwise_to_image>)},
      {"internal.depthwise_to_kernel", define(on_windows<correlate_depthwise_to_kernel>)},
      {"internal.windows", define(see_windows)},
      {"internal.first_maximum", define(see_first_maxima)},
      {"internal.to_first_maximum", define(bring_first_maxima_back)},
      {"internal.ctc_gradient", define(ctc_gradient)},
      {"internal.broadcast_to", define_move(broadcast_to)},
      {"internal.sum_to", define(sum_to)},
      {"internal.stop_gradient", define(share)},
      {"internal.select", define(select)},
      {"move_back.internal.windows", define(bring_windows_back)},
      {"move_back.batch_flatten", batch_flatten_op::back()},
      {"move_back.concatenate", concatenate_op::back()},
      {"move_back.expand_dims", expand_dims_op::back()},
      {"move_back.flatten", flatten_op::back()},
      {"move_back.gather", gather_op::back()},
      {"move_back.identity", identity_op::back()},
      {"move_back.permute_dimensions", permute_dimensions_op::back()},
      {"move_back.repeat", repeat_op::back()},
      {"move_back.repeat_elements", repeat_elements_op::back()},
      {"move_back.reshape", reshape_op::back()},
      {"move_back.resize_volumes", resize_volumes_op::back()},
      {"move_back.reverse", reverse_op::back()},
      {"move_back.slice", slice_op::back()},
      {"move_back.spatial_2d_padding", spatial_2d_padding_op::back()},
      {"move_back.spatial_3d_padding", spatial_3d_padding_op::back()},
      {"move_back.squeeze", squeeze_op::back()},
      {"move_back.stack", stack_op::back()},
      {"move_back.temporal_padding", temporal_padding_op::back()},
      {"move_back.tile", tile_op::back()},
      {"move_back.transpose", transpose_op::back()},
      {"operator.add", define(add)},
      {"operator.sub", define(subtract)},
      {"operator.mul", define(multiply)},
      {"operator.truediv", define(divide)},
      {"operator.neg", define(negate)},
  };
  const auto found = table.find(operation);
  return found == table.end() ? nullptr : &found->second;
}

}  // namespace kassay::optimized
