#include "optimized/stages.h"

#include <algorithm>

namespace kassay::optimized {

Stages stages_of(const Shape& shape, const std::vector<std::int64_t>& axes) {
  struct Group {
    bool reduced;
    std::int64_t size;
  };
  std::vector<Group> groups;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 1) continue;
    const bool reduced = std::binary_search(axes.begin(), axes.end(), static_cast<std::int64_t>(d));
    if (groups.empty() || groups.back().reduced != reduced) groups.push_back({reduced, 1});
    groups.back().size *= shape[d];
  }
  Stages stages;
  std::int64_t inner = 1;
  for (std::size_t g = groups.size(); g-- > 0;) {
    if (!groups[g].reduced) {
      inner *= groups[g].size;
      continue;
    }
    Split stage{1, groups[g].size, inner};
    for (std::size_t before = 0; before < g; ++before) stage.outer *= groups[before].size;
    stages.push_back(stage);
  }
  if (stages.empty()) stages.push_back({inner, 1, 1});
  return stages;
}

std::int64_t length_of(const Stages& stages) {
  std::int64_t length = 1;
  for (const Split& stage : stages) length *= stage.length;
  return length;
}

}  // namespace kassay::optimized
