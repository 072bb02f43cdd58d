// What the engine removes, and what it must keep.
#include "optimized/engine/pruning.h"

#include <gmock/gmock.h>

#include <string>

#include "optimized/tests/plans.h"

namespace kassay::optimized::pruning_test {
namespace {

using testing::ElementsAre;

class Pruning : public reference::Graph {
 protected:
  // The calls that the outputs need, given x, and their functions.
  std::vector<engine::Call> needed(const List& outputs) {
    const reference::Plan plan = plan_of(outputs, {x_});
    const std::vector<Value> feeds{Tensor(DType::kFloat32, {2, 3})};
    return engine::pruned(calls_of(plan, feeds), output_slots(plan));
  }
  std::vector<std::string> called(const List& outputs) { return functions_of(needed(outputs)); }

  const Value x_ = placeholder(Shape{2, 3});
};

TEST_F(Pruning, ArgumentNeededOnlyForItsShapeIsNotComputed) {
  const Value moved = call("reshape", {call("exp", {x_}), List{std::int64_t{6}}});
  const Value gradient = gradients(call("sum", {call("operator.mul", {moved, 2.0})}), {x_}).at(0);
  EXPECT_THAT(called({gradient}), testing::Not(testing::Contains("reshape")));
}

TEST_F(Pruning, IndicesAreComputed) {
  const Value indices = call("cast", {call("relu", {call("flatten", {x_})}), "int32"});
  const Value table = variable(Tensor(DType::kFloat32, {4, 2}));
  const Value gradient = gradients(call("sum", {call("gather", {table, indices})}), {table}).at(0);
  EXPECT_THAT(called({gradient}), testing::Contains("relu"));
}

TEST_F(Pruning, RandomCallsStay) {
  const Value dropped = call("dropout", {x_, 0.5});
  const Value moved = call("reshape", {dropped, List{std::int64_t{6}}});
  const Value gradient = gradients(call("sum", {moved}), {dropped}).at(0);
  EXPECT_THAT(called({gradient}), testing::Contains("random_binomial"));
}

TEST_F(Pruning, GradientDoesNotReadAnArrayNeededForItsShape) {
  const List shape{std::int64_t{6}};
  const Value g = variable(Tensor(DType::kFloat32, {6}));
  const auto calls = needed({call("move_back.reshape", {x_, shape, g, std::int64_t{0}})});
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_THAT(calls[0].open, ElementsAre(2U));  // g
  ASSERT_EQ(calls[0].arguments.size(), 1U);
  ASSERT_EQ(calls[0].given.size(), 1U);
  EXPECT_EQ(calls[0].given[0].shape, Shape{6});
}

TEST_F(Pruning, GradientIsThatOfTheShape) {
  const List shape{std::int64_t{6}};
  const Value g = variable(reference::vector({1, 2, 3, 4, 5, 6}));
  auto calls = needed({call("move_back.reshape", {x_, shape, g, std::int64_t{0}})});
  ASSERT_EQ(calls.size(), 1U);
  calls[0].bound.values.at(2) = reference::vector({1, 2, 3, 4, 5, 6});
  std::vector<Tensor> results{Tensor(DType::kFloat32, {2, 3})};
  engine::compute(calls[0], results);
  EXPECT_THAT(reference::numbers_of(results[0]), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST_F(Pruning, CallsThatMayRefuseStay) {
  const Value rows = call("gather", {x_, call("cast", {x_, std::string("int32")})});
  const Value g = variable(Tensor(DType::kFloat32, {18}));
  const Value gradient = call("move_back.flatten", {rows, g, std::int64_t{0}});
  EXPECT_THAT(called({gradient}), testing::Contains("gather"));
}

TEST_F(Pruning, CallNextToAnOutputIsNotComputed) {  // its result has the slot before the output's
  const Value y = call("exp", {x_});
  const Value g = variable(Tensor(DType::kFloat32, {6}));
  EXPECT_THAT(called({call("move_back.flatten", {y, g, std::int64_t{0}})}),
              ElementsAre("move_back.flatten"));
}

TEST_F(Pruning, OutputsStay) {
  EXPECT_THAT(called({call("exp", {x_}), call("square", {x_})}), ElementsAre("exp", "square"));
}

}  // namespace
}  // namespace kassay::optimized::pruning_test
