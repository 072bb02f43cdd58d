#include "reference/arrays/loops.h"

#include <gtest/gtest.h>

#include <numeric>

namespace kassay::reference::loops_test {
namespace {

constexpr auto first = [](const std::vector<Real>& elements) { return elements.front(); };

Array counting(const Shape& shape) {
  Array array(shape);
  std::iota(array.flat().begin(), array.flat().end(), Real{0});
  return array;
}

TEST(Map, StretchesBothOperands) {
  const Array sum =
      map(Array({2, 1}, {10, 20}), Array({3}, {1, 2, 3}), [](Real a, Real b) { return a + b; });
  EXPECT_EQ(sum.shape(), (Shape{2, 3}));
  EXPECT_EQ(sum.flat(), (std::vector<Real>{11, 12, 13, 21, 22, 23}));
}

TEST(Reduce, BringsElementsTogetherInRowMajorOrder) {
  std::vector<std::vector<Real>> slices;
  reduce(counting({2, 2, 2}), {0, 2}, false, [&](const std::vector<Real>& elements) {
    slices.push_back(elements);
    return Real{0};
  });
  EXPECT_EQ(slices, (std::vector<std::vector<Real>>{{0, 1, 4, 5}, {2, 3, 6, 7}}));
}

TEST(Reduce, KeepsDimensions) {
  EXPECT_EQ(reduce(counting({2, 3}), {1}, true, first).shape(), (Shape{2, 1}));
}

TEST(Reduce, GivesNoElementsToTheFunctionOfAnEmptySlice) {
  const Array counts = reduce(Array({2, 0}), {1}, false, [](const std::vector<Real>& elements) {
    return static_cast<Real>(elements.size());
  });
  EXPECT_EQ(counts.flat(), (std::vector<Real>{0, 0}));
}

TEST(Reduce, WithoutAxesVisitsEachElement) {
  EXPECT_EQ(reduce(counting({3}), {}, false, first).flat(), (std::vector<Real>{0, 1, 2}));
}

TEST(MapLines, RunsAlongTheAxis) {
  const Array sums = map_lines(counting({2, 3}), 0, [](std::vector<Real> line) {
    std::partial_sum(line.begin(), line.end(), line.begin());
    return line;
  });
  EXPECT_EQ(sums.flat(), (std::vector<Real>{0, 1, 2, 3, 5, 7}));
}

}  // namespace
}  // namespace kassay::reference::loops_test
