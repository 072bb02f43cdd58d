#include "reference/graph/plan.h"

#include <gmock/gmock.h>

#include "reference/graph/tests/graph.h"

namespace kassay::reference::plan_test {
namespace {

using testing::HasSubstr;

class PlanTest : public Graph {
 protected:
  std::vector<Value> run_plan(const List& outputs, const List& fed,
                              const std::vector<Value>& arrays) {
    return step_by_step(Plan(symbols(outputs), symbols(fed)))->run(session_, arrays);
  }
  static std::vector<Symbol> symbols(const List& tensors) {
    std::vector<Symbol> found;
    for (const Value& tensor : tensors) found.push_back(symbol_of(tensor));
    return found;
  }
};

TEST_F(PlanTest, ComputesAnOperationOnceAnEvaluation) {
  const Value x = placeholder(Shape{1});
  const Value shared = call("square", {x});
  const Value a = call("exp", {shared}), b = call("operator.add", {shared, shared});
  const auto plan = step_by_step(Plan(symbols({a, b, shared}), symbols({x})));
  plan->run(session_, {vector({2})});
  EXPECT_EQ(executor_.calls["square"], 1);
  plan->run(session_, {vector({3})});
  EXPECT_EQ(executor_.calls["square"], 2);
}

TEST_F(PlanTest, ComputesOnlyNeededTensors) {
  const Value x = placeholder(Shape{1});
  const Value y = call("square", {x});
  call("exp", {y});
  run_plan({y}, {x}, {vector({2})});
  EXPECT_EQ(executor_.calls["exp"], 0);
}

TEST_F(PlanTest, ComputesOneOfSeveralResults) {
  const Value x = placeholder(Shape{2, 1});
  const std::vector<Value> results = session_.apply(
      "normalize_batch_in_training",
      {x, constant(vector({1})), constant(vector({0})), List{std::int64_t{0}}, 1e-3});
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(numbers_of(run_plan({results[1]}, {x}, {tensor({2, 1}, {1, 3})})[0]), (Numbers{2}));
}

TEST_F(PlanTest, FoldsKnownTensors) {
  const Value known = call("square", {constant(vector({3}))});
  const Value x = placeholder(Shape{1});
  const Value y = call("operator.add", {x, known});
  ASSERT_EQ(executor_.calls["square"], 1);
  EXPECT_EQ(numbers_of(run_plan({y}, {x}, {vector({1})})[0]), (Numbers{10}));
  EXPECT_EQ(executor_.calls["square"], 1);
}

TEST_F(PlanTest, ReadsVariablesWhenItRuns) {
  const Value v = variable(vector({1}));
  const auto plan = step_by_step(Plan(symbols({call("square", {v})}), {}));
  dynamic_cast<const Variable&>(*symbol_of(v)).assign(vector({5}));
  EXPECT_EQ(numbers_of(plan->run(session_, {})[0]), (Numbers{25}));
}

TEST_F(PlanTest, NamesAPlaceholderThatIsNotFed) {
  const Value x = placeholder(Shape{2, kUnknown});
  const Value y = call("square", {x});
  try {
    Plan(symbols({y}), {});
    FAIL();
  } catch (const ApiError& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kValue);
    EXPECT_THAT(error.what(), HasSubstr("placeholder of shape (2, None)"));
  }
}

TEST_F(PlanTest, APlaceholderThatIsNotNeededNeedNotBeFed) {
  const Value x = placeholder(Shape{1}), unused = placeholder(Shape{1});
  call("operator.add", {x, unused});
  EXPECT_EQ(numbers_of(run_plan({call("square", {x})}, {x}, {vector({3})})[0]), (Numbers{9}));
}

TEST_F(PlanTest, AnOutputMayBeFedOrConstantOrThere) {
  const Value x = placeholder(Shape{1}), v = variable(vector({2})), c = constant(vector({3}));
  const std::vector<Value> arrays = run_plan({x, v, c, x}, {x}, {vector({1})});
  EXPECT_EQ(numbers_of(arrays[0]), (Numbers{1}));
  EXPECT_EQ(numbers_of(arrays[1]), (Numbers{2}));
  EXPECT_EQ(numbers_of(arrays[2]), (Numbers{3}));
  EXPECT_EQ(numbers_of(arrays[3]), (Numbers{1}));
}

TEST_F(PlanTest, ListsMayMixTensorsAndNumbers) {
  const Value x = placeholder(Shape{1});
  const Value y = call("concatenate", {List{x, constant(vector({7})), x}});
  EXPECT_EQ(numbers_of(run_plan({y}, {x}, {vector({1})})[0]), (Numbers{1, 7, 1}));
}

TEST_F(PlanTest, NamesTheFunctionThatRefuses) {
  const Value x = placeholder(Shape{2}), indices = placeholder(Shape{1}, DType::kInt32);
  const Value y = call("gather", {x, indices});
  try {
    run_plan({y}, {x, indices}, {vector({1, 2}), vector({9}, DType::kInt32)});
    FAIL();
  } catch (const ApiError& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kIndex);
    EXPECT_THAT(error.what(), HasSubstr("in gather: "));
  }
}

TEST_F(PlanTest, ASparseResultStaysSparse) {
  const Value x = Handle(
      std::make_shared<Placeholder>(StaticType{DType::kFloat32, Shape{1, 2}, /*sparse=*/true}));
  const Value y = call("concatenate", {List{x, x}, std::int64_t{0}});
  const std::vector<Value> arrays = run_plan({y}, {x}, {to_sparse(tensor({1, 2}, {0, 4}))});
  ASSERT_NE(arrays[0].get_if<SparseTensor>(), nullptr);
  EXPECT_EQ(numbers_of(arrays[0]), (Numbers{0, 4, 0, 4}));
}

TEST_F(PlanTest, AncestorsComeInTheOrderOfCreation) {
  const Value x = placeholder(Shape{1}), v = variable(vector({2}));
  const Value y = call("operator.mul", {v, x}), z = call("operator.add", {y, x});
  EXPECT_EQ(ancestors(symbols({z, x}), /*through_known=*/false), symbols({x, v, y, z}));
}

TEST_F(PlanTest, AncestorsStopAtKnownTensorsByDefault) {
  const Value c = constant(vector({2}));
  const Value y = call("square", {c});
  EXPECT_EQ(ancestors(symbols({y}), /*through_known=*/false), symbols({y}));
  EXPECT_EQ(ancestors(symbols({y}), /*through_known=*/true), symbols({c, y}));
}

TEST_F(PlanTest, AncestorsStopAtGivenEnds) {
  const Value x = placeholder(Shape{1}), y = call("square", {x}), z = call("exp", {y});
  const auto is_y = [end = symbol_of(y).get()](const SymbolicTensor* each) { return each == end; };
  EXPECT_EQ(ancestors(symbols({z}), /*through_known=*/false, is_y), symbols({y, z}));
}

}  // namespace
}  // namespace kassay::reference::plan_test
