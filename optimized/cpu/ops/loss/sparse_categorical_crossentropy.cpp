#include <optional>
#include <vector>

#include "optimized/cpu/kernel.h"
#include "optimized/cpu/lines.h"
#include "optimized/cpu/probabilities.h"

namespace kassay::optimized::sparse_categorical_crossentropy_op {
namespace {

using reference::Settings;
using Labels = std::vector<std::int64_t>;

// None if a label is out of range.
std::optional<Labels> labels_of(const Tensor& target, std::int64_t classes) {
  Labels labels(static_cast<std::size_t>(target.size()));
  with_integral_type(target.dtype(), [&](auto sample) {
    std::ranges::copy(target.data<decltype(sample)>(), labels.begin());
  });
  const bool all_named = std::ranges::all_of(
      labels, [=](std::int64_t label) { return 0 <= label && label < classes; });
  return all_named ? std::optional(std::move(labels)) : std::nullopt;
}

// Logits are bound by the exponential, probabilities by one read.
template <class T>
void compute_losses(const Labels& labels, const Tensor& output, bool from_logits,
                    const Split& split, double epsilon, Tensor& result) {
  const Lines<T> outputs(output, split);
  const LimitedLogarithm<double> logarithm(epsilon);
  T* const losses = result.mutable_data<T>().data();
  for_blocks_of_lines(split, [&](std::int64_t begin, std::int64_t end) {
    std::vector<T> gathered;
    const T* const x = outputs.rows(begin, end, gathered);
    const std::int64_t count = end - begin;
    const auto chosen = [&](std::int64_t row) {
      return static_cast<double>(
          x[row * split.length + labels[static_cast<std::size_t>(begin + row)]]);
    };
    Powers<T> found;
    if (from_logits) {
      found.find(x, count, split.length);
      for (std::int64_t row = 0; row < count; ++row) {
        const auto at = static_cast<std::size_t>(row);
        const double below = chosen(row) - static_cast<double>(found.largest[at]);
        losses[begin + row] = static_cast<T>(std::log(found.sums[at]) - below);
      }
      return;
    }
    found.sums.resize(static_cast<std::size_t>(count));
    detail::reduce_lines(x, count, split.length, nullptr, Sum{}, found.sums.data());
    for (std::int64_t row = 0; row < count; ++row) {
      const double share = chosen(row) / found.sums[static_cast<std::size_t>(row)];
      losses[begin + row] = static_cast<T>(-logarithm(share));
    }
  });
}

bool compute(const Tensor& target, const Tensor& output, bool from_logits, std::int64_t axis,
             const Settings& settings, Tensor& result) {
  if (!is_integer(target.dtype()) || !is_floating(output.dtype())) return false;
  const Split split =
      stages_of(output.shape(), {reference::normalize_axis(axis, output.rank())}).front();
  const auto labels = labels_of(target, split.length);
  if (!labels) return false;
  const auto kernel = [&](const Tensor& outputs, Tensor& losses) {
    with_float_type(outputs.dtype(), [&](auto sample) {
      compute_losses<decltype(sample)>(*labels, outputs, from_logits, split, settings.epsilon,
                                       losses);
    });
  };
  compute_wide(result, kernel, output);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::sparse_categorical_crossentropy_op
