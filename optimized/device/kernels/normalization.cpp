// Normalisation with a given mean and variance, and with those of a batch.
#include <optional>

#include "optimized/device/kernels/kernels.h"
#include "optimized/device/kernels/lines.h"
#include "optimized/layouts.h"

namespace kassay::optimized::device {
namespace {

using reference::Settings;

constexpr std::size_t kOfStandard = 4;  // center, divisor, scale and shift

// Aligns a vector with the axis; other shapes stay.
Shape placed(const Shape& parameter, std::int64_t rank, std::int64_t axis) {
  if (parameter.size() != 1 || rank == 0) return parameter;
  Shape shape(static_cast<std::size_t>(rank), 1);
  shape[static_cast<std::size_t>(reference::normalize_axis(axis, rank))] = parameter.front();
  return shape;
}

// The statistics to standardize with, in shapes that broadcast.
struct Statistics {
  Tensor mean, variance;
  std::optional<Tensor> gamma, beta;
};

// Computes in double and rounds once.
Chain standardization(const Tensor& x, const Layout& at_x, const Tensor& numbers,
                      const Layout& at_numbers, Tensor& result) {
  static const auto formula = formula_of<double, 1 + kOfStandard>(
      traceable([](auto x, auto center, auto divisor, auto scale, auto shift) {
        return (x - center) / divisor * scale + shift;
      }));
  Chain chain{};
  chain.count = result.size();
  chain.inputs = {{x.bytes().data(), x.dtype(), at_x}};
  std::vector<Chain::Source> operands = {{true, 0}};
  for (std::size_t i = 0; i < kOfStandard; ++i) {
    const std::size_t first = i * numbers.byte_size() / kOfStandard;
    chain.inputs.push_back({numbers.bytes().data() + first, DType::kFloat64, at_numbers});
    operands.push_back({false, 1 + i});
  }
  chain.statements = {{same_element(), {{false, 0}}, x.dtype(), DType::kFloat64},
                      {formula, operands, DType::kFloat64, DType::kFloat64},
                      {same_element(), {{true, 1}}, DType::kFloat64, result.dtype()}};
  chain.outputs = {{2, result.mutable_bytes().data()}};
  return chain;
}

// `Number`: the type that stores the mean and the variance.
template <class Number, class T>
bool add_standardization(const Tensor& x, const Statistics& by, double epsilon,
                         const Settings& settings, Tensor& result, Recorder& recorder) {
  Shape shape = reference::broadcast_shapes(by.mean.shape(), by.variance.shape());
  for (const auto& parameter : {by.gamma, by.beta})
    if (parameter) shape = reference::broadcast_shapes(shape, parameter->shape());
  const auto at_mean = broadcast(by.mean.shape(), shape),
             at_variance = broadcast(by.variance.shape(), shape);
  const auto at_gamma = broadcast(by.gamma.value_or(by.mean).shape(), shape);
  const auto at_beta = broadcast(by.beta.value_or(by.mean).shape(), shape);
  const auto at_x = broadcast(x.shape(), result.shape()),
             at_standard = broadcast(shape, result.shape());
  if (!at_mean || !at_variance || !at_gamma || !at_beta || !at_x || !at_standard) return false;
  const std::int64_t count = element_count(shape);
  Tensor numbers = recorder.scratch(DType::kFloat64, {kOfStandard, count});
  recorder.add(
      Each{Standards<Number, T>{elements<Number>(by.mean), elements<Number>(by.variance),
                                by.gamma ? elements<T>(*by.gamma) : nullptr,
                                by.beta ? elements<T>(*by.beta) : nullptr,
                                elements<double>(numbers), count, *at_mean, *at_variance, *at_gamma,
                                *at_beta, epsilon, settings.edition == Edition::kKo},
           count});
  recorder.add(standardization(x, *at_x, numbers, *at_standard, result));
  return true;
}

bool batch_normalization(const Tensor& x, const Tensor& mean, const Tensor& var,
                         const std::optional<Tensor>& beta, const std::optional<Tensor>& gamma,
                         std::int64_t axis, double epsilon, const Settings& settings,
                         Tensor& result, Recorder& recorder) {
  Statistics by{mean, var, gamma, beta};
  for (const auto& parameter : {std::optional(mean), std::optional(var), gamma, beta})
    if (parameter && parameter->dtype() != x.dtype()) return false;
  const auto place = [&](Tensor& parameter) {
    parameter = parameter.reshaped(placed(parameter.shape(), x.rank(), axis));
  };
  place(by.mean);
  place(by.variance);
  if (by.gamma) place(*by.gamma);
  if (by.beta) place(*by.beta);
  bool is_recorded = false;
  with_float(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    is_recorded = add_standardization<T, T>(x, by, epsilon, settings, result, recorder);
  });
  return is_recorded;
}

// The means and variances along the stages, in double. Each stage computes its own from those of the stage before.
Statistics add_moments(const Tensor& x, const std::vector<Stage>& stages, Recorder& recorder) {
  Statistics found;
  for (const Stage& stage : stages) {
    const Tensor& from = &stage == &stages.front() ? x : found.mean;
    const double* const within =
        &stage == &stages.front() ? nullptr : elements<double>(std::as_const(found.variance));
    Tensor means = recorder.scratch(DType::kFloat64, {stage.rows});
    Tensor variances = recorder.scratch(DType::kFloat64, {stage.rows});
    with_float(from.dtype(), [&](auto sample) {
      using T = decltype(sample);
      recorder.add(
          Rows{VarianceRows<T, double>{elements<T>(from), within, elements<double>(variances),
                                       elements<double>(means), stage.lines, false},
               stage.rows, stage.lines.length});
    });
    found = {means, variances, std::nullopt, std::nullopt};
  }
  return found;
}

template <class T>
void add_rounded(const Tensor& numbers, Tensor& result, Recorder& recorder) {
  recorder.add(Each{Round<T>{elements<double>(numbers), elements<T>(result)}, result.size()});
}

bool normalize_batch_in_training(const Tensor& x, const std::optional<Tensor>& gamma,
                                 const std::optional<Tensor>& beta,
                                 const std::vector<std::int64_t>& reduction_axes, double epsilon,
                                 const Settings& settings, std::vector<Tensor>& results,
                                 Recorder& recorder) {
  for (const auto& parameter : {gamma, beta})
    if (parameter && parameter->dtype() != x.dtype()) return false;
  const auto axes = reference::normalize_axes({reduction_axes}, x.rank());
  const Shape kept = reference::reduced_shape(x.shape(), axes, true);
  bool is_recorded = false;
  with_float(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    Statistics by = add_moments(x, stages_in_parts(x.shape(), axes, 2), recorder);
    add_rounded<T>(by.mean, results[1], recorder);
    add_rounded<T>(by.variance, results[2], recorder);
    by = {by.mean.reshaped(kept), by.variance.reshaped(kept), gamma, beta};
    if (gamma) by.gamma = gamma->reshaped(kept);
    if (beta) by.beta = beta->reshaped(kept);
    is_recorded = add_standardization<double, T>(x, by, epsilon, settings, results[0], recorder);
  });
  return is_recorded;
}

}  // namespace

const KernelTable& normalization_kernels() {
  static const KernelTable table = {
      {"batch_normalization", define(batch_normalization)},
      {"normalize_batch_in_training", define(normalize_batch_in_training)}};
  return table;
}

}  // namespace kassay::optimized::device
