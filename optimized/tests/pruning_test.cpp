// What the engine leaves out, and what it must not.
#include "optimized/engine/pruning.h"

#include <gmock/gmock.h>

#include <string>

#include "optimized/tests/plans.h"

namespace kassay::optimized::pruning_test {
namespace {

using testing::ElementsAre;

class Pruning : public reference::Graph {
 protected:
  // The functions that are called for the outputs of x.
  std::vector<std::string> called(const List& outputs) {
    const reference::Plan plan = plan_of(outputs, {x_});
    const std::vector<Value> feeds{Tensor(DType::kFloat32, {2, 3})};
    return functions_of(engine::pruned(calls_of(plan, feeds), output_slots(plan)));
  }

  const Value x_ = placeholder(Shape{2, 3});
};

TEST_F(Pruning, ShapeAloneIsNotComputed) {
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

TEST_F(Pruning, OutputsStay) {
  EXPECT_THAT(called({call("exp", {x_}), call("square", {x_})}), ElementsAre("exp", "square"));
}

}  // namespace
}  // namespace kassay::optimized::pruning_test
