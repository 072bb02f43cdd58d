#include "optimized/device/kernels/lines.h"

#include <algorithm>

#include "optimized/device/teams.h"
#include "optimized/stages.h"

namespace kassay::optimized::device {
namespace {

constexpr std::int64_t kEnoughBlocks = 2048;  // so that all processors of a device are busy
constexpr std::int64_t kLeastElements = 16;   // of a part, for each member of a team
constexpr std::int64_t kLeastParts = 4;       // fewer do not justify another command

// The best number of equal parts to cut a row into.
std::int64_t parts_of(const Stage& stage, int reads) {
  const auto& [length, inner] = stage.lines;
  if (stage.rows == 0) return 1;
  const TeamShape shape = shape_of_lines(stage.rows, length, inner);
  std::int64_t parts = length / (shape.members * kLeastElements);
  // Rows that are read again get as many parts as possible: small parts stay in a cache.
  if (reads == 1) {
    const std::int64_t blocks = (stage.rows + shape.rows - 1) / shape.rows;
    parts = std::min(parts, kEnoughBlocks / blocks);
  }
  while (parts > 1 && length % parts != 0) --parts;
  return parts < kLeastParts ? 1 : parts;
}

}  // namespace

std::vector<Stage> stages_of(const Shape& shape, const std::vector<std::int64_t>& axes) {
  std::vector<Stage> stages;
  for (const Split& split : optimized::stages_of(shape, axes))
    stages.push_back({split.results(), {split.length, split.inner}});
  return stages;
}

std::vector<Stage> stages_in_parts(const Shape& shape, const std::vector<std::int64_t>& axes,
                                   int reads) {
  std::vector<Stage> stages;
  for (Stage stage : stages_of(shape, axes)) {
    for (std::int64_t parts = parts_of(stage, reads); parts > 1; parts = parts_of(stage, reads)) {
      auto& [length, inner] = stage.lines;
      stages.push_back({stage.rows * parts, {length / parts, inner}});
      length = parts;
    }
    stages.push_back(stage);
  }
  return stages;
}

std::shared_ptr<const Formula> same_element() {
  static const auto same = formula_of<double, 1>(traceable([](auto element) { return element; }));
  return same;
}

Tensor as_floats(const Tensor& x, Recorder& recorder) {
  if (is_floating(x.dtype())) return x;
  Tensor numbers = recorder.scratch(DType::kFloat64, x.shape());
  Chain chain{};
  chain.inputs = {{x.bytes().data(), x.dtype(), {}}};
  chain.statements = {{same_element(), {{false, 0}}, x.dtype(), DType::kFloat64}};
  chain.outputs = {{0, numbers.mutable_bytes().data()}};
  chain.count = x.size();
  recorder.add(std::move(chain));
  return numbers;
}

}  // namespace kassay::optimized::device
