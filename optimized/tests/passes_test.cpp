// Which passes run, depending on the options.
#include "optimized/engine/passes.h"

#include <gmock/gmock.h>

#include <string>

#include "optimized/tests/plans.h"

namespace kassay::optimized::passes_test {
namespace {

using testing::ElementsAre;
using Functions = std::vector<std::string>;

class Passes : public reference::Graph {
 protected:
  engine::Prepared prepared(const Value& output, const engine::Options& options = {}) const {
    const reference::Plan plan = plan_of({output}, {x_});
    return engine::prepared_calls(plan, {reference::StaticType{DType::kFloat32, Shape{2, 3}}},
                                  level_to_use(), options);
  }
  // The functions called for the output.
  Functions called(const Value& output, const engine::Options& options = {}) const {
    return functions_of(prepared(output, options).calls);
  }
  // The first columns of x.
  Value columns() {
    const List start{std::int64_t{0}, std::int64_t{0}}, size{std::int64_t{2}, std::int64_t{2}};
    return call("slice", {x_, start, size});
  }

  const Value x_ = placeholder(Shape{2, 3});
};

TEST_F(Passes, FoldConstants) {
  const Value sum = call("sum", {call("ones_like", {x_})});
  EXPECT_THAT(called(sum), ElementsAre());
  EXPECT_THAT(called(sum, {.folds = false}), ElementsAre("ones_like", "sum"));
}

TEST_F(Passes, ShareResults) {
  const Value product = call("operator.mul", {call("exp", {x_}), call("exp", {x_})});
  EXPECT_THAT(called(product), ElementsAre("exp", "operator.mul"));
  EXPECT_THAT(called(product, {.shares_results = false}),
              ElementsAre("exp", "exp", "operator.mul"));
}

TEST_F(Passes, PassOverIdentities) {
  const Value y = call("exp", {call("operator.mul", {x_, 1.0})});
  EXPECT_THAT(called(y), ElementsAre("exp"));
  EXPECT_THAT(called(y, {.passes_over_identities = false}), ElementsAre("operator.mul", "exp"));
}

TEST_F(Passes, AbsorbBroadcasts) {
  const Value y = call("bias_add", {x_, constant(reference::vector({1, 2, 3}))});
  EXPECT_THAT(called(y), ElementsAre("operator.add"));
  EXPECT_THAT(called(y, {.absorbs_broadcasts = false}), ElementsAre("bias_add"));
}

TEST_F(Passes, PruneUnreadResultsIfOptionsSaySo) {
  const Value y = call("exp", {call("operator.mul", {x_, 1.0})});
  EXPECT_THAT(called(y, {.prunes = false}), ElementsAre("operator.mul", "exp"));
}

TEST_F(Passes, PruneWithoutChains) {
  const Value y = call("exp", {call("operator.mul", {x_, 1.0})});
  EXPECT_THAT(called(y, {.makes_chains = false}), ElementsAre("exp"));
}

TEST_F(Passes, AbsorbMovesForChains) {
  const Value y = call("tanh", {columns()});
  EXPECT_THAT(called(y), ElementsAre("tanh"));
  EXPECT_THAT(called(y, {.makes_chains = false}), ElementsAre("slice", "tanh"));
}

TEST_F(Passes, LeaveAnAbsorbedMoveToPruning) {
  EXPECT_THAT(called(call("tanh", {columns()}), {.prunes = false}), ElementsAre("slice", "tanh"));
}

TEST_F(Passes, SliceBeforeASingleCall) {
  const List start{std::int64_t{0}, std::int64_t{0}}, size{std::int64_t{2}, std::int64_t{2}};
  EXPECT_EQ(called(call("slice", {call("exp", {x_}), start, size})).back(), "exp");
}

TEST_F(Passes, SliceBeforeChainsIfOptionsSaySo) {
  const List start{std::int64_t{0}, std::int64_t{0}}, size{std::int64_t{2}, std::int64_t{2}};
  const Value y = call("slice", {call("exp", {call("tanh", {x_})}), start, size});
  EXPECT_EQ(called(y).back(), "slice");
  const engine::Prepared made = prepared(y, {.slices_chains_early = true});
  EXPECT_EQ(functions_of(made.calls).back(), "exp");
  EXPECT_EQ(made.is_output.size(), made.slot_count);
}

TEST_F(Passes, TellOutputs) {
  const engine::Prepared made = prepared(call("exp", {x_}));
  EXPECT_THAT(made.is_output, ElementsAre(false, true));
}

TEST_F(Passes, TellOutputsOfNewSlots) {
  const Value sevens = constant(reference::tensor({2, 3}, {7, 7, 7, 7, 7, 7}));
  const engine::Prepared made = prepared(call("operator.mul", {x_, sevens}));
  EXPECT_EQ(made.slot_count, 4U);  // x, the sevens, their product, and a single seven
  EXPECT_EQ(std::ranges::count(made.is_output, true), 1);
  EXPECT_EQ(made.is_output.size(), 4U);
}

}  // namespace
}  // namespace kassay::optimized::passes_test
