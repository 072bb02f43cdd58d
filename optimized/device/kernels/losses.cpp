// Cross-entropies.
#include <cmath>
#include <limits>

#include "optimized/device/kernels/kernels.h"
#include "optimized/device/kernels/lines.h"

namespace kassay::optimized::device {
namespace {

using reference::Settings;

template <class C>
LimitedLogarithm<C> limited_to(double epsilon) {
  LimitedLogarithm<C> limited{static_cast<C>(epsilon), static_cast<C>(1 - epsilon),
                              static_cast<C>(std::log(epsilon)),
                              static_cast<C>(std::log1p(-epsilon))};
  if (static_cast<double>(limited.least) < epsilon)
    limited.least = std::nextafter(limited.least, std::numeric_limits<C>::infinity());
  if (static_cast<double>(limited.most) > 1 - epsilon)
    limited.most = std::nextafter(limited.most, C{0});
  return limited;
}

bool binary_crossentropy(const Tensor& target, const Tensor& output, bool from_logits,
                         const Settings& settings, Tensor& result, Recorder& recorder) {
  if (target.dtype() != output.dtype()) return false;
  return with_float(output.dtype(), [&](auto sample) {
    using T = decltype(sample);
    recorder.add(
        Each{BinaryCrossentropy<T>{elements<T>(target), elements<T>(output), elements<T>(result),
                                   from_logits, limited_to<ComputedOf<T>>(settings.epsilon)},
             result.size()});
  });
}

Stage classes_of(const Tensor& output, std::int64_t axis) {
  return stages_of(output.shape(), {reference::normalize_axis(axis, output.rank())}).front();
}

bool categorical_crossentropy(const Tensor& target, const Tensor& output, bool from_logits,
                              std::int64_t axis, const Settings& settings, Tensor& result,
                              Recorder& recorder) {
  if (target.dtype() != output.dtype()) return false;
  const Stage stage = classes_of(output, axis);
  return with_float(output.dtype(), [&](auto sample) {
    using T = decltype(sample);
    recorder.add(Rows{
        CrossentropyRows<T>{elements<T>(target), elements<T>(output), elements<T>(result),
                            stage.lines, from_logits, limited_to<ComputedOf<T>>(settings.epsilon)},
        stage.rows, stage.lines.length});
  });
}

bool sparse_categorical_crossentropy(const Tensor& target, const Tensor& output, bool from_logits,
                                     std::int64_t axis, const Settings& settings, Tensor& result,
                                     Recorder& recorder) {
  if (!is_integer(target.dtype())) return false;
  const Stage stage = classes_of(output, axis);
  return with_float(output.dtype(), [&](auto sample) {
    using T = decltype(sample);
    recorder.add(Rows{
        SparseCrossentropyRows<T>{integers_of(target), elements<T>(output), elements<T>(result),
                                  stage.lines, from_logits,
                                  limited_to<ComputedOf<T>>(settings.epsilon), recorder.refusal()},
        stage.rows, stage.lines.length});
  });
}

}  // namespace

const KernelTable& loss_kernels() {
  static const KernelTable table = {
      {"binary_crossentropy", define(binary_crossentropy)},
      {"categorical_crossentropy", define(categorical_crossentropy)},
      {"sparse_categorical_crossentropy", define(sparse_categorical_crossentropy)}};
  return table;
}

}  // namespace kassay::optimized::device
