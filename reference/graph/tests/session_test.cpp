#include "reference/graph/session.h"

#include "reference/graph/tests/graph.h"

namespace kassay::reference::session_test {
namespace {

using SessionTest = Graph;

Value ints(const std::vector<std::int64_t>& numbers) {
  List list;
  for (const std::int64_t number : numbers) list.emplace_back(number);
  return list;
}

TEST_F(SessionTest, KnownArgumentsGiveAKnownResult) {
  const Value y = call("square", {constant(vector({3}))});
  ASSERT_NE(symbol_of(y)->known(), nullptr);
  EXPECT_EQ(numbers_of(*symbol_of(y)->known()), (Numbers{9}));
}

TEST_F(SessionTest, AVariableIsNotComputedBeforeItIsNeeded) {
  const Value y = call("square", {variable(vector({3}))});
  EXPECT_EQ(symbol_of(y)->known(), nullptr);
  EXPECT_EQ(executor_.calls["square"], 0);
}

TEST_F(SessionTest, AnErrorShowsWithoutTheValues) {
  const Value x = placeholder(Shape{2, 3}), y = placeholder(Shape{2, 3});
  EXPECT_EQ(refusal([&] { call("dot", {x, y}); }), ErrorKind::kValue);
}

TEST_F(SessionTest, UnknownDimensionsStayUnknown) {
  const Value x = placeholder(Shape{kUnknown, 4, kUnknown});
  EXPECT_EQ(type(call("sum", {x, std::int64_t{1}})).shape, (Shape{kUnknown, kUnknown}));
}

TEST_F(SessionTest, AKnownDimensionDecidesOverAnUnknownOne) {
  const Value x = placeholder(Shape{kUnknown, kUnknown}), y = placeholder(Shape{5, 1});
  EXPECT_EQ(type(call("operator.add", {x, y})).shape, (Shape{5, kUnknown}));
}

TEST_F(SessionTest, UnknownRankGivesUnknownRank) {
  const Value y = call("exp", {placeholder(std::nullopt, DType::kFloat16)});
  EXPECT_EQ(type(y).shape, std::nullopt);
  EXPECT_EQ(type(y).dtype, DType::kFloat16);
}

TEST_F(SessionTest, WhatHoldsForEveryRankIsKnown) {
  EXPECT_EQ(type(call("batch_flatten", {placeholder(std::nullopt)})).shape,
            (Shape{kUnknown, kUnknown}));
  EXPECT_EQ(type(call("flatten", {placeholder(std::nullopt)})).shape, (Shape{kUnknown}));
}

TEST_F(SessionTest, AnErrorAtEveryRankShows) {
  const Value x = placeholder(std::nullopt, DType::kFloat32);
  const Value y = placeholder(std::nullopt, DType::kInt32);
  EXPECT_EQ(refusal([&] { call("operator.add", {x, y}); }), ErrorKind::kType);
}

TEST_F(SessionTest, AShapeOfAConstantIsKnown) {
  EXPECT_EQ(type(call("ones", {constant(vector({2, 3}, DType::kInt32))})).shape, (Shape{2, 3}));
}

TEST_F(SessionTest, AShapeThatIsFedHasAKnownRank) {
  const Value shape = placeholder(Shape{2}, DType::kInt32);
  const Value y = call("ones", {shape});
  EXPECT_EQ(type(y).shape, (Shape{kUnknown, kUnknown}));
  const List arrays = run(function({shape}, {y}), {vector({3, 2}, DType::kInt32)});
  EXPECT_EQ(std::get<Tensor>(arrays[0]).shape(), (Shape{3, 2}));
}

TEST_F(SessionTest, AShapeOfUnknownLengthGivesUnknownRank) {
  EXPECT_EQ(type(call("ones", {placeholder(Shape{kUnknown}, DType::kInt32)})).shape, std::nullopt);
}

TEST_F(SessionTest, TheShapeOfATensorIsAShape) {
  const Value x = placeholder(Shape{2, kUnknown});
  const Value y = call("random_uniform", {call("shape", {x})});
  EXPECT_EQ(type(y).shape, (Shape{kUnknown, kUnknown}));
  const List arrays = run(function({x}, {y}), {Tensor(DType::kFloat32, {2, 3})});
  EXPECT_EQ(std::get<Tensor>(arrays[0]).shape(), (Shape{2, 3}));
}

TEST_F(SessionTest, AChangeOfSettingsConcernsLaterCallsAlone) {
  const auto before = session_.settings();
  session_.change_settings([](Settings& settings) { settings.floatx = DType::kFloat64; });
  EXPECT_EQ(before->floatx, DType::kFloat32);
  EXPECT_EQ(session_.settings()->floatx, DType::kFloat64);
  EXPECT_EQ(type(call("zeros", {ints({2})})).dtype, DType::kFloat64);
}

TEST_F(SessionTest, AnOperationKeepsTheSettingsOfItsCall) {
  const Value x = placeholder(Shape{1, 1, 1, 1});
  const Value y = call("spatial_2d_padding", {x});
  session_.change_settings(
      [](Settings& settings) { settings.image_data_format = "channels_first"; });
  const List arrays = run(function({x}, {y}), {Tensor(DType::kFloat32, {1, 1, 1, 1})});
  EXPECT_EQ(std::get<Tensor>(arrays[0]).shape(), (Shape{1, 3, 3, 1}));
}

TEST_F(SessionTest, UidsCountForEachPrefix) {
  EXPECT_EQ(session_.next_uid("dense"), 1);
  EXPECT_EQ(session_.next_uid("dense"), 2);
  EXPECT_EQ(session_.next_uid("dropout"), 1);
}

TEST_F(SessionTest, UidsBeginAgain) {
  session_.next_uid("dense");
  session_.reset_uids();
  EXPECT_EQ(session_.next_uid("dense"), 1);
  session_.clear();
  EXPECT_EQ(session_.next_uid("dense"), 1);
}

TEST_F(SessionTest, TheLearningPhaseIsOnePlaceholder) {
  const Symbol phase = symbol_of(session_.learning_phase());
  ASSERT_NE(phase, nullptr);
  EXPECT_EQ(symbol_of(session_.learning_phase()), phase);
}

TEST_F(SessionTest, TheLearningPhaseIsZeroUnlessItIsFed) {
  const Value phase = session_.learning_phase();
  EXPECT_EQ(now(phase), (Numbers{0}));
  const Value y = call("in_train_phase", {constant(vector({1})), constant(vector({2}))});
  EXPECT_EQ(now(y), (Numbers{2}));
  const Function f = function({phase}, {y});
  EXPECT_EQ(output(f, {std::int64_t{1}}), (Numbers{1}));
  EXPECT_EQ(output(f, {None{}}), (Numbers{2}));
}

TEST_F(SessionTest, ALearningPhaseThatIsSetIsANumber) {
  session_.set_learning_phase(1);
  EXPECT_EQ(std::get<std::int64_t>(session_.learning_phase()), 1);
  session_.clear();
  EXPECT_NE(symbol_of(session_.learning_phase()), nullptr);
}

TEST_F(SessionTest, AFunctionOfArraysTakesNoTensorThatIsNotEvaluated) {
  EXPECT_EQ(refusal([&] { call("cast_to_floatx", {placeholder(Shape{2})}); }), ErrorKind::kType);
}

TEST_F(SessionTest, AnIntTakesNoTensor) {
  const Value x = placeholder(Shape{2}), axis = placeholder(Shape{}, DType::kInt32);
  EXPECT_EQ(refusal([&] { call("softmax", {x, axis}); }), ErrorKind::kType);
}

TEST_F(SessionTest, ANumberOfAFunctionThatWaitsTakesNoTensor) {
  const Value x = placeholder(Shape{kUnknown}), level = placeholder(Shape{});
  EXPECT_EQ(refusal([&] { call("dropout", {x, level}); }), ErrorKind::kType);
}

TEST_F(SessionTest, TheShapeOfAVariableIsKnown) {
  const Value sizes = call("shape", {variable(tensor({2, 1}, {1, 2}))});
  ASSERT_NE(symbol_of(sizes)->known(), nullptr);
  EXPECT_EQ(numbers_of(*symbol_of(sizes)->known()), (Numbers{2, 1}));
}

TEST_F(SessionTest, KeywordsLeftOutAreNone) {
  EXPECT_NO_THROW(session_.apply("function", {List{}, List{}}));
}

TEST_F(SessionTest, DestroysAGraphThatIsDeep) {
  Value y = variable(tensor({}, {0}));
  for (int i = 0; i < 100'000; ++i) y = call("operator.neg", {y});
  EXPECT_EQ(type(y).shape, Shape{});
}

}  // namespace
}  // namespace kassay::reference::session_test
