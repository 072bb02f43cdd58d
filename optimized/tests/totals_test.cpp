// Sums and means at the ends of chains.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "optimized/engine/chains.h"
#include "optimized/engine/engine.h"
#include "optimized/engine/program.h"
#include "optimized/tests/plans.h"
#include "optimized/threads.h"

namespace kassay::optimized::totals_test {
namespace {

// Two rows of three.
class Totals : public reference::Graph {
 protected:
  std::size_t instructions(const List& outputs, const engine::Options& options = {}) {
    const reference::Plan plan = plan_of(outputs, {x_});
    return engine::in_parts(calls_of(plan, {Tensor(DType::kFloat32, {2, 3})}), output_slots(plan),
                            options)
        .size();
  }
  Value square() { return call("square", {x_}); }

  const Value x_ = placeholder(Shape{2, 3});
};

TEST_F(Totals, SumOfAllJoins) { EXPECT_EQ(instructions({call("sum", {square()})}), 1U); }

TEST_F(Totals, MeanOfLeadingAxesJoins) {
  EXPECT_EQ(instructions({call("mean", {square(), std::int64_t{0}})}), 1U);
}

TEST_F(Totals, SumOfRowsDoesNot) {
  EXPECT_EQ(instructions({call("sum", {square(), std::int64_t{1}})}), 2U);
}

TEST_F(Totals, TwoOfOneArrayJoin) {
  const Value y = square();
  EXPECT_EQ(instructions({call("sum", {y}), call("mean", {y, std::int64_t{0}}), y}), 1U);
}

TEST_F(Totals, CallThatReadsASumComesAfter) {
  const Value y = square();
  EXPECT_EQ(instructions({call("operator.mul", {y, call("sum", {y})})}), 2U);
}

TEST_F(Totals, CallAfterASumThatDoesNotReadItJoins) {
  const Value y = square();
  EXPECT_EQ(instructions({call("sum", {y}), call("exp", {y})}), 1U);
}

TEST_F(Totals, SumOfAnythingElseDoesNot) {
  EXPECT_EQ(instructions({call("sum", {call("cumsum", {x_})})}), 2U);
}

TEST_F(Totals, SwitchedOffTheyDoNot) {
  EXPECT_EQ(instructions({call("sum", {square()})}, {.makes_totals = false}), 2U);
}

struct Sum {
  const char* function;
  Shape shape;
  Value axis;
  DType dtype = DType::kFloat32;
};

class TotalOf : public reference::Graph, public testing::WithParamInterface<Sum> {
 protected:
  // The result for the squares of a feed, as the engine computes it.
  Tensor computed(const Tensor& feed) {
    const Value x = placeholder(feed.shape(), feed.dtype());
    const reference::Plan plan = plan_of({call_for(x)}, {x});
    engine::Program program(plan, {reference::type_of(feed)}, level_to_use(), {});
    EXPECT_EQ(std::ranges::count(program.describe(), '\n'), 4);  // a chain of two, and its memory
    return std::get<Tensor>(program.run(session_, {feed}).at(0));
  }
  Value call_for(const Value& x) {
    return call(GetParam().function, {call("square", {x}), GetParam().axis});
  }
  static Tensor feed() {
    Tensor feed(GetParam().dtype, GetParam().shape);
    for (std::int64_t i = 0; i < feed.size(); ++i) set_element(feed, i, std::sin(0.1L * i));
    return feed;
  }
};

TEST_P(TotalOf, IsThatOfTheReference) {
  const reference::Numbers expected = reference::numbers_of(
      session_.evaluate({reference::symbol_of(call_for(constant(feed())))}).at(0));
  const reference::Numbers actual = reference::numbers_of(computed(feed()));
  ASSERT_EQ(actual.size(), expected.size());
  const double unit = GetParam().dtype == DType::kFloat16 ? 0x1p-9 : 0x1p-20;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(actual[i]));
    } else {
      EXPECT_NEAR(actual[i], expected[i], unit * expected[i]);
    }
  }
}

TEST_P(TotalOf, HasTheSameBitsForAnyNumberOfThreads) {
  const int most = thread_count();
  set_thread_count(1);
  const Tensor alone = computed(feed());
  set_thread_count(3);
  const Tensor together = computed(feed());
  set_thread_count(most);
  EXPECT_TRUE(std::ranges::equal(alone.bytes(), together.bytes()));
}

INSTANTIATE_TEST_SUITE_P(
    Sums, TotalOf,
    testing::Values(Sum{"sum", {70'001}, {}}, Sum{"mean", {300, 7, 43}, {}},
                    Sum{"sum", {9'000, 7}, std::int64_t{0}},
                    Sum{"mean", {70, 1'000}, std::int64_t{0}},
                    Sum{"mean", {40, 50, 33}, List{std::int64_t{0}, std::int64_t{1}}},
                    Sum{"sum", {5'000, 13}, std::int64_t{0}, DType::kFloat16},
                    Sum{"mean", {70'001}, {}, DType::kFloat64}, Sum{"mean", {0}, {}},
                    Sum{"sum", {0, 3}, std::int64_t{0}}));

}  // namespace
}  // namespace kassay::optimized::totals_test
