// Calls that are formulas, apart from the shape or the dtype of an argument.
#include <algorithm>
#include <memory>
#include <optional>

#include "optimized/device/kernels/kernels.h"
#include "optimized/layouts.h"
#include "reference/graph/data_format.h"

namespace kassay::optimized::device {
namespace {

using Operator = Formula::Operator;
using Step = Formula::Step;

std::shared_ptr<const Formula> formula_of(std::vector<Step> steps) {
  return std::make_shared<const Formula>(Formula{std::move(steps)});
}

// Adds arrays as inputs of a chain for the result; false if one of them cannot be an input.
bool add_inputs(const std::vector<Tensor>& arrays, const Tensor& result, Chain& chain) {
  chain.count = result.size();
  for (const Tensor& array : arrays) {
    const auto layout = broadcast(array.shape(), result.shape());
    if (!layout) return false;
    chain.inputs.push_back({array.bytes().data(), array.dtype(), *layout});
  }
  return true;
}

// The shape in which a bias broadcasts against x of that rank.
Shape shape_of_bias(const Shape& bias, std::int64_t rank, bool first) {
  if (rank == 1) return bias;
  Shape shape(static_cast<std::size_t>(rank), 1);
  const auto places = shape.begin() + (first ? 2 : 1);
  if (bias.size() > 1) std::copy(bias.begin(), bias.end() - 1, places);
  shape[first ? 1 : shape.size() - 1] = bias.back();
  return shape;
}

bool bias_add(const Tensor& x, const Tensor& bias, const reference::Format& data_format,
              const reference::Settings& settings, Tensor& result, Recorder& recorder) {
  if (x.dtype() != bias.dtype() || x.dtype() != result.dtype()) return false;
  static const auto sum = formula_of(
      {Step{Operator::kOperand, {}, 0}, {Operator::kOperand, {}, 1}, {Operator::kAdd, {0, 1}}});
  const Shape shape =
      shape_of_bias(bias.shape(), x.rank(), reference::channels_first(data_format, settings));
  Chain chain{};
  if (!add_inputs({x, bias.reshaped(shape)}, result, chain)) return false;
  chain.statements = {{sum, {{false, 0}, {false, 1}}, x.dtype(), x.dtype()}};
  chain.outputs = {{0, result.mutable_bytes().data()}};
  recorder.add(std::move(chain));
  return true;
}

// The condition may have any dtype; it is true where it is not 0.
bool select(const Tensor& condition, const Tensor& chosen, const Tensor& otherwise, Tensor& result,
            Recorder& recorder) {
  if (chosen.dtype() != otherwise.dtype() || chosen.dtype() != result.dtype()) return false;
  static const auto operand = formula_of({Step{Operator::kOperand, {}, 0}});
  static const auto choice = formula_of({Step{Operator::kOperand, {}, 0},
                                         {Operator::kOperand, {}, 1},
                                         {Operator::kOperand, {}, 2},
                                         {Operator::kChoose, {0, 1, 2}}});
  Chain chain{};
  if (!add_inputs({condition, chosen, otherwise}, result, chain)) return false;
  chain.statements = {
      {operand, {{false, 0}}, condition.dtype(), DType::kBool},
      {choice, {{true, 0}, {false, 1}, {false, 2}}, chosen.dtype(), chosen.dtype()}};
  chain.outputs = {{1, result.mutable_bytes().data()}};
  recorder.add(std::move(chain));
  return true;
}

}  // namespace

const KernelTable& formula_kernels() {
  static const KernelTable table = {{"bias_add", define(bias_add)},
                                    {"internal.select", define(select)}};
  return table;
}

}  // namespace kassay::optimized::device
