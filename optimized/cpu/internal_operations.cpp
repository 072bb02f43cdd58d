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

namespace {

bool see_windows(const Tensor& x, const Windows& windows, Tensor& result) {
  if (!is_floating(x.dtype())) return false;
  const auto kernel = [&](const Tensor& image, Tensor& seen) { see(image, windows, seen); };
  compute_wide(result, kernel, x);
  return true;
}

bool see_first_maxima(const Tensor& x, const Windows& windows, Tensor& result) {
  if (!is_floating(x.dtype())) return false;
  const auto kernel = [&](const Tensor& image, Tensor& seen) {
    see_first_maximum(image, windows, seen);
  };
  compute_wide(result, kernel, x);
  return true;
}

bool bring_windows_back(const Tensor&, const Windows& windows, const Tensor& g, std::int64_t,
                        Tensor& result) {
  if (!is_floating(g.dtype())) return false;
  const auto kernel = [&](const Tensor& seen, Tensor& image) { bring_back(seen, windows, image); };
  compute_wide(result, kernel, g);
  return true;
}

bool bring_first_maxima_back(const Tensor& x, const Tensor& g, const Windows& windows,
                             Tensor& result) {
  const auto kernel = [&](const Tensor& image, const Tensor& gradient, Tensor& out) {
    bring_back_to_first_maximum(image, gradient, windows, out);
  };
  compute_wide(result, kernel, x, g);
  return true;
}

// The three operations of a correlation (reference/internal/correlation.h), each with two operands.
using OnWindows = void (*)(const Tensor& x, const Tensor& y, const reference::Windows& windows,
                           Tensor& result);
template <OnWindows kCompute>
bool on_windows(const Tensor& x, const Tensor& y, const Windows& windows, Tensor& result) {
  if (!multiplies(x.dtype(), y.dtype())) return false;
  const auto kernel = [&](const Tensor& wide_x, const Tensor& wide_y, Tensor& out) {
    kCompute(wide_x, wide_y, windows, out);
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
