// Sums, means and results derived from them.
#include <optional>

#include "optimized/device/kernels/kernels.h"
#include "optimized/device/kernels/lines.h"
#include "reference/arrays/dimension.h"

namespace kassay::optimized::device {
namespace {

using Stages = std::vector<Stage>;

Stages stages_along(const Tensor& x, const Axes& axis, int reads = 1) {
  return stages_in_parts(x.shape(), reference::normalize_axes(axis, x.rank()), reads);
}

void add_sums(const Tensor& x, const Stages& stages, double divisor, Tensor& result,
              Recorder& recorder) {
  add_stages(x, stages, DType::kFloat64, result, recorder,
             [&](const Tensor& from, Tensor& to, const Stage& stage, bool is_last) {
               with_floats(from.dtype(), to.dtype(), [&](auto a, auto b) {
                 using From = decltype(a);
                 using To = decltype(b);
                 recorder.add(Rows{SumRows<From, To>{elements<From>(from), elements<To>(to),
                                                     stage.lines, is_last ? divisor : 1},
                                   stage.rows, stage.lines.length});
               });
             });
}

// Sums or products of integers of any dtype except bool; only the number of bits matters.
bool add_integers(const Tensor& x, const Stages& stages, bool multiplies, Tensor& result,
                  Recorder& recorder) {
  if (!is_integer(x.dtype()) || x.dtype() != result.dtype()) return false;
  add_stages(x, stages, x.dtype(), result, recorder,
             [&](const Tensor& from, Tensor& to, const Stage& stage, bool) {
               with_number(x.dtype(), [&](auto sample) {
                 using Bits = BitsOf<decltype(sample)>;
                 recorder.add(Rows{IntegerRows<Bits>{elements<Bits>(from), elements<Bits>(to),
                                                     stage.lines, multiplies},
                                   stage.rows, stage.lines.length});
               });
             });
  return true;
}

bool sum(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result, Recorder& recorder) {
  const Stages stages = stages_along(x, axis);
  if (!is_floating(x.dtype())) return add_integers(x, stages, false, result, recorder);
  if (x.dtype() != result.dtype()) return false;
  add_sums(x, stages, 1, result, recorder);
  return true;
}

bool prod(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result,
          Recorder& recorder) {
  const Stages stages = stages_along(x, axis);
  if (!is_floating(x.dtype())) return add_integers(x, stages, true, result, recorder);
  add_stages(x, stages, DType::kFloat64, result, recorder,
             [&](const Tensor& from, Tensor& to, const Stage& stage, bool) {
               with_floats(from.dtype(), to.dtype(), [&](auto a, auto b) {
                 using From = decltype(a);
                 using To = decltype(b);
                 recorder.add(Rows{
                     ProductRows<From, To>{elements<From>(from), elements<To>(to), stage.lines},
                     stage.rows, stage.lines.length});
               });
             });
  return true;
}

bool mean(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result,
          Recorder& recorder) {
  if (!is_floating(result.dtype())) return false;
  const Stages stages = stages_along(x, axis);
  double divisor = 1;
  for (const Stage& stage : stages) divisor *= static_cast<double>(stage.lines.length);
  add_sums(as_floats(x, recorder), stages, divisor, result, recorder);
  return true;
}

// For numbers that float64 holds.
template <bool kIsRoot>
bool variance(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result,
              Recorder& recorder) {
  if (x.dtype() == DType::kInt64 || !is_floating(result.dtype())) return false;
  Tensor before;  // variances from the stage before
  const auto add = [&](const Tensor& from, Tensor& to, const Stage& stage, bool is_last) {
    const double* const within = before.size() > 0 ? elements<double>(before) : nullptr;
    Tensor found = is_last ? to : recorder.scratch(DType::kFloat64, {stage.rows});
    double* const means = is_last ? nullptr : elements<double>(to);
    with_floats(from.dtype(), found.dtype(), [&](auto a, auto b) {
      using From = decltype(a);
      using To = decltype(b);
      recorder.add(Rows{VarianceRows<From, To>{elements<From>(from), within, elements<To>(found),
                                               means, stage.lines, is_last && kIsRoot},
                        stage.rows, stage.lines.length});
    });
    before = found;
  };
  add_stages(as_floats(x, recorder), stages_along(x, axis, 2), DType::kFloat64, result, recorder,
             add);
  return true;
}

bool logsumexp(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result,
               Recorder& recorder) {
  add_stages(x, stages_along(x, axis, 2), DType::kFloat64, result, recorder,
             [&](const Tensor& from, Tensor& to, const Stage& stage, bool) {
               with_floats(from.dtype(), to.dtype(), [&](auto a, auto b) {
                 using From = decltype(a);
                 using To = decltype(b);
                 recorder.add(Rows{
                     LogSumExpRows<From, To>{elements<From>(from), elements<To>(to), stage.lines},
                     stage.rows, stage.lines.length});
               });
             });
  return true;
}

template <bool kMultiplies>
bool accumulate(const Tensor& x, std::int64_t axis, Tensor& result, Recorder& recorder) {
  const Stage stage = stages_of(x.shape(), {reference::normalize_axis(axis, x.rank())}).front();
  const auto add = [&](auto sample) {
    using T = decltype(sample);
    recorder.add(Rows{RunningRows<T>{elements<T>(x), elements<T>(result), stage.lines, kMultiplies},
                      stage.rows, stage.lines.length});
  };
  if (is_floating(x.dtype())) return with_float(x.dtype(), add);
  return is_integer(x.dtype()) &&
         with_number(x.dtype(), [&](auto sample) { add(BitsOf<decltype(sample)>{}); });
}

bool sum_to(const Tensor& x, const reference::Dimensions& shape, Tensor& result,
            Recorder& recorder) {
  if (!is_floating(x.dtype())) return false;
  const std::int64_t added = x.rank() - static_cast<std::int64_t>(shape.sizes.size());
  std::vector<std::int64_t> axes;
  for (std::int64_t d = 0; d < x.rank(); ++d) {
    if (d < added || shape.sizes[static_cast<std::size_t>(d - added)] == 1) axes.push_back(d);
  }
  add_sums(x, stages_in_parts(x.shape(), axes), 1, result, recorder);
  return true;
}

// Precondition: several stages.
template <class T>
void add_softmax_in_parts(const Tensor& x, const Stages& stages, Tensor& result,
                          Recorder& recorder) {
  const std::int64_t rows = stages.back().rows;
  const Stage& part = stages.front();
  Tensor largest = recorder.scratch(x.dtype(), {rows});
  add_stages(
      x, stages, x.dtype(), largest, recorder,
      [&](const Tensor& from, Tensor& to, const Stage& stage, bool) {
        recorder.add(Rows{ExtremeRows<T>{elements<T>(from), elements<T>(to), stage.lines, true},
                          stage.rows, stage.lines.length});
      });
  const std::int64_t parts = part.rows / rows;
  Tensor powers = recorder.scratch(DType::kFloat64, {part.rows});
  Tensor sums = recorder.scratch(DType::kFloat64, {rows});
  recorder.add(Rows{PowerSumRows<T>{elements<T>(x), elements<T>(std::as_const(largest)),
                                    elements<double>(powers), part.lines, parts},
                    part.rows, part.lines.length});
  add_sums(powers, {stages.begin() + 1, stages.end()}, 1, sums, recorder);
  recorder.add(Rows{
      ShareRows<T>{elements<T>(x), elements<T>(std::as_const(largest)),
                   elements<double>(std::as_const(sums)), elements<T>(result), part.lines, parts},
      part.rows, part.lines.length});
}

bool softmax(const Tensor& x, std::int64_t axis, Tensor& result, Recorder& recorder) {
  const Stages stages = stages_in_parts(x.shape(), {reference::normalize_axis(axis, x.rank())});
  return with_float(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    if (stages.size() > 1) return add_softmax_in_parts<T>(x, stages, result, recorder);
    const Stage& stage = stages.front();
    recorder.add(Rows{SoftmaxRows<T>{elements<T>(x), elements<T>(result), stage.lines}, stage.rows,
                      stage.lines.length});
  });
}

bool l2_normalize(const Tensor& x, const std::optional<std::int64_t>& axis, Tensor& result,
                  Recorder& recorder) {
  Axes axes;
  if (axis) axes.named = {*axis};
  // One stage, along one axis or all axes.
  const Stage stage = stages_of(x.shape(), reference::normalize_axes(axes, x.rank())).front();
  return with_float(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    recorder.add(Rows{NormalizedRows<T>{elements<T>(x), elements<T>(result), stage.lines},
                      stage.rows, stage.lines.length});
  });
}

}  // namespace

const KernelTable& reduction_kernels() {
  static const KernelTable table = {{"cumprod", define(accumulate<true>)},
                                    {"cumsum", define(accumulate<false>)},
                                    {"internal.sum_to", define(sum_to)},
                                    {"l2_normalize", define(l2_normalize)},
                                    {"logsumexp", define(logsumexp)},
                                    {"mean", define(mean)},
                                    {"prod", define(prod)},
                                    {"softmax", define(softmax)},
                                    {"std", define(variance<true>)},
                                    {"sum", define(sum)},
                                    {"var", define(variance<false>)}};
  return table;
}

}  // namespace kassay::optimized::device
