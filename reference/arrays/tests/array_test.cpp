#include "reference/arrays/array.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace kassay::reference::array_test {
namespace {

Tensor of_int64(std::int64_t value) {
  Tensor tensor(DType::kInt64, {});
  tensor.mutable_data<std::int64_t>()[0] = value;
  return tensor;
}

TEST(Array, HoldsTheLargestInt64Exactly) {
  const Array array = widen(of_int64(std::numeric_limits<std::int64_t>::max()));
  EXPECT_EQ(round_to(DType::kInt64, array).data<std::int64_t>()[0],
            std::numeric_limits<std::int64_t>::max());
}

TEST(Array, IndexesInRowMajorOrder) {
  const Array array({2, 3}, {0, 1, 2, 3, 4, 5});
  EXPECT_EQ((array[{1, 0}]), 3);
  EXPECT_EQ((array[{0, 2}]), 2);
}

TEST(RoundTo, RoundsToFloat16Once) {
  // Just above the midpoint of two float16 numbers; in float32 it would be the midpoint itself.
  const Real above = 1 + 0x1p-11L + 0x1p-40L;
  EXPECT_EQ(static_cast<float>(round_to(DType::kFloat16, Array({}, above)).data<Float16>()[0]),
            1 + 0x1p-10F);
}

TEST(RoundTo, RoundsToFloat32Once) {
  const Real above = 1 + 0x1p-24L + 0x1p-60L;
  EXPECT_EQ(round_to(DType::kFloat32, Array({}, above)).data<float>()[0], 1 + 0x1p-23F);
}

TEST(ForEachIndex, VisitsRankZeroOnce) {
  int visits = 0;
  for_each_index({}, [&](const Index& index) {
    EXPECT_TRUE(index.empty());
    ++visits;
  });
  EXPECT_EQ(visits, 1);
}

TEST(ForEachIndex, VisitsNothingOfAnEmptyShape) {
  for_each_index({2, 0, 3}, [&](const Index&) { FAIL(); });
}

TEST(ForEachIndex, RunsTheLastDimensionFastest) {
  std::vector<Index> visited;
  for_each_index({2, 2}, [&](const Index& index) { visited.push_back(index); });
  EXPECT_EQ(visited, (std::vector<Index>{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
}

}  // namespace
}  // namespace kassay::reference::array_test
