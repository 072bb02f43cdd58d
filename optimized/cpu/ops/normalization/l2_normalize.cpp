#include <cmath>
#include <optional>
#include <vector>

#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"
#include "optimized/cpu/standardize.h"

namespace kassay::optimized::l2_normalize_op {
namespace {

struct LargestMagnitude {
  using Accumulator = double;
  double identity = 0;
  template <class T>
  double combine(double a, T element) const {
    return merging().combine(a, std::fabs(static_cast<double>(element)));
  }
  Largest<double> merging() const { return {identity}; }
};

// A sum of squares between these bounds has all its digits in float64.
constexpr double kLeastSum = 0x1p-900;
constexpr double kMostSum = 0x1p1000;

// The divisor of a slice of zeros.
constexpr double kNothing = 1;

// The norms of slices, given their sums of squares. None if a sum has lost digits of finite elements, which happens only in float64.
std::optional<std::vector<double>> norms_of(const Tensor& x, const Stages& stages,
                                            const std::vector<double>& sums) {
  std::vector<double> magnitudes;
  std::vector<double> norms(sums.size());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    norms[i] = std::sqrt(sums[i]);
    if (sums[i] != sums[i] || (sums[i] >= kLeastSum && sums[i] <= kMostSum)) continue;
    if (magnitudes.empty()) magnitudes = reduce_to_numbers(x, stages, nullptr, LargestMagnitude{});
    if (magnitudes[i] == 0) {
      norms[i] = kNothing;
    } else if (std::isfinite(magnitudes[i])) {
      return std::nullopt;
    }
  }
  return norms;
}

// Reads the elements twice and writes them once.
bool compute(const Tensor& x, const std::optional<std::int64_t>& axis, Tensor& result) {
  if (!is_floating(x.dtype())) return false;
  Axes axes;
  if (axis) axes.named = {*axis};
  const auto normalized = reference::normalize_axes(axes, x.rank());
  const Stages stages = stages_of(x.shape(), normalized);
  const Tensor elements = computable(x);
  const auto norms =
      norms_of(elements, stages, reduce_to_numbers(elements, stages, nullptr, SumOfSquares{}));
  if (!norms) return false;
  const Shape shape = reference::reduced_shape(x.shape(), normalized, true);
  Standard standard{Tensor(DType::kFloat64, shape), Tensor::unspecified(DType::kFloat64, shape)};
  std::ranges::copy(*norms, standard.divisor.mutable_data<double>().begin());
  return standardize(x, standard, result);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::l2_normalize_op
