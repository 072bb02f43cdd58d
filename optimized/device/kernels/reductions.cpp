// Sums, means and what is made of them.
#include "optimized/device/kernels/kernels.h"
#include "optimized/device/kernels/lines.h"
#include "reference/runtime/dimension.h"

namespace kassay::optimized::device {
namespace {

void add_sums(const Tensor& x, const std::vector<Stage>& stages, double divisor, Tensor& result,
              Recorder& recorder) {
  with_float(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    if (stages.size() == 1) {
      recorder.add(
          Rows{SumRows<T, T>{elements<T>(x), elements<T>(result), stages[0].lines, divisor},
               stages[0].rows, stages[0].lines.length});
      return;
    }
    Tensor sums = recorder.scratch(DType::kFloat64, {stages[0].rows});
    recorder.add(
        Rows{SumRows<T, double>{elements<T>(x), elements<double>(sums), stages[0].lines, 1},
             stages[0].rows, stages[0].lines.length});
    for (std::size_t i = 1; i + 1 < stages.size(); ++i) {
      Tensor more = recorder.scratch(DType::kFloat64, {stages[i].rows});
      recorder.add(Rows{SumRows<double, double>{elements<double>(sums), elements<double>(more),
                                                stages[i].lines, 1},
                        stages[i].rows, stages[i].lines.length});
      sums = more;
    }
    recorder.add(Rows{SumRows<double, T>{elements<double>(sums), elements<T>(result),
                                         stages.back().lines, divisor},
                      stages.back().rows, stages.back().lines.length});
  });
}

bool sum(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result, Recorder& recorder) {
  if (!is_floating(x.dtype()) || x.dtype() != result.dtype()) return false;
  add_sums(x, stages_of(x.shape(), reference::normalize_axes(axis, x.rank())), 1, result, recorder);
  return true;
}

bool mean(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result,
          Recorder& recorder) {
  if (!is_floating(x.dtype()) || x.dtype() != result.dtype()) return false;
  const auto stages = stages_of(x.shape(), reference::normalize_axes(axis, x.rank()));
  double divisor = 1;
  for (const Stage& stage : stages) divisor *= static_cast<double>(stage.lines.length);
  add_sums(x, stages, divisor, result, recorder);
  return true;
}

bool sum_to(const Tensor& x, const reference::Dimensions& shape, Tensor& result,
            Recorder& recorder) {
  if (!is_floating(x.dtype())) return false;
  const std::int64_t added = x.rank() - static_cast<std::int64_t>(shape.sizes.size());
  std::vector<std::int64_t> axes;
  for (std::int64_t d = 0; d < x.rank(); ++d) {
    if (d < added || shape.sizes[static_cast<std::size_t>(d - added)] == 1) axes.push_back(d);
  }
  add_sums(x, stages_of(x.shape(), axes), 1, result, recorder);
  return true;
}

bool softmax(const Tensor& x, std::int64_t axis, Tensor& result, Recorder& recorder) {
  return with_float(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    const Stage stage = stages_of(x.shape(), {reference::normalize_axis(axis, x.rank())}).front();
    recorder.add(Rows{SoftmaxRows<T>{elements<T>(x), elements<T>(result), stage.lines}, stage.rows,
                      stage.lines.length});
  });
}

}  // namespace

const KernelTable& reduction_kernels() {
  static const KernelTable table = {{"internal.sum_to", define(sum_to)},
                                    {"mean", define(mean)},
                                    {"softmax", define(softmax)},
                                    {"sum", define(sum)}};
  return table;
}

}  // namespace kassay::optimized::device
