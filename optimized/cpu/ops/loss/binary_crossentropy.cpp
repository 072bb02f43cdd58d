#include <cmath>

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/probabilities.h"

namespace kassay::optimized::binary_crossentropy_op {
namespace {

using reference::Settings;

// Both are bound by their two vector functions.
struct OfLogits {
  template <class T>
  T operator()(T target, T logit) const {
    const T rectified = logit < 0 ? T{0} : logit;
    return rectified - logit * target + vlog1p(vexp(-std::fabs(logit)));
  }
};

struct OfProbabilities {
  LimitedLogarithm<float> in_float32;
  LimitedLogarithm<double> in_float64;

  float operator()(float target, float p) const { return loss(target, p, in_float32); }
  double operator()(double target, double p) const { return loss(target, p, in_float64); }
  template <class T>
  static T loss(T target, T p, const LimitedLogarithm<T>& logarithm) {
    return -(target * logarithm(p) + (1 - target) * logarithm.of_complement(p));
  }
};

bool compute(const Tensor& target, const Tensor& output, bool from_logits, const Settings& settings,
             Tensor& result) {
  if (from_logits) return binary(target, output, result, OfLogits{});
  return binary(target, output, result,
                OfProbabilities{LimitedLogarithm<float>(settings.epsilon),
                                LimitedLogarithm<double>(settings.epsilon)});
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::binary_crossentropy_op
