#include "reference/arrays/axes.h"
#include "reference/arrays/loops.h"
#include "reference/graph/data_format.h"
#include "spec/lib/error.h"

namespace kassay::reference::bias_add_op {
namespace {

// The shape in which the bias broadcasts against x of that rank.
Shape placed(const Shape& bias, std::int64_t rank, bool first) {
  const auto given = static_cast<std::int64_t>(bias.size());
  // bias_add.bias-rank
  if (rank == 0 || given == 0 || (given != 1 && given != rank - 1)) {
    throw ApiError(ErrorKind::kValue, "a bias of shape " + to_string(bias) +
                                          " for a tensor of rank " + std::to_string(rank) +
                                          "; it may be a vector or have rank " +
                                          std::to_string(rank - 1));
  }
  if (rank == 1) return bias;
  // bias_add.vector, bias_add.rank-2: a vector has 1 in every place
  Shape places(bias.begin(), bias.end() - 1);
  if (given == 1 && rank > 2) places.assign(static_cast<std::size_t>(rank - 2), 1);
  Shape shape{1};
  // bias_add.channels-first, bias_add.full-channels-first
  if (first) shape.push_back(bias.back());
  shape.insert(shape.end(), places.begin(), places.end());  // bias_add.full
  if (!first) shape.push_back(bias.back());
  return shape;
}

// bias_add.format-unknown, bias_add.default-format, bias_add.configured-format
TensorType infer(const TensorType& x, const TensorType& bias, const Format& data_format,
                 const Settings& settings) {
  const Shape shape = placed(bias.shape, x.rank(), channels_first(data_format, settings));
  // bias_add.bias-size
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 1 || shape[d] == x.shape[d]) continue;
    if (shape[d] == kUnknown || x.shape[d] == kUnknown) continue;
    throw ApiError(ErrorKind::kValue, "a bias of shape " + to_string(bias.shape) +
                                          " does not fit a tensor of shape " + to_string(x.shape));
  }
  return x;
}

// bias_add.special: one IEEE 754 addition for each element
Array compute(const Array& x, const Array& bias, const Format& data_format,
              const Settings& settings) {
  const Shape shape = placed(bias.shape(), x.rank(), channels_first(data_format, settings));
  return map(x, Array(shape, bias.flat()), [](Real a, Real b) { return a + b; });
}

Expression expression(const Expression& x, const Expression& bias, const Format& data_format,
                      const Settings& settings) {
  const bool first = channels_first(data_format, settings);
  return x + reshape(bias, placed(bias.shape(), x.rank(), first));
}

}  // namespace

// By the signature and the pieces named below: bias_add.full-untold, bias_add.format-case
Kernel kernel() { return define_composite(infer, compute, expression); }

}  // namespace kassay::reference::bias_add_op
