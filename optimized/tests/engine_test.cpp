// What compiled plans keep, return and refuse.
#include "optimized/engine/engine.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "optimized/optimized.h"
#include "optimized/tests/compiled_graph.h"

namespace kassay::optimized::engine_test {
namespace {

using reference::Numbers;
using testing::HasSubstr;

class Engine : public CompiledGraph {};

TEST_F(Engine, ResultsOutliveTheNextCall) {
  const Value x = placeholder(Shape{2});
  const Function f = function({x}, {call("square", {x})});
  const List first = run(f, {reference::vector({1, 2})});
  const List second = run(f, {reference::vector({3, 4})});
  const List third = run(f, {reference::vector({5, 6})});
  EXPECT_EQ(reference::numbers_of(first[0]), (Numbers{1, 4}));
  EXPECT_EQ(reference::numbers_of(second[0]), (Numbers{9, 16}));
  EXPECT_EQ(reference::numbers_of(third[0]), (Numbers{25, 36}));
}

TEST_F(Engine, VariablesOutliveTheNextCall) {
  const Value x = placeholder(Shape{2}), first = variable(reference::vector({0, 0})),
              second = variable(reference::vector({0, 0}));
  const Value squares = call("square", {x});
  const Function keep_first = function({x}, {squares}, {call("update", {first, squares})});
  run(keep_first, {reference::vector({1, 2})});
  const Value kept = call("get_value", {first});
  const Function keep_second = function({x}, {squares}, {call("update", {second, squares})});
  run(keep_second, {reference::vector({3, 4})});
  run(keep_first, {reference::vector({5, 6})});
  EXPECT_EQ(reference::numbers_of(kept), (Numbers{1, 4}));
  EXPECT_EQ(now(second), (Numbers{9, 16}));
  EXPECT_EQ(now(first), (Numbers{25, 36}));
}

TEST_F(Engine, ViewsOutliveTheNextCall) {
  const Value x = placeholder(Shape{2, 1});
  const Value squares = call("square", {x});
  const Function f = function({x}, {call("flatten", {squares}), squares});
  const List first = run(f, {reference::tensor({2, 1}, {1, 2})});
  run(f, {reference::tensor({2, 1}, {3, 4})});
  EXPECT_EQ(reference::numbers_of(first[0]), (Numbers{1, 4}));
  EXPECT_EQ(reference::numbers_of(first[1]), (Numbers{1, 4}));
}

TEST_F(Engine, OneArrayInTwoPlacesGivesTwoResults) {
  const Value x = placeholder(Shape{2, 1}), twos = variable(reference::vector({2}));
  const auto standardized = [&](const Value& gamma, const Value& beta) {
    return call("normalize_batch_in_training", {x, gamma, beta, List{std::int64_t{0}}, 1e-3});
  };
  const Value scaled = standardized(twos, Value{}), shifted = standardized(Value{}, twos);
  const Function f = function({x}, {call("sum", {scaled}), call("sum", {shifted})});
  const List sums = run(f, {reference::tensor({2, 1}, {-1, 1})});
  EXPECT_NEAR(reference::numbers_of(sums[0])[0], 0, 1e-5);
  EXPECT_NEAR(reference::numbers_of(sums[1])[0], 4, 1e-5);
}

TEST_F(Engine, OneFunctionServesManyShapes) {
  const Value x = placeholder(Shape{reference::kUnknown});
  const Function f = function({x}, {call("sum", {call("square", {x})})});
  for (int round = 0; round < 2; ++round) {
    Numbers numbers;
    double sum = 0;
    for (int length = 1; length <= 40; ++length) {
      numbers.push_back(length);
      sum += length * length;
      EXPECT_EQ(output(f, {reference::vector(numbers)}), Numbers{sum});
    }
  }
}

TEST_F(Engine, CallsWhoseTypesAreKnownAreBound) {
  const Value x = placeholder(Shape{reference::kUnknown});
  const Function f = function({x}, {call("tanh", {call("operator.add", {x, 1.0})})});
  run(f, {reference::vector({1, 2})});
  EXPECT_TRUE(compiling_.calls.empty());
}

// Its last input is the shape of its result.
class EngineOfShapes : public Engine {
 protected:
  List result(const Numbers& shape) {
    return run(function_,
               {Tensor(DType::kFloat32, {1, 2, 2, 1}), reference::vector(shape, DType::kInt32)});
  }

  const Value x_ = placeholder(Shape{1, 2, 2, 1}), shape_ = placeholder(Shape{4}, DType::kInt32);
  const Value kernel_ = constant(reference::tensor({1, 1, 1, 1}, {1}));
  const List strides_{std::int64_t{2}, std::int64_t{2}};
  const Value image_ = call("conv2d_transpose", {x_, kernel_, shape_, strides_});
  const Function function_ = function({x_, shape_}, {call("square", {image_})});
};

TEST_F(EngineOfShapes, SizesMayFollowFromElements) {
  EXPECT_EQ(std::get<Tensor>(result({1, 3, 4, 1})[0]).shape(), (Shape{1, 3, 4, 1}));
  EXPECT_EQ(std::get<Tensor>(result({1, 4, 3, 1})[0]).shape(), (Shape{1, 4, 3, 1}));
}

TEST_F(EngineOfShapes, RefusalNamesTheFunctionAndTheNextCallIsServed) {
  EXPECT_THAT(
      [&] {
        result({1, 9, 9, 1});
      },
      testing::ThrowsMessage<ApiError>(HasSubstr("in conv2d_transpose: ")));
  EXPECT_EQ(std::get<Tensor>(result({1, 3, 3, 1})[0]).shape(), (Shape{1, 3, 3, 1}));
}

class EngineVariable : public testing::Test {
 protected:
  EngineVariable() {
    if (const char* given = std::getenv(kName)) given_ = given;
  }
  ~EngineVariable() override {
    given_.empty() ? unsetenv(kName) : setenv(kName, given_.c_str(), 1);
  }
  static constexpr const char* kName = "KASSAY_ENGINE";

 private:
  std::string given_;
};

TEST_F(EngineVariable, SwitchesOff) {
  setenv(kName, "no-chains,no-engine", 1);
  EXPECT_FALSE(engine::options_to_use().makes_chains);
  EXPECT_FALSE(engine::options_to_use().compiles);
}

TEST_F(EngineVariable, UnknownWordIsRefused) {
  setenv(kName, "no-block", 1);
  EXPECT_THAT([] { make_optimized(Edition::kKo); },
              testing::ThrowsMessage<std::runtime_error>(
                  HasSubstr("KASSAY_ENGINE has the word \"no-block\"")));
}

TEST_F(EngineVariable, AFileThatCannotBeWrittenIsRefused) {
  for (const std::string word : {"print=", "time="}) {
    setenv(kName, (word + "/no/such/folder/programs").c_str(), 1);
    EXPECT_THAT(engine::options_to_use,
                testing::ThrowsMessage<std::runtime_error>(HasSubstr(
                    "KASSAY_ENGINE: cannot write /no/such/folder/programs: No such file")));
  }
}

}  // namespace
}  // namespace kassay::optimized::engine_test
