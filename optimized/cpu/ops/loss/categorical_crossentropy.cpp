#include <vector>

#include "optimized/cpu/kernel.h"
#include "optimized/cpu/lines.h"
#include "optimized/cpu/probabilities.h"

namespace kassay::optimized::categorical_crossentropy_op {
namespace {

using reference::Settings;

// -log of the share of each class in its row. Bound by the exponential or the logarithm.
template <class T>
void costs_of_logits(const T* x, std::int64_t count, std::int64_t length, Powers<T>& found,
                     T* costs) {
  found.find(x, count, length, costs);
  for (std::int64_t row = 0; row < count; ++row) {
    const T largest = found.largest[static_cast<std::size_t>(row)];
    const auto log_sum = static_cast<T>(std::log(found.sums[static_cast<std::size_t>(row)]));
    const T* const logits = x + row * length;
    T* const to = costs + row * length;
#pragma omp simd
    for (std::int64_t i = 0; i < length; ++i) to[i] = log_sum - (logits[i] - largest);
  }
}

template <class T>
void costs_of_probabilities(const T* x, std::int64_t count, std::int64_t length,
                            const LimitedLogarithm<T>& logarithm, std::vector<double>& sums,
                            T* costs) {
  sums.resize(static_cast<std::size_t>(count));
  detail::reduce_lines(x, count, length, nullptr, Sum{}, sums.data());
  for (std::int64_t row = 0; row < count; ++row) {
    const auto sum = static_cast<T>(sums[static_cast<std::size_t>(row)]);
    const T* const from = x + row * length;
    T* const to = costs + row * length;
#pragma omp simd
    for (std::int64_t i = 0; i < length; ++i) to[i] = from[i] / sum;
  }
#pragma omp simd
  for (std::int64_t i = 0; i < count * length; ++i) costs[i] = -logarithm(costs[i]);
}

template <class T>
void compute_losses(const Tensor& target, const Tensor& output, bool from_logits,
                    const Split& split, double epsilon, Tensor& result) {
  const Lines<T> weights(target, split), outputs(output, split);
  const LimitedLogarithm<T> logarithm(epsilon);
  for_blocks_of_lines(split, [&](std::int64_t begin, std::int64_t end) {
    std::vector<T> gathered_weights, gathered_outputs;
    const T* const t = weights.rows(begin, end, gathered_weights);
    const T* const x = outputs.rows(begin, end, gathered_outputs);
    const std::int64_t count = end - begin, size = count * split.length;
    std::vector<T> terms(static_cast<std::size_t>(size));
    Powers<T> found;
    if (from_logits) {
      costs_of_logits(x, count, split.length, found, terms.data());
    } else {
      costs_of_probabilities(x, count, split.length, logarithm, found.sums, terms.data());
    }
    T* const products = terms.data();
#pragma omp simd
    for (std::int64_t i = 0; i < size; ++i) products[i] *= t[i];
    std::vector<double> sums(static_cast<std::size_t>(count));
    detail::reduce_lines(products, count, split.length, nullptr, Sum{}, sums.data());
    std::transform(sums.begin(), sums.end(), result.mutable_data<T>().begin() + begin,
                   [](double sum) { return static_cast<T>(sum); });
  });
}

bool compute(const Tensor& target, const Tensor& output, bool from_logits, std::int64_t axis,
             const Settings& settings, Tensor& result) {
  if (target.dtype() != output.dtype() || !is_floating(output.dtype())) return false;
  const Split split =
      stages_of(output.shape(), {reference::normalize_axis(axis, output.rank())}).front();
  const auto kernel = [&](const Tensor& weights, const Tensor& outputs, Tensor& losses) {
    with_float_type(outputs.dtype(), [&](auto sample) {
      compute_losses<decltype(sample)>(weights, outputs, from_logits, split, settings.epsilon,
                                       losses);
    });
  };
  compute_wide(result, kernel, target, output);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::categorical_crossentropy_op
