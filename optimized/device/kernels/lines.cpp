#include "optimized/device/kernels/lines.h"

#include <memory>

namespace kassay::optimized::device {

std::vector<Stage> stages_of(const Shape& shape, const std::vector<std::int64_t>& axes) {
  std::vector<Stage> stages;
  std::int64_t outer = element_count(shape), inner = 1;
  auto dimension = static_cast<std::int64_t>(shape.size()) - 1;
  std::size_t left = axes.size();
  while (left > 0) {
    for (; dimension > axes[left - 1]; --dimension) {
      inner *= shape[static_cast<std::size_t>(dimension)];
    }
    std::int64_t length = 1;
    for (; left > 0 && axes[left - 1] == dimension; --left, --dimension)
      length *= shape[static_cast<std::size_t>(dimension)];
    outer = 1;
    for (std::int64_t d = 0; d <= dimension; ++d) outer *= shape[static_cast<std::size_t>(d)];
    stages.push_back({outer * inner, {length, inner}});
  }
  if (stages.empty()) stages.push_back({outer, {1, 1}});
  return stages;
}

Tensor as_floats(const Tensor& x, Recorder& recorder) {
  if (is_floating(x.dtype())) return x;
  static const auto same = std::make_shared<const Formula>(
      Formula{{{.what = Formula::Operator::kOperand, .operand = 0}}});
  Tensor numbers = recorder.scratch(DType::kFloat64, x.shape());
  Chain chain;
  chain.inputs = {{x.bytes().data(), x.dtype(), {}}};
  chain.statements = {{same, {{false, 0}}, x.dtype(), DType::kFloat64}};
  chain.outputs = {{0, numbers.mutable_bytes().data()}};
  chain.count = x.size();
  recorder.add(std::move(chain));
  return numbers;
}

}  // namespace kassay::optimized::device
