#include "optimized/cpu/internal_operations.h"

#include "optimized/cpu/alignment.h"
#include "optimized/cpu/half.h"
#include "optimized/cpu/operators.h"
#include "optimized/cpu/spreading.h"
#include "optimized/cpu/windows.h"
#include "reference/runtime/window_operations.h"

namespace kassay::optimized {
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

bool bring_windows_back(const Tensor&, const Lists& windows, const Tensor& g, std::int64_t,
                        Tensor& result) {
  if (!is_floating(g.dtype())) return false;
  const auto kernel = [&](const Tensor& seen, Tensor& image) {
    bring_back(seen, reference::windows_from(windows), image);
  };
  compute_wide(result, kernel, g);
  return true;
}

bool ctc_gradient(const Tensor& y_true, const Tensor& y_pred, const Tensor& input_length,
                  const Tensor& label_length, const reference::Settings& settings, Tensor& result) {
  return label_cost_derivatives({y_true, y_pred, input_length, label_length}, settings.epsilon,
                                result);
}

bool share(const Tensor& x, Tensor& result) {
  result = x;
  return true;
}

}  // namespace

const Kernel* find_internal_kernel(std::string_view operation) {
  static const std::map<std::string, Kernel, std::less<>> table = {
      {"internal.windows", define(see_windows)},
      {"move_back.internal.windows", define(bring_windows_back)},
      {"internal.ctc_gradient", define(ctc_gradient)},
      {"internal.sum_to", define(sum_to)},
      {"internal.broadcast_to", define(broadcast_to)},
      {"internal.stop_gradient", define(share)},
      {"internal.select", define(select)},
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
