#include "optimized/engine/rows.h"

#include <algorithm>

namespace kassay::optimized::engine {
namespace {

// Whether it stays the same from row to row.
bool is_repeated(const Shape& operand, const Shape& whole, std::size_t axes) {
  const std::size_t missing = whole.size() - operand.size();
  for (std::size_t d = missing; d < axes; ++d) {
    if (operand[d - missing] != 1) return false;
  }
  return true;
}

}  // namespace

bool has_rows(const Shape& operand, const Shape& whole, std::size_t axes) {
  return operand.size() == whole.size() &&
         std::equal(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(axes),
                    operand.begin());
}

Shape behind(const Shape& shape, std::size_t axes) {
  return {shape.begin() + static_cast<std::ptrdiff_t>(std::min(axes, shape.size())), shape.end()};
}

std::optional<Rows> rows_of(const Shape& whole, const std::vector<Shape>& operands,
                            std::int64_t most_elements) {
  for (std::size_t axes = whole.size(); axes > 0; --axes) {
    const bool serves = std::ranges::all_of(operands, [&](const Shape& operand) {
      return has_rows(operand, whole, axes) || is_repeated(operand, whole, axes);
    });
    if (!serves) continue;
    Rows rows{axes, 1, behind(whole, axes)};
    for (std::size_t d = 0; d < axes; ++d) rows.count *= whole[d];
    if (rows.elements() > most_elements) return std::nullopt;
    return rows;
  }
  return std::nullopt;
}

}  // namespace kassay::optimized::engine
