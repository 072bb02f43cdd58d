#include "optimized/cpu/reduction.h"

#include <cmath>
#include <limits>
#include <type_traits>

#include "optimized/cpu/half.h"

namespace kassay::optimized {

std::vector<double> spread_over_first_stage(const Stages& stages, const double* numbers) {
  std::vector<double> spread(numbers, numbers + stages.back().results());
  for (std::size_t stage = stages.size(); stage-- > 1;) {
    const Split& split = stages[stage];
    std::vector<double> wider;
    wider.reserve(spread.size() * static_cast<std::size_t>(split.length));
    for (std::int64_t outer = 0; outer < split.outer; ++outer) {
      const auto begin = spread.begin() + outer * split.inner;
      for (std::int64_t i = 0; i < split.length; ++i)
        wider.insert(wider.end(), begin, begin + split.inner);
    }
    spread = std::move(wider);
  }
  return spread;
}

void store(const std::vector<double>& numbers, Tensor& result) {
  parallel_blocks(result.size(), kBlock, 1, [&](std::int64_t begin, std::int64_t end) {
    const auto first = numbers.begin() + begin, last = numbers.begin() + end;
    if (result.dtype() == DType::kFloat64) {
      std::copy(first, last, result.mutable_data<double>().begin() + begin);
    } else if (result.dtype() == DType::kFloat32) {
      std::transform(first, last, result.mutable_data<float>().begin() + begin,
                     [](double number) { return static_cast<float>(number); });
    } else {
      std::array<float, kBlock> odd;
      std::transform(first, last, odd.begin(), rounded_to_odd);
      narrow(odd.data(), result.mutable_data<Float16>().data() + begin, end - begin);
    }
  });
}

namespace {

template <class T>
std::vector<T> extremes_of(const T* elements, const Stages& stages, bool largest) {
  using Limits = std::numeric_limits<T>;
  const T lowest = Limits::has_infinity ? static_cast<T>(-Limits::infinity()) : Limits::lowest();
  const T highest = Limits::has_infinity ? Limits::infinity() : Limits::max();
  return largest ? reduce(elements, stages, nullptr, Largest<T>{lowest})
                 : reduce(elements, stages, nullptr, Smallest<T>{highest});
}

// Whether float64 holds every element: checked for the largest and the smallest.
bool fits_float64(const Tensor& x) {
  if (x.dtype() != DType::kInt64) return true;
  constexpr std::int64_t kLargest = std::int64_t{1} << 53;
  const Stages all{{1, x.size(), 1}};
  const auto* const elements = x.data<std::int64_t>().data();
  return extremes_of(elements, all, true)[0] <= kLargest &&
         extremes_of(elements, all, false)[0] >= -kLargest;
}

}  // namespace

std::vector<double> sums(const Tensor& x, const Stages& stages) {
  return reduce_to_numbers(x, stages, nullptr, Sum{});
}

void sum(const Tensor& x, const Stages& stages, Tensor& result) {
  reduce_in_dtype(x, stages, Sum{}, WrappingSum{}, result);
}

std::optional<Moments> moments(const Tensor& x, const Stages& stages) {
  if (!fits_float64(x)) return std::nullopt;
  const auto count = static_cast<double>(length_of(stages));
  Moments found;
  found.means = sums(x, stages);
  for (double& mean : found.means) mean /= count;
  found.variances = reduce_to_numbers(x, stages, found.means.data(), SumOfSquares{});
  for (double& square : found.variances) square /= count;
  return found;
}

void extreme(const Tensor& x, const Stages& stages, bool largest, Tensor& result) {
  const auto kernel = [&](const Tensor& elements, Tensor& extremes) {
    with_computable_type(elements.dtype(), [&](auto sample) {
      // A bool is stored as the byte 0 or 1.
      using T = std::conditional_t<std::is_same_v<decltype(sample), bool>, std::uint8_t,
                                   decltype(sample)>;
      const std::vector<T> found = extremes_of(elements.data<T>().data(), stages, largest);
      std::copy(found.begin(), found.end(), extremes.mutable_data<T>().begin());
    });
  };
  compute_wide(result, kernel, x);
}

}  // namespace kassay::optimized
