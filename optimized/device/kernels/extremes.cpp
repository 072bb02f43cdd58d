// The largest and the smallest elements, their places, and whether all or any elements are true.
#include "optimized/device/kernels/kernels.h"
#include "optimized/device/kernels/lines.h"

namespace kassay::optimized::device {
namespace {

template <bool kIsLargest>
bool extreme(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result,
             Recorder& recorder) {
  if (x.dtype() != result.dtype()) return false;
  add_stages(x, stages_in_parts(x.shape(), reference::normalize_axes(axis, x.rank())), x.dtype(),
             result, recorder, [&](const Tensor& from, Tensor& to, const Stage& stage, bool) {
               with_number(x.dtype(), [&](auto sample) {
                 using T = decltype(sample);
                 recorder.add(Rows{
                     ExtremeRows<T>{elements<T>(from), elements<T>(to), stage.lines, kIsLargest},
                     stage.rows, stage.lines.length});
               });
             });
  return true;
}

template <bool kIsLargest>
bool position(const Tensor& x, std::int64_t axis, Tensor& result, Recorder& recorder) {
  if (result.dtype() != DType::kInt64) return false;
  const Stage stage = stages_of(x.shape(), {reference::normalize_axis(axis, x.rank())}).front();
  return with_number(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    recorder.add(
        Rows{PositionRows<T>{elements<T>(x), elements<long long>(result), stage.lines, kIsLargest},
             stage.rows, stage.lines.length});
  });
}

template <bool kIsEvery>
bool truth(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result,
           Recorder& recorder) {
  if (result.dtype() != DType::kUint8) return false;
  const auto add = [&](const Tensor& from, Tensor& to, const Stage& stage, bool) {
    const auto add_rows = [&](auto sample) {
      using T = decltype(sample);
      recorder.add(
          Rows{TruthRows<T>{elements<T>(from), elements<unsigned char>(to), stage.lines, kIsEvery},
               stage.rows, stage.lines.length});
    };
    if (is_floating(from.dtype())) {
      with_float(from.dtype(), add_rows);
    } else {
      with_number(from.dtype(), [&](auto sample) { add_rows(BitsOf<decltype(sample)>{}); });
    }
  };
  add_stages(x, stages_in_parts(x.shape(), reference::normalize_axes(axis, x.rank())),
             DType::kUint8, result, recorder, add);
  return true;
}

bool in_top_k(const Tensor& predictions, const Tensor& targets, std::int64_t k, Tensor& result,
              Recorder& recorder) {
  if (predictions.dtype() != DType::kFloat32 || !is_integer(targets.dtype())) return false;
  const Stage stage = stages_of(predictions.shape(), {1}).front();
  recorder.add(
      Rows{AmongLargestRows{elements<float>(predictions), integers_of(targets),
                            elements<unsigned char>(result), stage.lines, k, recorder.refusal()},
           stage.rows, stage.lines.length});
  return true;
}

}  // namespace

const KernelTable& extreme_kernels() {
  static const KernelTable table = {
      {"all", define(truth<true>)},       {"any", define(truth<false>)},
      {"argmax", define(position<true>)}, {"argmin", define(position<false>)},
      {"in_top_k", define(in_top_k)},     {"max", define(extreme<true>)},
      {"min", define(extreme<false>)}};
  return table;
}

}  // namespace kassay::optimized::device
