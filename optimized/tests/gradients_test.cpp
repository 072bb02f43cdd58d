// Gradients computed by dedicated kernels.
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

TEST_F(PoolingGradient, OfVolumesWithChannelsIsOneCall) {
  const Value x = placeholder(Shape{2, 4, 4, 4, 3});
  const List size{std::int64_t{2}, std::int64_t{2}, std::int64_t{2}};
  const Value pooled = call("pool3d", {x, size, size, std::string("valid"),
                                       std::string("channels_last"), std::string("max")});
  const reference::Plan plan =
      plan_of({gradients(call("sum", {call("square", {pooled})}), {x}).at(0)}, {x});
  const std::vector<reference::StaticType> feeds{{DType::kFloat32, Shape{2, 4, 4, 4, 3}, false}};
  EXPECT_THAT(engine::Program(plan, feeds, level_to_use(), {}).describe(),
              HasSubstr("internal.to_first_maximum"));
}

// The calls of a pooling gradient with one part replaced: two windows of two places in a line of four.
class AlmostPooling : public reference::Graph {
 protected:
  Value first_maximum(const Value& x) { return call("internal.first_maximum", {x, windows_}); }
  Value select(const Value& condition, const Value& chosen, const Value& otherwise) {
    return call("internal.select", {condition, chosen, otherwise});
  }
  Value moved_back(const Value& of_windows) {
    return call("move_back.internal.windows", {x_, windows_, of_windows, std::int64_t{0}});
  }
  // The function that computes the output from the feeds.
  std::string function(const Value& output, const List& fed) const {
    const reference::Plan plan = plan_of({output}, fed);
    std::vector<Value> feeds;
    for (const Value& input : fed)
      feeds.emplace_back(Tensor(type(input).dtype, *type(input).shape));
    auto calls = calls_of(plan, feeds);
    engine::recognize_gradients(calls, level_to_use(),
                                engine::Constants(plan.constants.begin(), plan.constants.end()));
    return std::string(calls.back().function());
  }

  static constexpr const char *kOneCall = "internal.to_first_maximum",
                              *kSeveral = "move_back.internal.windows";
  const List windows_{List{std::int64_t{4}, std::int64_t{2}, std::int64_t{2}, std::int64_t{1},
                           std::int64_t{0}, std::int64_t{2}}};
  const Value x_ = placeholder(Shape{1, 4, 1});
  const Value g_ = placeholder(Shape{1, 2, 1, 1});  // one element per window
  const Value zero_ = constant(tensor({1}, {0}));
};

TEST_F(AlmostPooling, WithAllPartsIsOneCall) {
  EXPECT_EQ(function(moved_back(select(first_maximum(x_), g_, zero_)), {x_, g_}), kOneCall);
}

TEST_F(AlmostPooling, FedItsGradientFirstIsOneCallToo) {
  EXPECT_EQ(function(moved_back(select(first_maximum(x_), g_, zero_)), {g_, x_}), kOneCall);
}

TEST_F(AlmostPooling, ThatIsNotMovedBackIsNone) {
  const Value product = call("operator.mul", {select(first_maximum(x_), g_, zero_), 3.0});
  EXPECT_EQ(function(product, {x_, g_}), "operator.mul");
}

TEST_F(AlmostPooling, WithoutAChoiceIsNone) {
  EXPECT_EQ(function(moved_back(call("operator.mul", {first_maximum(x_), g_})), {x_, g_}),
            kSeveral);
}

TEST_F(AlmostPooling, OfAFedArrayIsNone) {
  const Value seen = placeholder(Shape{1, 2, 2, 1});
  EXPECT_EQ(function(moved_back(seen), {x_, seen}), kSeveral);
}

TEST_F(AlmostPooling, OfAnArrayOutsideThePlanIsNotRecognized) {
  EXPECT_EQ(function(moved_back(Tensor(DType::kFloat32, {1, 2, 2, 1})), {x_}), kSeveral);
}

TEST_F(AlmostPooling, ChosenByOtherElementsIsNone) {
  const Value seen = call("internal.windows", {x_, windows_});
  EXPECT_EQ(function(moved_back(select(seen, g_, zero_)), {x_, g_}), kSeveral);
}

TEST_F(AlmostPooling, WithOnesOutsideTheMaximaIsNotRecognized) {
  const Value one = constant(tensor({1}, {1}));
  EXPECT_EQ(function(moved_back(select(first_maximum(x_), g_, one)), {x_, g_}), kSeveral);
}

TEST_F(AlmostPooling, WithUnknownValuesOutsideTheMaximaIsNotRecognized) {
  const Value other = placeholder(Shape{1});
  EXPECT_EQ(function(moved_back(select(first_maximum(x_), g_, other)), {x_, g_, other}), kSeveral);
}

TEST_F(AlmostPooling, WithANumberOfTheCallOutsideTheMaximaIsNotRecognized) {
  EXPECT_EQ(function(moved_back(select(first_maximum(x_), g_, tensor({1}, {0}))), {x_, g_}),
            kSeveral);
}

TEST_F(AlmostPooling, OfEachPlaceOfAWindowIsNone) {
  const Value g = placeholder(Shape{1, 2, 2, 1});
  EXPECT_EQ(function(moved_back(select(first_maximum(x_), g, zero_)), {x_, g}), kSeveral);
}

TEST_F(AlmostPooling, OfAllWindowsTogetherIsNone) {
  const Value g = placeholder(Shape{1, 1, 1, 1});
  EXPECT_EQ(function(moved_back(select(first_maximum(x_), g, zero_)), {x_, g}), kSeveral);
}

TEST_F(AlmostPooling, OfMaximaOfAnotherDtypeIsNone) {
  const Value wide = call("cast", {x_, std::string("float64")});
  EXPECT_EQ(function(moved_back(select(first_maximum(wide), g_, zero_)), {x_, g_}), kSeveral);
}

TEST_F(AlmostPooling, OfAGradientOfAnotherDtypeIsNone) {
  const Value g = placeholder(Shape{1, 2, 1, 1}, DType::kFloat64);
  EXPECT_EQ(function(moved_back(select(first_maximum(x_), g, zero_)), {x_, g}), kSeveral);
}

}  // namespace
}  // namespace kassay::optimized::gradients_test
