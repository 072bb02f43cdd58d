#include "optimized/cpu/reduction.h"

#include <limits>
#include <type_traits>

#include "optimized/cpu/half.h"

namespace kassay::optimized {

std::optional<Split> split(const Shape& shape, const std::vector<std::int64_t>& axes) {
  Split result;
  bool begun = false;
  bool ended = false;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const bool reduced = std::binary_search(axes.begin(), axes.end(), static_cast<std::int64_t>(d));
    if (reduced && ended && shape[d] != 1) return std::nullopt;
    if (reduced) {
      begun = begun || shape[d] != 1;
      result.length *= shape[d];
    } else if (shape[d] != 1) {
      ended = begun;
      (begun ? result.inner : result.outer) *= shape[d];
    }
  }
  return result;
}

void store(const std::vector<double>& numbers, Tensor& result) {
  const auto count = static_cast<std::int64_t>(numbers.size());
  if (result.dtype() == DType::kFloat64) {
    std::copy(numbers.begin(), numbers.end(), result.mutable_data<double>().begin());
  } else if (result.dtype() == DType::kFloat32) {
    std::transform(numbers.begin(), numbers.end(), result.mutable_data<float>().begin(),
                   [](double number) { return static_cast<float>(number); });
  } else {
    for (std::int64_t i = 0; i < count; ++i)
      set_element(result, i, numbers[static_cast<std::size_t>(i)]);
  }
}

std::optional<std::vector<double>> variances(const Tensor& x, const Split& split) {
  const Tensor elements = computable(x);
  auto means = reduce_floating(elements, split, nullptr, Sum{});
  if (!means) return std::nullopt;
  const auto count = static_cast<double>(split.length);
  for (double& mean : *means) mean /= count;
  auto squares = reduce_floating(elements, split, means->data(), SumOfSquares{});
  for (double& square : *squares) square /= count;
  return squares;
}

namespace {

template <class T>
void find_extremes(const Tensor& x, const Split& split, bool largest, Tensor& result) {
  using Limits = std::numeric_limits<T>;
  const T lowest = Limits::has_infinity ? static_cast<T>(-Limits::infinity()) : Limits::lowest();
  const T highest = Limits::has_infinity ? Limits::infinity() : Limits::max();
  const T* const elements = x.data<T>().data();
  const std::vector<T> found = largest ? reduce(elements, split, nullptr, Largest<T>{lowest})
                                       : reduce(elements, split, nullptr, Smallest<T>{highest});
  std::copy(found.begin(), found.end(), result.mutable_data<T>().begin());
}

}  // namespace

bool extreme(const Tensor& x, const Split& split, bool largest, Tensor& result) {
  if (x.dtype() == DType::kBool) return false;
  const auto kernel = [&](const Tensor& elements, Tensor& extremes) {
    with_computable_type(elements.dtype(), [&](auto sample) {
      using T = decltype(sample);
      if constexpr (!std::is_same_v<T, bool>) find_extremes<T>(elements, split, largest, extremes);
    });
  };
  compute_wide(result, kernel, x);
  return true;
}

}  // namespace kassay::optimized
