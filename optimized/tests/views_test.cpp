// Where chains read moved elements from.
#include "optimized/engine/views.h"

#include <gmock/gmock.h>

#include <string>

#include "optimized/engine/pruning.h"
#include "optimized/layouts.h"
#include "optimized/tests/plans.h"

namespace kassay::optimized::views_test {
namespace {

using testing::ElementsAre;
using testing::Optional;

// What a layout reads from an array of the numbers 1, 2, ..., in two runs.
std::vector<int> gathered(const Layout& layout, int count) {
  std::vector<std::int16_t> numbers(64), result(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int16_t>(i + 1);
  const auto* const from = reinterpret_cast<const std::byte*>(numbers.data());
  auto* const to = reinterpret_cast<std::byte*>(result.data());
  const int first = count / 3;
  gather(layout, from, 2, 0, first, to);
  gather(layout, from, 2, first, count - first, to + 2 * first);
  return {result.begin(), result.end()};
}

TEST(ALayout, RepeatsRows) {
  EXPECT_THAT(gathered(*broadcast({3}, {2, 3}), 6), ElementsAre(1, 2, 3, 1, 2, 3));
}

TEST(ALayout, RepeatsColumns) {
  EXPECT_THAT(gathered(*broadcast({2, 1}, {2, 3}), 6), ElementsAre(1, 1, 1, 2, 2, 2));
}

TEST(ALayout, RepeatsBetween) {
  EXPECT_THAT(gathered(*broadcast({2, 1, 2}, {2, 2, 2}), 8), ElementsAre(1, 2, 1, 2, 3, 4, 3, 4));
}

TEST(ALayout, OfASlice) {
  const auto layout = moved({{{2, 4, 2}, {2, 1, 1}}, 5, 0}, {2, 2}, {2, 2});
  ASSERT_TRUE(layout.has_value());
  EXPECT_THAT(gathered(*layout, 4), ElementsAre(6, 7, 10, 11));
}

TEST(ALayout, OfAPaddingHasZerosAround) {
  const auto layout = moved({{{1, 2, 4}, {2, 1, 1}}, 0, 5}, {3, 4}, {3, 4});
  ASSERT_TRUE(layout.has_value());
  EXPECT_THAT(gathered(*layout, 12), ElementsAre(0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0));
}

TEST(ALayout, OfATransposition) {
  const auto layout = moved({{{2, 1, 3}, {3, 2, 1}}, 0, 0}, {2, 3}, {2, 3});
  ASSERT_TRUE(layout.has_value());
  EXPECT_FALSE(has_runs(*layout));
  EXPECT_THAT(gathered(*layout, 6), ElementsAre(1, 3, 5, 2, 4, 6));
}

TEST(ALayout, IsNoneInAnotherOrder) {
  EXPECT_FALSE(moved({{{2, 3, 1}, {3, 1, 2}}, 0, 0}, {2, 3}, {2, 3}).has_value());
}

TEST(ALayout, OfASliceRepeatsIt) {
  const auto layout = moved({{{1, 4, 2}, {2, 1, 1}}, 5, 0}, {1, 2}, {2, 2});
  ASSERT_TRUE(layout.has_value());
  EXPECT_THAT(gathered(*layout, 4), ElementsAre(6, 7, 6, 7));
}

TEST(ALayout, OfOneElementOfASlice) {
  const auto layout = moved({{}, 5, 0}, {1, 1}, {2, 2});
  ASSERT_TRUE(layout.has_value());
  EXPECT_TRUE(layout->is_single());
  EXPECT_EQ(layout->start, 5);
}

class Moves : public reference::Graph {
 protected:
  // The functions that are still called for the outputs, given x.
  std::vector<std::string> called(const List& outputs) {
    return functions_of(absorbed(outputs, {x_}));
  }
  // The remaining calls for the outputs, given the feeds.
  std::vector<engine::Call> absorbed(const List& outputs, const List& fed) const {
    const reference::Plan plan = plan_of(outputs, fed);
    std::vector<Value> feeds;
    for (const Value& input : fed)
      feeds.emplace_back(Tensor(type(input).dtype, *type(input).shape));
    auto calls = engine::pruned(calls_of(plan, feeds), output_slots(plan));
    engine::absorb_moves(calls, output_slots(plan));
    return engine::pruned(std::move(calls), output_slots(plan));
  }
  Value slice_of(const Value& x) {
    const List start{std::int64_t{0}, std::int64_t{2}}, size{std::int64_t{-1}, std::int64_t{3}};
    return call("slice", {x, start, size});
  }

  const Value x_ = placeholder(Shape{4, 6});
};

TEST_F(Moves, OfChainsAreAbsorbed) {
  EXPECT_THAT(called({call("tanh", {slice_of(x_)})}), ElementsAre("tanh"));
}

TEST_F(Moves, ThroughASqueezeAreAbsorbed) {
  const List start{std::int64_t{1}, std::int64_t{0}}, size{std::int64_t{1}, std::int64_t{-1}};
  const Value line = call("squeeze", {call("slice", {x_, start, size}), std::int64_t{0}});
  EXPECT_THAT(called({call("tanh", {line})}), ElementsAre("tanh"));
}

TEST_F(Moves, OfGradientsAreAbsorbed) {
  const Value y = call("square", {slice_of(x_)});
  EXPECT_THAT(called({call("operator.mul", {gradient(y, x_), 3.0})}),
              testing::Not(testing::Contains("move_back.slice")));
}

TEST_F(Moves, ThatOthersReadStay) {
  const Value part = slice_of(x_);
  const auto calls = absorbed({call("tanh", {part}), call("cumsum", {part})}, {x_});
  ASSERT_THAT(functions_of(calls), ElementsAre("slice", "tanh", "cumsum"));
  EXPECT_EQ(calls[1].arguments[0].slot, static_cast<std::ptrdiff_t>(calls[0].first_slot));
}

TEST_F(Moves, ThatAreOutputsStay) {
  const Value part = slice_of(x_);
  const auto calls = absorbed({part, call("tanh", {part})}, {x_});
  ASSERT_THAT(functions_of(calls), ElementsAre("slice", "tanh"));
  EXPECT_EQ(calls[1].arguments[0].slot, static_cast<std::ptrdiff_t>(calls[0].first_slot));
}

TEST_F(Moves, ThatLeaveNoRunsStay) {
  EXPECT_THAT(called({call("tanh", {call("transpose", {x_})})}), ElementsAre("transpose", "tanh"));
}

TEST_F(Moves, ThatBroadcastAreAbsorbed) {
  const List start{std::int64_t{1}, std::int64_t{0}}, size{std::int64_t{1}, std::int64_t{-1}};
  const Value line = call("slice", {x_, start, size});
  EXPECT_THAT(called({call("operator.add", {x_, line})}), ElementsAre("operator.add"));
}

TEST_F(Moves, ToAnotherShapeAreAbsorbed) {
  const Value moved = call("reshape", {x_, List{std::int64_t{3}, std::int64_t{8}}});
  EXPECT_THAT(called({call("tanh", {moved})}), ElementsAre("tanh"));
}

TEST_F(Moves, OfOneElementAreAbsorbed) {
  const List start{std::int64_t{1}, std::int64_t{1}}, size{std::int64_t{1}, std::int64_t{1}};
  EXPECT_THAT(called({call("operator.add", {x_, call("slice", {x_, start, size})})}),
              ElementsAre("operator.add"));
}

TEST_F(Moves, OfAnArrayOfOneElementAreAbsorbed) {
  const Value one = placeholder(Shape{1, 1, 1});
  const Value padded = call("temporal_padding", {one, List{std::int64_t{1}, std::int64_t{1}}});
  EXPECT_THAT(functions_of(absorbed({call("tanh", {padded})}, {one})), ElementsAre("tanh"));
}

TEST_F(Moves, OfNoElementsStay) {
  const List start{std::int64_t{0}, std::int64_t{0}}, size{std::int64_t{4}, std::int64_t{0}};
  EXPECT_THAT(called({call("tanh", {call("slice", {x_, start, size})})}),
              ElementsAre("slice", "tanh"));
}

TEST_F(Moves, OfAnEmptyArrayStay) {
  const Value empty = placeholder(Shape{2, 0, 3});
  const Value padded = call("temporal_padding", {empty, List{std::int64_t{1}, std::int64_t{1}}});
  EXPECT_THAT(functions_of(absorbed({call("tanh", {padded})}, {empty})),
              ElementsAre("temporal_padding", "tanh"));
}

TEST_F(Moves, OfASizeThatFollowsFromElementsStay) {
  const Value size = placeholder(Shape{2}, DType::kInt32);
  const Value part = call("slice", {x_, List{std::int64_t{0}, std::int64_t{0}}, size});
  EXPECT_THAT(functions_of(absorbed({call("tanh", {call("flatten", {part})})}, {x_, size})),
              ElementsAre("slice", "flatten", "tanh"));
}

TEST_F(Moves, OfTwoArraysStay) {  // the array needed only for its shape is not removed yet
  const reference::Plan plan =
      plan_of({call("operator.mul", {gradient(call("square", {slice_of(x_)}), x_), 3.0})}, {x_});
  auto calls = calls_of(plan, {Tensor(DType::kFloat32, {4, 6})});
  engine::absorb_moves(calls, output_slots(plan));
  const engine::Call& moved = calls.at(calls.size() - 2);
  ASSERT_EQ(moved.function(), "move_back.slice");
  EXPECT_EQ(calls.back().arguments[0].slot, static_cast<std::ptrdiff_t>(moved.first_slot));
}

TEST_F(Moves, OfWhatIsMovedReadThatOne) {
  const List start{std::int64_t{0}, std::int64_t{1}}, size{std::int64_t{-1}, std::int64_t{2}};
  const Value part = call("slice", {call("cumsum", {x_}), start, size});
  const auto calls =
      absorbed({call("tanh", {call("slice", {part, List{std::int64_t{1}, std::int64_t{0}},
                                             List{std::int64_t{2}, std::int64_t{-1}}})})},
               {x_});
  ASSERT_THAT(functions_of(calls), ElementsAre("cumsum", "slice", "tanh"));
  EXPECT_EQ(calls[2].arguments[0].slot, static_cast<std::ptrdiff_t>(calls[1].first_slot));
}

TEST_F(Moves, ForCallsOfOneShapeAreOneLayout) {
  const Value part = slice_of(x_);
  const auto calls = absorbed({call("tanh", {part}), call("exp", {part})}, {x_});
  ASSERT_THAT(functions_of(calls), ElementsAre("tanh", "exp"));
  EXPECT_NE(calls[0].layouts.at(0), nullptr);
  EXPECT_EQ(calls[0].layouts.at(0), calls[1].layouts.at(0));
}

TEST_F(Moves, ForCallsOfOtherShapesAreOtherLayouts) {
  const Value part = slice_of(x_), stack = placeholder(Shape{2, 4, 3});
  const auto calls =
      absorbed({call("tanh", {part}), call("exp", {part}), call("operator.add", {part, stack})},
               {x_, stack});
  ASSERT_THAT(functions_of(calls), ElementsAre("tanh", "exp", "operator.add"));
  EXPECT_EQ(period(*calls[0].layouts.at(0)), std::nullopt);
  EXPECT_EQ(period(*calls[1].layouts.at(0)), std::nullopt);
  EXPECT_THAT(period(*calls[2].layouts.at(0)), Optional(12));
}

TEST_F(Moves, LeaveOtherArgumentsAsTheyAre) {
  const Value other = placeholder(Shape{4, 3});
  const auto calls = absorbed({call("operator.sub", {other, slice_of(x_)})}, {x_, other});
  ASSERT_THAT(functions_of(calls), ElementsAre("operator.sub"));
  EXPECT_EQ(calls[0].layouts.at(0), nullptr);
  EXPECT_NE(calls[0].layouts.at(1), nullptr);
}

}  // namespace
}  // namespace kassay::optimized::views_test
