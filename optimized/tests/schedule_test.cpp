// What the parts of a program read and write, and how long arrays live.
#include "optimized/engine/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "optimized/engine/pruning.h"
#include "optimized/engine/views.h"
#include "optimized/tests/plans.h"

namespace kassay::optimized::schedule_test {
namespace {

using engine::Life;
using engine::Schedule;
using testing::ElementsAre;
using testing::FieldsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr std::size_t kBytes = 24;  // of what has six elements of float32

// Each call is a part. Feeds have the first slots, and each call the next one.
class AProgram : public reference::Graph {
 protected:
  Schedule schedule(const List& outputs) const {
    const reference::Plan plan = plan_of(outputs, {x_, y_});
    auto calls = calls_of(plan, {Tensor(DType::kFloat32, {6}), Tensor(DType::kFloat32, {6})});
    return {engine::in_parts(std::move(calls), output_slots(plan), {.makes_chains = false}),
            output_slots(plan)};
  }
  static std::vector<Life> lives(const Schedule& schedule, const std::vector<std::size_t>& given) {
    return schedule.lives(given, [](std::size_t) { return kBytes; });
  }
  Value column(const Value& x) { return call("expand_dims", {x}); }
  Value sums(const Value& x) { return call("cumsum", {x}); }

  const Value x_ = placeholder(Shape{6}), y_ = placeholder(Shape{6});
  static constexpr std::size_t kX = 0, kY = 1, kFirst = 2;
};

TEST_F(AProgram, ReleasesArraysThatAreNotReadLater) {
  const Schedule made = schedule({call("operator.add", {sums(x_), x_})});
  EXPECT_THAT(made.entries().at(0).released, IsEmpty());
  EXPECT_THAT(made.entries().at(1).released, UnorderedElementsAre(kX, kFirst));
}

TEST_F(AProgram, KnowsReadAndComputedArrays) {
  const Schedule made = schedule({column(sums(x_))});
  EXPECT_TRUE(made.is_read(kX));
  EXPECT_FALSE(made.is_read(kY));
  EXPECT_TRUE(made.is_read(kFirst + 1));  // an output
  EXPECT_FALSE(made.is_made(kX));
  EXPECT_TRUE(made.is_made(kFirst));
  EXPECT_FALSE(made.is_made(kFirst + 1));  // the sums under another shape
}

TEST_F(AProgram, ResultsLiveUntilTheyAreReadLast) {
  const Value first = sums(x_), second = sums(first);
  EXPECT_THAT(lives(schedule({sums(call("operator.add", {second, first}))}), {}),
              ElementsAre(FieldsAre(kFirst, kBytes, 1, 3), FieldsAre(kFirst + 1, kBytes, 2, 3),
                          FieldsAre(kFirst + 2, kBytes, 3, 4),
                          FieldsAre(kFirst + 3, kBytes, 4, 5)));  // an output, to the end
}

TEST_F(AProgram, AnArrayLivesAsLongAsItDoesUnderAnotherShape) {
  EXPECT_THAT(lives(schedule({sums(column(column(sums(x_))))}), {}),
              ElementsAre(FieldsAre(kFirst, kBytes, 1, 4),  // the columns share an array
                          FieldsAre(kFirst + 3, kBytes, 4, 5)));
}

TEST_F(AProgram, GivenArraysLiveFromTheBeginning) {
  EXPECT_THAT(lives(schedule({sums(x_)}), {kX, kY}),
              ElementsAre(FieldsAre(kX, kBytes, 0, 1), FieldsAre(kY, kBytes, 0, 0),
                          FieldsAre(kFirst, kBytes, 1, 2)));
}

TEST_F(AProgram, AnOldValueIsReplacedOnceItIsReadLast) {
  const Value first = sums(x_), second = sums(y_);
  const Schedule made = schedule({call("operator.add", {second, first})});
  EXPECT_TRUE(made.may_replace(kX, kFirst + 1));   // 3, where 0 is: it is read before
  EXPECT_FALSE(made.may_replace(kY, kFirst));      // read later
  EXPECT_FALSE(made.may_replace(kY, kFirst + 1));  // read by a call that may read any element
}

TEST_F(AProgram, AnOldValueThatIsAnOutputOrUnderAnotherShapeIsNotReplaced) {
  const Schedule output = schedule({sums(x_), x_});
  EXPECT_FALSE(output.may_replace(kX, kFirst));
  const Schedule shaped = schedule({call("operator.add", {sums(column(x_)), sums(y_)})});
  EXPECT_FALSE(shaped.may_replace(kX, kFirst + 2));
}

TEST_F(AProgram, WritesAllResultsOfACall) {
  const Value images = placeholder(Shape{2, 3});
  const List made = session_.apply("normalize_batch_in_training",
                                   {images, Value{}, Value{}, List{std::int64_t{0}}, 1e-3});
  const reference::Plan plan = plan_of(made, {images});
  const Schedule all(engine::in_parts(calls_of(plan, {Tensor(DType::kFloat32, {2, 3})}),
                                      output_slots(plan), {.makes_chains = false}),
                     output_slots(plan));
  const auto& writes = all.entries().back().writes;
  EXPECT_THAT(writes, ElementsAre(writes.at(0), writes.at(0) + 1, writes.at(0) + 2));
}

TEST_F(AProgram, AGivenOutputLivesToTheEnd) {
  EXPECT_THAT(lives(schedule({x_, sums(y_)}), {kX}),
              ElementsAre(FieldsAre(kX, kBytes, 0, 2), FieldsAre(kFirst, kBytes, 1, 2)));
}

// For a single chain.
class AChain : public reference::Graph {
 protected:
  // Whether the chain may write its result over the first feed.
  bool may_replace(const Value& result, const List& fed) const {
    const reference::Plan plan = plan_of({result}, fed);
    std::vector<Value> feeds;
    for (const Value& input : fed)
      feeds.emplace_back(Tensor(type(input).dtype, *type(input).shape));
    auto calls = calls_of(plan, feeds);
    engine::absorb_moves(calls, output_slots(plan));
    calls = engine::pruned(std::move(calls), output_slots(plan));
    const Schedule made(engine::in_parts(std::move(calls), output_slots(plan), {}),
                        output_slots(plan));
    EXPECT_EQ(made.entries().size(), 1U);
    EXPECT_FALSE(made.entries()[0].part.links.empty());
    return made.may_replace(0, made.entries()[0].writes.at(0));
  }

  const Value x_ = placeholder(Shape{6}), rows_ = placeholder(Shape{2, 6}),
              one_ = placeholder(Shape{1});
};

TEST_F(AChain, ReplacesAnArrayReadInPlace) {
  const Value y = call("operator.add", {call("tanh", {x_}), call("operator.mul", {x_, 2.0})});
  EXPECT_TRUE(may_replace(y, {x_}));
}

TEST_F(AChain, ReplacesAnArrayReadInPlaceNextToABroadcastOne) {
  EXPECT_TRUE(may_replace(call("exp", {call("operator.mul", {x_, one_})}), {x_, one_}));
}

TEST_F(AChain, DoesNotReplaceABroadcastArray) {
  EXPECT_FALSE(may_replace(call("exp", {call("operator.sub", {x_, rows_})}), {x_, rows_}));
  EXPECT_FALSE(may_replace(call("exp", {call("operator.sub", {rows_, x_})}), {x_, rows_}));
}

TEST_F(AChain, DoesNotReplaceAnArrayReadAtOtherPlaces) {
  const List start{std::int64_t{0}, std::int64_t{2}}, size{std::int64_t{-1}, std::int64_t{3}};
  const Value part = call("slice", {rows_, start, size});
  EXPECT_FALSE(may_replace(call("exp", {call("tanh", {part})}), {rows_}));
}

}  // namespace
}  // namespace kassay::optimized::schedule_test
