#include "optimized/cpu/standardize.h"

#include <cmath>
#include <limits>

#include "optimized/cpu/elementwise.h"

namespace kassay::optimized {
namespace {

// One multiplication and one addition per element, in its type.
template <class T>
struct Quick {
  using Number = T;
  static constexpr std::size_t kNumbers = 3;
  T operator()(T x, T center, T factor, T shift) const { return (x - center) * factor + shift; }
};

// For intermediate results that float32 cannot hold.
template <class T>
struct Careful {
  using Number = double;
  static constexpr std::size_t kNumbers = 4;
  T operator()(T x, double center, double divisor, double scale, double shift) const {
    return static_cast<T>((static_cast<double>(x) - center) / divisor * scale + shift);
  }
};

// `p` holds the numbers of the formula; it moves along the row, or does not.
template <class T, class Formula, std::size_t... I>
void standardize_row(const T* x, bool x_moves,
                     const std::array<const typename Formula::Number*, sizeof...(I)>& p,
                     bool p_moves, T* z, std::int64_t count, const Formula& formula,
                     std::index_sequence<I...>) {
  if (!x_moves) {
    // cppcheck-suppress constStatement ; it does not see the expansion of a pack
    for (std::int64_t i = 0; i < count; ++i) z[i] = formula(*x, p[I][p_moves ? i : 0]...);
  } else if (p_moves) {
#pragma omp simd
    // cppcheck-suppress constStatement
    for (std::int64_t i = 0; i < count; ++i) z[i] = formula(x[i], p[I][i]...);
  } else {
    const std::array<typename Formula::Number, sizeof...(I)> fixed{*p[I]...};
#pragma omp simd
    // cppcheck-suppress constStatement
    for (std::int64_t i = 0; i < count; ++i) z[i] = formula(x[i], fixed[I]...);
  }
}

template <class T, class Formula>
void standardize_rows(const Tensor& x, const detail::Rows& rows,
                      const std::array<Tensor, Formula::kNumbers>& parameters,
                      const Formula& formula, Tensor& result) {
  using Number = typename Formula::Number;
  std::array<Tensor, Formula::kNumbers> repeats;
  std::array<const Number*, Formula::kNumbers> first;
  for (std::size_t i = 0; i < first.size(); ++i) {
    repeats[i] = detail::repeated(parameters[i], rows, 1);
    first[i] = repeats[i].template data<Number>().data();
  }
  const Tensor elements = detail::repeated(x, rows, 0);
  const T* const xs = elements.data<T>().data();
  T* const zs = result.mutable_data<T>().data();
  detail::for_each_run(
      rows, result.size(),
      [&](std::int64_t x_offset, std::int64_t p_offset, std::int64_t offset, std::int64_t count) {
        auto p = first;
        for (auto& each : p) each += p_offset;
        standardize_row(xs + x_offset, rows.moves[0], p, rows.moves[1], zs + offset, count, formula,
                        std::make_index_sequence<Formula::kNumbers>{});
      });
}

// The numbers of Quick: center, factor, shift. None if these, or results for an element, may exceed the range of T.
template <class T>
std::optional<std::array<Tensor, 3>> quick_parameters(const Standard& standard) {
  using Limits = std::numeric_limits<T>;
  // Adding a term below half an ulp of the largest number never exceeds it.
  const double most_term = std::ldexp(1.0, Limits::max_exponent - Limits::digits - 1);
  const auto type = DTypeOf<T>::value;
  const Shape& shape = standard.center.shape();
  std::array<Tensor, 3> parameters{Tensor::unspecified(type, shape),
                                   Tensor::unspecified(type, shape),
                                   Tensor::unspecified(type, shape)};
  const auto number = [](const Tensor& tensor, std::size_t i) { return tensor.data<double>()[i]; };
  for (std::size_t i = 0; i < static_cast<std::size_t>(standard.center.size()); ++i) {
    const double center = number(standard.center, i);
    const double scale = standard.scale ? number(*standard.scale, i) : 1;
    const double factor = scale / number(standard.divisor, i);
    const auto rounded_center = static_cast<T>(center);
    // Adding -0 changes nothing, not even the sign of a zero.
    const double shift = (standard.shift ? number(*standard.shift, i) : -0.0) -
                         (center - static_cast<double>(rounded_center)) * factor;
    const auto rounded_factor = static_cast<T>(factor);
    const bool holds = std::fabs(center) < most_term && std::fabs(shift) < most_term &&
                       (std::isnormal(rounded_factor) || (factor == 0 && scale == 0));
    if (!holds) return std::nullopt;
    parameters[0].mutable_data<T>()[i] = rounded_center;
    parameters[1].mutable_data<T>()[i] = rounded_factor;
    parameters[2].mutable_data<T>()[i] = static_cast<T>(shift);
  }
  return parameters;
}

Tensor filled(const Shape& shape, double number) {
  Tensor tensor = Tensor::unspecified(DType::kFloat64, shape);
  std::ranges::fill(tensor.mutable_data<double>(), number);
  return tensor;
}

}  // namespace

bool standardize(const Tensor& x, const Standard& standard, Tensor& result) {
  const Shape& shape = standard.center.shape();
  const detail::Rows rows = detail::broadcast_rows(x.shape(), shape, result.shape());
  bool served = true;
  const auto kernel = [&](const Tensor& elements, Tensor& standardized) {
    with_float_type(elements.dtype(), [&](auto sample) {
      using T = decltype(sample);
      if (const auto quick = quick_parameters<T>(standard)) {
        standardize_rows<T>(elements, rows, *quick, Quick<T>{}, standardized);
      } else if (std::is_same_v<T, double>) {
        served = false;
      } else {
        standardize_rows<T>(
            elements, rows,
            std::array{standard.center, standard.divisor, standard.scale.value_or(filled(shape, 1)),
                       standard.shift.value_or(filled(shape, -0.0))},
            Careful<T>{}, standardized);
      }
    });
  };
  compute_wide(result, kernel, x);
  return served;
}

Tensor spread_wide(const Tensor& tensor, const Shape& as, const Shape& shape) {
  Tensor wide = Tensor::unspecified(DType::kFloat64, as);
  with_type_of(tensor.dtype(), [&](auto sample) {
    const auto numbers = tensor.data<decltype(sample)>();
    std::ranges::transform(numbers, wide.mutable_data<double>().begin(),
                           [](auto number) { return static_cast<double>(number); });
  });
  if (as == shape) return wide;
  Tensor result(DType::kFloat64, shape);
  const Tensor zeros = result;
  binary(zeros, wide, result, [](auto, auto number) { return number; });
  return result;
}

Tensor divisor_of(const Tensor& variance, double epsilon, Edition edition) {
  Tensor divisor = Tensor::unspecified(DType::kFloat64, variance.shape());
  unary(variance, divisor, [=](auto v) {
    return edition == Edition::kKo ? std::sqrt(v + static_cast<decltype(v)>(epsilon))
                                   : std::sqrt(v) + static_cast<decltype(v)>(epsilon);
  });
  return divisor;
}

}  // namespace kassay::optimized
