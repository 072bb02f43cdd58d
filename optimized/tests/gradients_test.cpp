// Gradients that are made by kernels of their own.
#include "optimized/engine/gradients.h"

#include <gmock/gmock.h>

#include <limits>
#include <string>

#include "optimized/engine/program.h"
#include "optimized/tests/plans.h"

namespace kassay::optimized::gradients_test {
namespace {

using reference::tensor;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// The gradient of pooling one image of 1 x 4 places and one channel with windows of 1 x 2.
class PoolingGradient : public reference::Graph {
 protected:
  Value gradient(std::int64_t stride, const std::string& mode) {
    const auto pair = [](std::int64_t width) { return List{std::int64_t{1}, width}; };
    const Value pooled = call("pool2d", {x_, pair(2), pair(stride), std::string("valid"),
                                         std::string("channels_last"), mode});
    const Value loss = call("sum", {call("square", {pooled})});
    return std::get<List>(call("gradients", {loss, List{x_}})).front();
  }
  std::string program(const Value& output, const engine::Options& options = {}) {
    const reference::Plan plan = plan_of({output}, {x_});
    const std::vector<reference::StaticType> feeds{{DType::kFloat32, Shape{1, 1, 4, 1}, false}};
    return engine::Program(plan, feeds, level_to_use(), options).describe();
  }
  std::vector<double> computed(const Value& output, const std::vector<double>& elements) {
    const reference::Plan plan = plan_of({output}, {x_});
    const std::vector<Value> feeds{tensor({1, 1, 4, 1}, elements)};
    return reference::numbers_of(
        engine::Program(plan, {reference::type_of(feeds[0])}, level_to_use(), {})
            .run(session_, feeds)
            .at(0));
  }

  const Value x_ = placeholder(Shape{1, 1, 4, 1});
};

TEST_F(PoolingGradient, OfTheLargestIsOneCall) {
  const std::string text = program(gradient(2, "max"));
  EXPECT_THAT(text, HasSubstr("internal.to_first_maximum"));
  EXPECT_THAT(text, Not(HasSubstr("internal.first_maximum")));
}

TEST_F(PoolingGradient, OfTheAverageIsAnother) {
  EXPECT_THAT(program(gradient(2, "avg")), Not(HasSubstr("internal.to_first_maximum")));
}

TEST_F(PoolingGradient, CanBeSwitchedOff) {
  engine::Options options;
  options.recognizes_gradients = false;
  EXPECT_THAT(program(gradient(2, "max"), options), HasSubstr("internal.first_maximum"));
}

TEST_F(PoolingGradient, GoesToTheFirstOfEqualElements) {
  EXPECT_THAT(computed(gradient(2, "max"), {3, 3, 1, 2}), ElementsAre(6, 0, 0, 4));
}

TEST_F(PoolingGradient, AddsWhereWindowsMeet) {
  EXPECT_THAT(computed(gradient(1, "max"), {1, 5, 2, 3}), ElementsAre(0, 20, 0, 6));
}

TEST_F(PoolingGradient, GoesToNan) {
  EXPECT_THAT(computed(gradient(2, "max"), {1, kNan, 7, 2}),
              ElementsAre(0, testing::IsNan(), 14, 0));
}

}  // namespace
}  // namespace kassay::optimized::gradients_test
