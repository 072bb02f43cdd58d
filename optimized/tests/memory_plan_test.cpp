// Results share memory if their lives allow it, and otherwise not.
#include "optimized/engine/memory_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "optimized/engine/engine.h"
#include "optimized/engine/program.h"
#include "optimized/tests/plans.h"

namespace kassay::optimized::memory_plan_test {
namespace {

using engine::Arena;
using engine::Life;
using engine::MemoryPlan;
using engine::plan_memory;

const reference::TensorType kType{DType::kFloat32, {16}};  // 64 bytes

std::size_t offset(const MemoryPlan& plan, std::size_t slot) { return plan.places.at(slot).offset; }

TEST(MemoryPlan, OneAfterTheOtherHaveTheSameBytes) {
  const MemoryPlan plan = plan_memory({{0, 64, 0, 1}, {1, 64, 2, 3}});
  EXPECT_EQ(plan.bytes, 64U);
  EXPECT_THAT(plan.places.at(1).before, testing::ElementsAre(0U));
}

TEST(MemoryPlan, ThoseThatMeetDoNot) {
  const MemoryPlan plan = plan_memory({{0, 64, 0, 1}, {1, 64, 1, 2}});
  EXPECT_EQ(plan.bytes, 128U);
  EXPECT_NE(offset(plan, 0), offset(plan, 1));
  EXPECT_TRUE(plan.places.at(1).before.empty());
}

TEST(MemoryPlan, TheSmallestGapIsTaken) {
  // While 0 and 2 live, there are gaps of 256 and 64 bytes around them.
  const MemoryPlan plan = plan_memory({{0, 512, 0, 9},
                                       {1, 256, 0, 4},
                                       {2, 128, 0, 9},
                                       {3, 64, 0, 4},
                                       {4, 32, 0, 9},
                                       {5, 31, 5, 9}});
  EXPECT_EQ(offset(plan, 5), offset(plan, 3));
}

TEST(MemoryPlan, TheSmallestGapIsTakenThoughALargerOneFollows) {
  // While 0, 2 and 5 live, there is a gap of 128 bytes between the first two of them, and one of 256 bytes after the last.
  const MemoryPlan plan = plan_memory({{0, 256, 0, 9},
                                       {1, 128, 0, 4},
                                       {2, 127, 0, 9},
                                       {3, 126, 0, 4},
                                       {4, 125, 0, 4},
                                       {5, 124, 0, 9},
                                       {6, 123, 5, 9}});
  EXPECT_EQ(offset(plan, 6), offset(plan, 1));
}

TEST(MemoryPlan, LargerOnesChooseFirst) {
  const MemoryPlan plan = plan_memory({{0, 64, 0, 1}, {1, 128, 0, 1}});
  EXPECT_EQ(offset(plan, 1), 0U);
  EXPECT_EQ(offset(plan, 0), 128U);
}

TEST(MemoryPlan, FromTheEndMayTakeLess) {
  // 2 does not fit in any gap, because 1 is behind 0.
  const MemoryPlan plan = plan_memory({{0, 64, 0, 1}, {1, 64, 0, 3}, {2, 128, 2, 3}});
  EXPECT_EQ(plan.bytes, 192U);
  EXPECT_THAT(plan.places.at(2).before, testing::ElementsAre(0U));
}

TEST(MemoryPlan, GapsThatMeetAreOne) {
  // 0, 1 and 2 are gone when 4 comes, in any order.
  for (const std::vector<std::size_t>& last :
       {std::vector<std::size_t>{1, 2, 3}, {3, 2, 1}, {1, 3, 2}, {2, 1, 3}}) {
    const MemoryPlan plan = plan_memory({{0, 192, 0, last[0]},
                                         {1, 128, 0, last[1]},
                                         {2, 64, 0, last[2]},
                                         {3, 64, 0, 9},
                                         {4, 384, 4, 9}});
    EXPECT_EQ(plan.bytes, 448U);
    EXPECT_EQ(offset(plan, 4), 0U);
  }
}

TEST(MemoryPlan, EachBeginsACacheLine) {
  const MemoryPlan plan = plan_memory({{0, 65, 0, 1}, {1, 1, 0, 1}});
  EXPECT_EQ(offset(plan, 1), 128U);
  EXPECT_EQ(plan.bytes, 192U);
}

TEST(MemoryPlan, TellsHowManyBytesLiveAtOnce) {
  EXPECT_EQ(plan_memory({{0, 100, 0, 1}, {1, 50, 1, 2}, {2, 70, 2, 3}}).most_live, 150U);
}

TEST(MemoryPlan, OnlyThoseThatHadSomeOfItsBytesComeBefore) {
  // 2 is where 0 was, and 3 where 1 was.
  const MemoryPlan plan =
      plan_memory({{0, 128, 0, 1}, {1, 64, 0, 1}, {2, 128, 2, 3}, {3, 64, 2, 3}});
  EXPECT_THAT(plan.places.at(2).before, testing::ElementsAre(0U));
  EXPECT_THAT(plan.places.at(3).before, testing::ElementsAre(1U));
}

TEST(MemoryPlan, OnlyTheLastOnesThatHadSomeOfItsBytesComeBefore) {
  const MemoryPlan plan = plan_memory({{0, 128, 0, 1}, {1, 64, 2, 3}, {2, 128, 4, 5}});
  EXPECT_THAT(plan.places.at(1).before, testing::ElementsAre(0U));
  EXPECT_THAT(plan.places.at(2).before, testing::ElementsAre(1U, 0U));
  EXPECT_THAT(plan_memory({{0, 64, 0, 1}, {1, 64, 2, 3}, {2, 64, 4, 5}}).places.at(2).before,
              testing::ElementsAre(1U));
}

TEST(MemoryPlan, TwoComeAfterOneThatHadTheBytesOfBoth) {
  // 2 is behind 3: by then 1 has lost its first bytes, but still has the last ones.
  const MemoryPlan plan =
      plan_memory({{0, 256, 0, 9}, {1, 128, 0, 1}, {2, 64, 3, 9}, {3, 64, 2, 4}});
  EXPECT_EQ(offset(plan, 3), offset(plan, 1));
  EXPECT_EQ(offset(plan, 2), offset(plan, 1) + 64);
  EXPECT_THAT(plan.places.at(3).before, testing::ElementsAre(1U));
  EXPECT_THAT(plan.places.at(2).before, testing::ElementsAre(1U));
}

TEST(MemoryPlan, TwoComeAfterOneWhoseLastBytesGoFirst) {
  // Planned from the end, because of the last three: 1 is behind 2, which begins later.
  const MemoryPlan plan = plan_memory({{0, 128, 0, 1},
                                       {1, 64, 2, 3},
                                       {2, 64, 3, 4},
                                       {3, 64, 10, 11},
                                       {4, 64, 10, 13},
                                       {5, 128, 12, 13}});
  EXPECT_EQ(offset(plan, 1), offset(plan, 0) + 64);
  EXPECT_EQ(offset(plan, 2), offset(plan, 0));
  EXPECT_THAT(plan.places.at(1).before, testing::ElementsAre(0U));
  EXPECT_THAT(plan.places.at(2).before, testing::ElementsAre(0U));
}

TEST(MemoryPlan, AnUnreadResultDoesNotComeBeforeItself) {
  EXPECT_TRUE(plan_memory({{0, 64, 1, 1}}).places.at(0).before.empty());
}

TEST(MemoryPlan, AnEmptyOneTakesNothing) {
  const MemoryPlan plan = plan_memory({{0, 64, 0, 1}, {1, 0, 2, 2}, {2, 64, 3, 4}});
  EXPECT_EQ(plan.bytes, 64U);
  EXPECT_TRUE(plan.places.at(1).before.empty());
  EXPECT_THAT(plan.places.at(2).before, testing::ElementsAre(0U));
}

TEST(MemoryPlan, NothingNeedsNothing) {
  EXPECT_EQ(plan_memory({}).bytes, 0U);
  EXPECT_EQ(plan_memory({}).most_live, 0U);
}

TEST(MemoryPlan, AnyLives) {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Life> lives;
    for (std::size_t slot = 0; slot < 40; ++slot) {
      const std::size_t first = random() % 30;
      const std::size_t bytes = random() % 4 == 0 ? 0 : 1 + random() % 5000;
      lives.push_back({slot, bytes, first, first + random() % 8});
    }
    const MemoryPlan plan = plan_memory(lives);
    for (const Life& a : lives) {
      ASSERT_LE(offset(plan, a.slot) + a.bytes, plan.bytes);
      for (const Life& b : lives) {
        if (a.slot >= b.slot || a.first > b.last || b.first > a.last) continue;
        ASSERT_TRUE(offset(plan, a.slot) + a.bytes <= offset(plan, b.slot) ||
                    offset(plan, b.slot) + b.bytes <= offset(plan, a.slot))
            << a.slot << " and " << b.slot;
      }
    }
  }
}

class InAnArena : public testing::Test {
 protected:
  InAnArena() { arena_.enter(); }

  Arena arena_{plan_memory({{0, 64, 0, 1}, {1, 64, 2, 3}})};
};

TEST_F(InAnArena, ArraysAreWhereThePlanSays) {
  const std::byte* const place = arena_.take(0, kType)->bytes().data();
  EXPECT_EQ(arena_.take(1, kType)->bytes().data(), place);
}

TEST_F(InAnArena, AnArrayThatIsStillInUseKeepsItsBytes) {
  const Tensor other_shape = arena_.take(0, kType)->reshaped({4, 4});
  EXPECT_FALSE(arena_.take(1, kType));
}

TEST(ThreeInAnArena, AnArrayThatIsStillInUseKeepsItsBytesFromAllLaterOnes) {
  Arena arena(plan_memory({{0, 64, 0, 1}, {1, 64, 2, 3}, {2, 64, 4, 5}}));
  for (int run = 0; run < 2; ++run) {
    arena.enter();
    {
      const Tensor other_shape = arena.take(0, kType)->reshaped({4, 4});
      EXPECT_FALSE(arena.take(1, kType));
      EXPECT_FALSE(arena.take(2, kType));
    }
    EXPECT_TRUE(arena.take(2, kType));
    arena.leave();
  }
}

TEST(ThreeInAnArena, ARunNeedNotHaveTheArraysOfTheRunBefore) {
  Arena arena(plan_memory({{0, 64, 0, 1}, {1, 64, 2, 3}, {2, 64, 4, 5}}));
  arena.enter();
  for (const std::size_t slot : {0, 1, 2}) EXPECT_TRUE(arena.take(slot, kType));
  arena.leave();
  arena.enter();
  EXPECT_TRUE(arena.take(0, kType));
  EXPECT_TRUE(arena.take(2, kType));
  arena.leave();
  arena.enter();
  const Tensor other_shape = arena.take(0, kType)->reshaped({4, 4});
  EXPECT_FALSE(arena.take(1, kType));
  EXPECT_FALSE(arena.take(2, kType));
}

TEST_F(InAnArena, TheNextRunHasTheSameMemory) {
  const std::byte* const place = arena_.take(0, kType)->bytes().data();
  arena_.leave();
  arena_.enter();
  const std::optional<Tensor> again = arena_.take(0, kType);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->bytes().data(), place);
}

TEST_F(InAnArena, TheNextRunLeavesAnArrayInUse) {
  const std::optional<Tensor> kept = arena_.take(1, kType);
  arena_.leave();
  arena_.enter();
  EXPECT_NE(arena_.take(0, kType)->bytes().data(), kept->bytes().data());
}

TEST_F(InAnArena, TheNextRunReusesNoOldArrayIfOneIsInUse) {
  const std::optional<Tensor> kept = arena_.take(1, kType);
  arena_.leave();
  arena_.enter();
  EXPECT_NE(arena_.take(1, kType)->bytes().data(), kept->bytes().data());
}

TEST_F(InAnArena, ItKnowsItsArrays) { EXPECT_TRUE(arena_.has(*arena_.take(0, kType))); }

// A life of 64 bytes at that place.
Tensor tensor_at(const std::byte* place) {
  return {kType.dtype, kType.shape, {const_cast<std::byte*>(place), [](std::byte*) {}}};
}

TEST_F(InAnArena, ItKnowsWhatLiesBesideIt) {
  const std::byte* const begin = arena_.take(0, kType)->bytes().data();
  EXPECT_FALSE(arena_.has(tensor_at(begin - 64)));
  EXPECT_FALSE(arena_.has(tensor_at(begin + arena_.plan().bytes)));
}

TEST(Arena, HasItsArraysOneBehindTheOther) {
  Arena arena(plan_memory({{0, 128, 0, 1}, {1, 64, 0, 1}}));
  arena.enter();
  const std::optional<Tensor> first = arena.take(0, {DType::kFloat32, {32}});
  const std::optional<Tensor> second = arena.take(1, kType);
  EXPECT_EQ(second->bytes().data() - first->bytes().data(), 128);
  EXPECT_TRUE(arena.has(*second));
}

TEST(Arena, KeepsAMebibyte) {
  Arena arena(plan_memory({{0, std::size_t{1} << 20, 0, 1}}));
  arena.enter();
  const Tensor tensor = *arena.take(0, kType);
  arena.leave();
  EXPECT_TRUE(tensor.is_shared());
}

TEST(Arena, HasNothingOnceItsLargeMemoryIsGivenBack) {
  Arena arena(plan_memory({{0, std::size_t{1} << 22, 0, 1}}));
  arena.enter();
  const Tensor tensor = *arena.take(0, kType);
  arena.leave();
  EXPECT_FALSE(arena.has(tensor));
}

TEST(Arena, GivesLargeMemoryBack) {
  Arena arena(plan_memory({{0, std::size_t{1} << 22, 0, 1}}));
  arena.enter();
  const Tensor tensor = *arena.take(0, kType);
  arena.leave();
  EXPECT_FALSE(tensor.is_shared());
}

TEST(Arena, AnArrayOutlivesIt) {
  std::optional<Tensor> tensor;
  {
    Arena arena(plan_memory({{0, 64, 0, 1}}));
    arena.enter();
    tensor = arena.take(0, kType);
  }
  std::ranges::fill(tensor->mutable_data<float>(), 1.0F);
  EXPECT_EQ(tensor->data<float>()[15], 1.0F);
}

TEST(Arena, OtherSlotsHaveNoPlace) {
  Arena arena;
  arena.enter();
  EXPECT_FALSE(arena.take(0, kType));
  EXPECT_FALSE(arena.has(Tensor(DType::kFloat32, {4})));
}

class PlannedProgram : public reference::Graph {
 protected:
  std::string described(const List& outputs) {
    const reference::Plan plan = plan_of(outputs, {x_});
    return engine::Program(plan, {reference::type_of(feed_)}, level_to_use(), kSmall).describe();
  }

  static constexpr engine::Options kSmall{.makes_chains = false, .largest_kept = 0};
  const Tensor feed_ = reference::vector({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
  const Value x_ = placeholder(Shape{16});
};

TEST_F(PlannedProgram, ResultsTakeTurns) {
  Value y = x_;
  for (int i = 0; i < 5; ++i) y = call("operator.add", {call("cumsum", {y}), y});
  EXPECT_THAT(described({y}),
              testing::HasSubstr("one block of 192 bytes for results of at most 192 "));
}

TEST_F(PlannedProgram, AnOutputHasSeparateMemory) {
  EXPECT_THAT(described({call("square", {x_})}), testing::HasSubstr("one block of 0 bytes"));
}

TEST_F(PlannedProgram, AnOutputUnderAnotherShapeAlsoHasSeparateMemory) {
  const Value y = call("expand_dims", {call("square", {x_})});
  EXPECT_THAT(described({y}), testing::HasSubstr("one block of 0 bytes"));
}

TEST_F(PlannedProgram, AResultLivesAsLongAsOneUnderAnotherShape) {
  const Value squares = call("square", {x_}), column = call("expand_dims", {squares});
  const Value sums = call("cumsum", {call("cumsum", {call("cumsum", {squares})})});
  const Value y = call("operator.add", {sums, call("squeeze", {column, std::int64_t{-1}})});
  const auto run = [&](const engine::Options& options) {
    const auto executable = compile(plan_of({y}, {x_}), level_to_use(), options);
    return reference::numbers_of(executable->run(session_, {feed_}).front());
  };
  EXPECT_EQ(run(kSmall), run({.compiles = false}));
}

}  // namespace
}  // namespace kassay::optimized::memory_plan_test
