// Updates whose new values are computed in the arrays of the old ones, and updates that must not be.
#include "optimized/engine/in_place.h"

#include <gmock/gmock.h>

#include "optimized/engine/chains.h"
#include "optimized/engine/program.h"
#include "optimized/tests/compiled_graph.h"
#include "optimized/tests/plans.h"
#include "optimized/tests/sample.h"

namespace kassay::optimized::in_place_test {
namespace {

using reference::Numbers;
using reference::vector;
using testing::HasSubstr;
using testing::Not;

// More elements than a chain computes at a time.
constexpr std::size_t kSide = 64, kLong = kSide * kSide;

class InPlace : public CompiledGraph {
 protected:
  // Changes the elements of x, in a chain.
  Value changed(const Value& x, double by = 1) { return call("operator.add", {x, by}); }
  Value update(const Value& variable, const Value& value) {
    return call("update", {variable, value});
  }
  // Where its elements are.
  static const std::byte* place(const Value& variable) {
    return std::get<Tensor>(variable_of(variable)->value()).bytes().data();
  }
  // The description of a program that assigns the last outputs to these variables.
  static std::string text(const List& outputs, const List& updated,
                          const engine::Options& options = {}) {
    const reference::Plan plan = plan_of(outputs, {}, updated);
    return engine::Program(plan, {}, level_to_use(), options).describe();
  }

  const Value v_ = variable(vector({1, 2})), w_ = variable(vector({10, 20}));
};

TEST_F(InPlace, NewValueIsWhereTheOldOneWas) {
  const Function f = function({}, {}, {update(v_, changed(v_))});
  const std::byte* const before = place(v_);
  run(f, {});
  run(f, {});
  EXPECT_EQ(place(v_), before);
  EXPECT_EQ(now(v_), (Numbers{3, 4}));
}

TEST_F(InPlace, OldValueNeedNotBeRead) {
  const Value x = placeholder(Shape{2});
  const Function f = function({x}, {}, {update(v_, changed(x))});
  const std::byte* const before = place(v_);
  run(f, {vector({5, 6})});
  EXPECT_EQ(place(v_), before);
  EXPECT_EQ(now(v_), (Numbers{6, 7}));
}

TEST_F(InPlace, FetchedArrayStays) {
  const Function f = function({}, {}, {update(v_, changed(v_))});
  const Value fetched = call("get_value", {v_});
  run(f, {});
  EXPECT_EQ(reference::numbers_of(fetched), (Numbers{1, 2}));
  EXPECT_EQ(now(v_), (Numbers{2, 3}));
}

TEST_F(InPlace, ArrayAfterAFetchedOneIsTheVariablesOwn) {
  const Function f = function({}, {}, {update(v_, changed(v_))});
  const Value fetched = call("get_value", {v_});
  run(f, {});
  const std::byte* const before = place(v_);
  run(f, {});
  EXPECT_EQ(place(v_), before);
  EXPECT_EQ(now(v_), (Numbers{3, 4}));
}

TEST_F(InPlace, OutputStays) {
  const Value next = changed(v_);
  const Function f = function({}, {next}, {update(v_, next)});
  const List first = run(f, {});
  run(f, {});
  EXPECT_EQ(reference::numbers_of(first[0]), (Numbers{2, 3}));
  EXPECT_EQ(now(v_), (Numbers{3, 4}));
}

TEST_F(InPlace, FedArrayStays) {
  const Value x = placeholder(Shape{2});
  const Function keep = function({x}, {}, {update(v_, x)});
  const Function f = function({}, {}, {update(v_, changed(v_))});
  const Tensor fed = vector({5, 6});
  run(keep, {fed});
  run(f, {});
  EXPECT_EQ(reference::numbers_of(fed), (Numbers{5, 6}));
  EXPECT_EQ(now(v_), (Numbers{6, 7}));
}

TEST_F(InPlace, ArrayOfAnotherVariableStays) {
  const Value x = placeholder(Shape{2});
  const Value next = changed(x);
  run(function({x}, {}, {update(v_, next), update(w_, next)}), {vector({5, 6})});
  run(function({}, {}, {update(v_, changed(v_))}), {});
  EXPECT_EQ(now(v_), (Numbers{7, 8}));
  EXPECT_EQ(now(w_), (Numbers{6, 7}));
}

TEST_F(InPlace, OldValueMayBeAnOutput) {
  const Function f = function({}, {v_}, {update(v_, changed(v_))});
  EXPECT_EQ(output(f, {}), (Numbers{1, 2}));
  EXPECT_EQ(output(f, {}), (Numbers{2, 3}));
}

TEST_F(InPlace, OldValueInAnotherShapeMayBeAnOutput) {
  const Value matrix = call("reshape", {v_, List{std::int64_t{2}, std::int64_t{1}}});
  const Function f = function({}, {matrix}, {update(v_, changed(v_))});
  EXPECT_EQ(output(f, {}), (Numbers{1, 2}));
  EXPECT_EQ(output(f, {}), (Numbers{2, 3}));
}

TEST_F(InPlace, OldValueMayGetAnotherShapeBetweenUpdates) {
  const Value first = changed(w_);
  const Value matrix = call("reshape", {v_, List{std::int64_t{2}, std::int64_t{1}}});
  const Value second = changed(v_);
  const Function f = function({}, {matrix}, {update(w_, first), update(v_, second)});
  EXPECT_EQ(output(f, {}), (Numbers{1, 2}));
  EXPECT_EQ(output(f, {}), (Numbers{2, 3}));
}

TEST_F(InPlace, OldValueMayBeReadAfterwards) {
  const Value next = changed(v_);
  const Function f =
      function({}, {call("cumsum", {call("operator.mul", {v_, next})})}, {update(v_, next)});
  EXPECT_EQ(output(f, {}), (Numbers{2, 8}));
  EXPECT_EQ(output(f, {}), (Numbers{6, 18}));
}

TEST_F(InPlace, OldValueMayBeReadLaterInTheChain) {
  const Value next = changed(v_);
  const Function f = function({}, {call("operator.mul", {next, v_})}, {update(v_, next)});
  EXPECT_EQ(output(f, {}), (Numbers{2, 6}));
  EXPECT_EQ(output(f, {}), (Numbers{6, 12}));
}

TEST_F(InPlace, OldValueMayBeReadAtOtherPlaces) {
  const Tensor start = sample(DType::kFloat32, {kSide, kSide}, 1);
  const Value matrix = variable(start);
  const Value transposed = call("transpose", {matrix});
  run(function({}, {}, {update(matrix, call("operator.sub", {matrix, transposed}))}), {});
  const Numbers before = reference::numbers_of(start), after = now(matrix);
  for (std::size_t i = 0; i < kSide; ++i) {
    for (std::size_t j = 0; j < kSide; ++j)
      ASSERT_NEAR(after[i * kSide + j], before[i * kSide + j] - before[j * kSide + i], 1e-6);
  }
}

TEST_F(InPlace, OneElementOfTheOldValueMayBeReadByAll) {
  const Value ones = variable(vector(Numbers(kLong, 1)));
  const Value first = call("slice", {ones, List{std::int64_t{0}}, List{std::int64_t{1}}});
  run(function({}, {}, {update(ones, call("operator.add", {ones, first}))}), {});
  EXPECT_EQ(now(ones), Numbers(kLong, 2));
}

TEST_F(InPlace, VariablesSwapTheirValues) {
  run(function({}, {}, {update(v_, changed(w_)), update(w_, changed(v_))}), {});
  EXPECT_EQ(now(v_), (Numbers{11, 21}));
  EXPECT_EQ(now(w_), (Numbers{2, 3}));
}

TEST_F(InPlace, VariablesSwapTheirArrays) {
  const Function swap = function({}, {}, {update(v_, w_), update(w_, v_)});
  const Function f = function({}, {}, {update(v_, changed(v_))});
  run(swap, {});
  run(f, {});
  EXPECT_EQ(now(v_), (Numbers{11, 21}));
  EXPECT_EQ(now(w_), (Numbers{1, 2}));
}

TEST_F(InPlace, ValueMayFollowFromAnotherOldOne) {
  const Value next = changed(v_);
  const Value sums = call("cumsum", {v_});
  run(function({}, {}, {update(v_, next), update(w_, call("operator.add", {w_, sums}))}), {});
  EXPECT_EQ(now(v_), (Numbers{2, 3}));
  EXPECT_EQ(now(w_), (Numbers{11, 23}));
}

TEST_F(InPlace, LastOfTwoUpdatesWins) {
  const Function f = function({}, {}, {update(v_, changed(v_, 5)), update(v_, changed(v_, 7))});
  run(f, {});
  EXPECT_EQ(now(v_), (Numbers{8, 9}));
  run(f, {});
  EXPECT_EQ(now(v_), (Numbers{15, 16}));
}

TEST_F(InPlace, LastOfTwoUpdatesWinsThoughItIsComputedFirst) {
  const Value x = placeholder(Shape{2});
  const Value second = changed(x, 7), first = changed(x, 5);
  const Function f = function({x}, {}, {update(v_, first), update(v_, second)});
  run(f, {vector({1, 2})});
  EXPECT_EQ(now(v_), (Numbers{8, 9}));
}

TEST_F(InPlace, FirstOfTwoUpdatesMayBeAnOutput) {
  const Value x = placeholder(Shape{2});
  const Value first = changed(x, 5), second = changed(x, 7);
  const Function f = function({x}, {first}, {update(v_, first), update(v_, second)});
  EXPECT_EQ(output(f, {vector({1, 2})}), (Numbers{6, 7}));
  EXPECT_EQ(now(v_), (Numbers{8, 9}));
}

TEST_F(InPlace, OneValueMayBeThatOfTwoVariables) {
  const Value x = placeholder(Shape{2});
  const Value next = changed(x);
  const Function f = function({x}, {}, {update(v_, next), update(w_, next)});
  run(f, {vector({1, 2})});
  run(f, {vector({3, 4})});
  EXPECT_EQ(now(v_), (Numbers{4, 5}));
  EXPECT_EQ(now(w_), (Numbers{4, 5}));
}

// Its last input is the shape of an image, which may be refused.
class InPlaceBeforeARefusal : public InPlace {
 protected:
  static List feeds(const Numbers& shape) {
    return {Tensor(DType::kFloat32, {1, 2, 2, 1}), vector(shape, DType::kInt32)};
  }

  const Value next_ = changed(v_);
  const Value x_ = placeholder(Shape{1, 2, 2, 1}), shape_ = placeholder(Shape{4}, DType::kInt32);
  const Value image_ = call("conv2d_transpose", {x_, constant(reference::tensor({1, 1, 1, 1}, {1})),
                                                 shape_, List{std::int64_t{2}, std::int64_t{2}}});
  const Function function_ = function({x_, shape_}, {image_}, {update(v_, next_)});
};

TEST_F(InPlaceBeforeARefusal, OldValueStays) {
  EXPECT_THROW(run(function_, feeds({1, 9, 9, 1})), ApiError);
  EXPECT_EQ(now(v_), (Numbers{1, 2}));
}

TEST_F(InPlaceBeforeARefusal, NewValueComesWithTheNextCall) {
  EXPECT_THROW(run(function_, feeds({1, 9, 9, 1})), ApiError);
  run(function_, feeds({1, 3, 3, 1}));
  EXPECT_EQ(now(v_), (Numbers{2, 3}));
}

TEST_F(InPlace, OldValueStaysAfterAnUpdateThatIsRefused) {
  const Value x = placeholder(Shape{reference::kUnknown});
  const Function f = function({x}, {}, {update(w_, x), update(v_, changed(v_))});
  EXPECT_THROW(run(f, {vector({1, 2, 3})}), ApiError);
  EXPECT_EQ(now(v_), (Numbers{1, 2}));
}

TEST_F(InPlace, OldValueStaysAfterAValueOfAnotherShapeThatIsRefused) {
  const Value x = placeholder(Shape{reference::kUnknown});
  const Function f = function({x}, {}, {update(w_, changed(x)), update(v_, changed(v_))});
  EXPECT_THROW(run(f, {vector({1, 2, 3})}), ApiError);
  EXPECT_EQ(now(v_), (Numbers{1, 2}));
  EXPECT_EQ(now(w_), (Numbers{10, 20}));
}

TEST_F(InPlace, SparseVariableTakesAnArray) {
  const Value sparse = call("variable", {to_sparse(vector({0, 3}))});
  const Value x = placeholder(Shape{2});
  const Function f = function({x}, {}, {update(sparse, changed(x))});
  run(f, {vector({5, 6})});
  run(f, {vector({7, 8})});
  EXPECT_EQ(now(sparse), (Numbers{8, 9}));
}

TEST_F(InPlace, PackedMatrixIsThatOfItsNewElements) {
  const Value matrix = variable(reference::tensor({2, 2}, {1, 0, 0, 1}));
  const Value x = placeholder(Shape{2, 2});
  const Value product = call("dot", {x, matrix});
  const Function f = function({x}, {product}, {update(matrix, changed(matrix))});
  const Tensor ones = reference::tensor({2, 2}, {1, 1, 1, 1});
  const std::byte* const before = place(matrix);
  for (const double sum : {1, 3, 5, 7}) EXPECT_EQ(output(f, {ones}), (Numbers{sum, sum, sum, sum}));
  EXPECT_EQ(place(matrix), before);
}

TEST_F(InPlace, PackedMatrixOfAnotherFunctionIsThatOfItsElements) {
  const Value matrix = variable(reference::tensor({2, 2}, {1, 0, 0, 1}));
  const Value x = placeholder(Shape{2, 2});
  const Function product = function({x}, {call("dot", {x, matrix})});
  const Function f = function({}, {}, {update(matrix, changed(matrix))});
  const Tensor ones = reference::tensor({2, 2}, {1, 1, 1, 1});
  for (const double sum : {1, 3, 5, 7}) {
    for (int call = 0; call < 3; ++call)
      EXPECT_EQ(output(product, {ones}), (Numbers{sum, sum, sum, sum}));
    run(f, {});
  }
}

TEST_F(InPlace, LargeArraysAreThoseOfAnyNumberOfThreads) {
  const Tensor start = sample(DType::kFloat32, {100000}, 1);
  const Value average = variable(start), weights = variable(start);
  const Value next = call("operator.mul", {average, 0.5});
  const Function f = function(
      {}, {}, {update(average, next), update(weights, call("operator.sub", {weights, next}))});
  run(f, {});
  run(f, {});
  for (std::int64_t i = 0; i < start.size(); i += 999) {
    const auto first = static_cast<double>(element(start, i));
    ASSERT_EQ(now(average)[static_cast<std::size_t>(i)], first / 4);
    ASSERT_NEAR(now(weights)[static_cast<std::size_t>(i)], first / 4, 1e-6);
  }
}

TEST_F(InPlace, PlanShowsIt) {
  const Value next = changed(v_);
  EXPECT_THAT(text({next}, {v_}), HasSubstr("in place\nresults: 0 bytes"));
}

TEST_F(InPlace, PlanShowsThatItIsNot) {
  const Value next = changed(v_);
  EXPECT_THAT(text({v_, next}, {v_}), Not(HasSubstr("in place")));
}

TEST_F(InPlace, ValueAfterThatOfAnotherCallIs) {
  const Value x = variable(Tensor(DType::kFloat32, {3, 2}));
  const Value mean = variable(vector({0, 0})), variance = variable(vector({0, 0}));
  const auto statistics = session_.apply("normalize_batch_in_training",
                                         {x, Value{}, Value{}, List{std::int64_t{0}}, 1e-3});
  const Value next = changed(v_);
  EXPECT_THAT(text({statistics[1], statistics[2], next}, {mean, variance, v_}),
              HasSubstr("in place"));
}

TEST_F(InPlace, LastOfTwoUpdatesIsTheCertainOne) {
  const Value first = changed(v_, 5), second = changed(v_, 7);
  const reference::Plan plan = plan_of({first, second}, {}, {v_, v_});
  const auto updates = engine::certain_updates(plan, calls_of(plan, {}));
  ASSERT_EQ(updates.size(), 1U);
  EXPECT_EQ(updates[0].value, static_cast<std::size_t>(plan.outputs[1].slot));
}

// The place of the first instruction that updates in place.
class FirstInPlace : public InPlace {
 protected:
  struct First {
    std::size_t place, instructions;
  };
  static First first(const List& outputs, const List& updated) {
    const reference::Plan plan = plan_of(outputs, {}, updated);
    const auto calls = calls_of(plan, {});
    const auto updates = engine::certain_updates(plan, calls);
    const auto instructions = engine::instructions_of(
        engine::in_parts(calls, output_slots(plan), {}), level_to_use(), {});
    const std::size_t place = engine::update_in_place(updates, output_slots(plan), instructions);
    return {place, instructions.size()};
  }
};

TEST_F(FirstInPlace, IsThatOfTheChain) {
  const Value sums = call("cumsum", {w_});
  const First found = first({call("operator.add", {v_, sums})}, {v_});
  EXPECT_EQ(found.instructions, 2U);
  EXPECT_EQ(found.place, 1U);
}

TEST_F(FirstInPlace, IsThatOfTheFirstOfTwoChains) {
  const Value long_one = variable(vector({1, 2, 3}));
  const First found = first({changed(long_one), changed(v_)}, {long_one, v_});
  EXPECT_EQ(found.instructions, 2U);
  EXPECT_EQ(found.place, 0U);
}

TEST_F(FirstInPlace, IsBehindAllWhereNoneDoes) {
  const First found = first({v_, changed(v_)}, {v_});
  EXPECT_EQ(found.instructions, 1U);
  EXPECT_EQ(found.place, 1U);
}

TEST_F(InPlace, SwitchedOffItIsNot) {
  const Value next = changed(v_);
  EXPECT_THAT(text({next}, {v_}, {.updates_in_place = false}), Not(HasSubstr("in place")));
}

}  // namespace
}  // namespace kassay::optimized::in_place_test
