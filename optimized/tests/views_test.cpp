// Where chains read what others move.
#include "optimized/engine/views.h"

#include <gmock/gmock.h>

#include <string>

#include "optimized/engine/pruning.h"
#include "optimized/tests/plans.h"

namespace kassay::optimized::views_test {
namespace {

using engine::View;
using testing::ElementsAre;
using testing::Optional;

// What a view of the numbers 1, 2, ... reads, in two runs.
std::vector<int> gathered(const View& view, int count) {
  std::vector<std::int16_t> numbers(64), result(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int16_t>(i + 1);
  const auto* const from = reinterpret_cast<const std::byte*>(numbers.data());
  auto* const to = reinterpret_cast<std::byte*>(result.data());
  const int first = count / 3;
  view.gather(from, 2, 0, first, to);
  view.gather(from, 2, first, count - first, to + 2 * first);
  return {result.begin(), result.end()};
}

TEST(AView, RepeatsRows) {
  EXPECT_THAT(gathered(View({3}, {2, 3}), 6), ElementsAre(1, 2, 3, 1, 2, 3));
}

TEST(AView, RepeatsColumns) {
  EXPECT_THAT(gathered(View({2, 1}, {2, 3}), 6), ElementsAre(1, 1, 1, 2, 2, 2));
}

TEST(AView, RepeatsBetween) {
  EXPECT_THAT(gathered(View({2, 1, 2}, {2, 2, 2}), 8), ElementsAre(1, 2, 1, 2, 3, 4, 3, 4));
}

TEST(AView, OfASlice) {
  const auto view = View::of({{}, {{2, 4, 2}, {2, 1, 1}}, 5, 0}, {2, 2}, {2, 2});
  ASSERT_TRUE(view.has_value());
  EXPECT_THAT(gathered(*view, 4), ElementsAre(6, 7, 10, 11));
}

TEST(AView, OfAPaddingHasZerosAround) {
  const auto view = View::of({{}, {{1, 2, 4}, {2, 1, 1}}, 0, 5}, {3, 4}, {3, 4});
  ASSERT_TRUE(view.has_value());
  EXPECT_THAT(gathered(*view, 12), ElementsAre(0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0));
}

TEST(AView, OfATransposition) {
  const auto view = View::of({{}, {{2, 1, 3}, {3, 2, 1}}, 0, 0}, {2, 3}, {2, 3});
  ASSERT_TRUE(view.has_value());
  EXPECT_FALSE(view->has_runs());
  EXPECT_THAT(gathered(*view, 6), ElementsAre(1, 3, 5, 2, 4, 6));
}

TEST(AView, IsNoneInAnotherOrder) {
  EXPECT_FALSE(View::of({{}, {{2, 3, 1}, {3, 1, 2}}, 0, 0}, {2, 3}, {2, 3}).has_value());
}

TEST(AView, OfASliceRepeatsIt) {
  const auto view = View::of({{}, {{1, 4, 2}, {2, 1, 1}}, 5, 0}, {1, 2}, {2, 2});
  ASSERT_TRUE(view.has_value());
  EXPECT_THAT(gathered(*view, 4), ElementsAre(6, 7, 6, 7));
}

TEST(AView, OfOneElementOfASlice) {
  const auto view = View::of({{}, {}, 5, 0}, {1, 1}, {2, 2});
  ASSERT_TRUE(view.has_value());
  EXPECT_TRUE(view->is_single());
  EXPECT_EQ(view->start(), 5);
}

class Moves : public reference::Graph {
 protected:
  // The functions that are still called for the outputs of x.
  std::vector<std::string> called(const List& outputs) {
    const reference::Plan plan = plan_of(outputs, {x_});
    auto calls =
        engine::pruned(calls_of(plan, {Tensor(DType::kFloat32, {4, 6})}), output_slots(plan));
    engine::absorb_moves(calls, output_slots(plan));
    calls = engine::pruned(std::move(calls), output_slots(plan));
    std::vector<std::string> functions;
    for (const auto& call : calls) functions.emplace_back(call.function());
    return functions;
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
  EXPECT_THAT(called({call("tanh", {part}), call("cumsum", {part})}),
              ElementsAre("slice", "tanh", "cumsum"));
}

TEST_F(Moves, ThatAreOutputsStay) {
  const Value part = slice_of(x_);
  EXPECT_THAT(called({part, call("tanh", {part})}), ElementsAre("slice", "tanh"));
}

TEST_F(Moves, ThatLeaveNoRunsStay) {
  EXPECT_THAT(called({call("tanh", {call("transpose", {x_})})}), ElementsAre("transpose", "tanh"));
}

TEST_F(Moves, ThatBroadcastAreAbsorbed) {
  const List start{std::int64_t{1}, std::int64_t{0}}, size{std::int64_t{1}, std::int64_t{-1}};
  const Value line = call("slice", {x_, start, size});
  EXPECT_THAT(called({call("operator.add", {x_, line})}), ElementsAre("operator.add"));
}

}  // namespace
}  // namespace kassay::optimized::views_test
