// Which links of a chain become machine code, and their order.
#include "optimized/engine/passages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "optimized/engine/link.h"
#include "optimized/tests/plans.h"

namespace kassay::optimized::passages_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Passages : public reference::Graph {
 protected:
  void SetUp() override {
    if (level_to_use().vector_bytes() == 0) GTEST_SKIP() << "this level has no machine code";
  }

  // The functions of the links in their new order, with brackets around passages: "[square sub] exp".
  std::string made_of(const List& outputs) {
    const reference::Plan plan = plan_of(outputs, {x_});
    const auto read_outside = output_slots(plan);
    std::vector<engine::Link> links;
    for (const engine::Call& call : calls_of(plan, {Tensor(DType::kFloat32, {6})})) {
      auto noted = engine::noted_loop(call);
      links.push_back({noted ? std::move(*noted) : engine::noted_total(call).value(), call});
    }
    engine::VectorCodes codes(level_to_use().vector_bytes());
    passages_ = engine::make_passages(
        links, [&](std::size_t slot) { return read_outside[slot]; }, codes);
    std::string text;
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (!text.empty()) text += " ";
      for (const auto& passage : passages_) text += passage.begin == i ? "[" : "";
      text += links[i].call.function();
      for (const auto& passage : passages_) text += passage.end == i + 1 ? "]" : "";
    }
    return text;
  }

  Value x_ = placeholder(Shape{6});
  std::vector<engine::Passage> passages_;
};

TEST_F(Passages, FormulasInARow) {
  const Value y = call("operator.sub", {call("square", {x_}), x_});
  EXPECT_EQ(made_of({y}), "[square operator.sub]");
  EXPECT_THAT(passages_.front().outputs, ElementsAre(1U));
  EXPECT_EQ(passages_.front().inputs.size(), 1U);  // x is read once
}

TEST_F(Passages, OneLinkIsNotAPassage) { EXPECT_EQ(made_of({call("square", {x_})}), "square"); }

TEST_F(Passages, WhatHasNoFormulaParts) {
  const Value y = call("sin", {call("square", {call("abs", {x_})})});
  EXPECT_EQ(made_of({call("square", {call("operator.neg", {y})})}),
            "[abs square] sin [operator.neg square]");
}

TEST_F(Passages, WhatHasNoFormulaComesLaterWhereItCan) {
  const Value y = call("square", {x_});
  EXPECT_EQ(made_of({call("sin", {y}), call("abs", {y})}), "[square abs] sin");
}

TEST_F(Passages, SumsComeBehind) {
  const Value y = call("square", {x_});
  const Value total = call("sum", {y});
  EXPECT_EQ(made_of({total, call("operator.neg", {y})}), "[square operator.neg] sum");
  EXPECT_THAT(passages_.front().outputs, ElementsAre(0U, 1U));  // the sum reads the squares
}

TEST_F(Passages, ConditionStaysInside) {
  const Value condition = call("greater", {x_, 0.5});
  EXPECT_EQ(made_of({call("maximum", {call("square", {x_}), 0.25})}), "[square maximum]");
  EXPECT_EQ(made_of({call("switch", {condition, call("square", {x_}), x_})}),
            "[greater square internal.select]");
}

TEST_F(Passages, ConditionThatIsAnOutputIsNone) {
  const Value condition = call("greater", {x_, 0.5});
  const Value y = call("switch", {condition, call("square", {x_}), x_});
  EXPECT_EQ(made_of({condition, y}), "square greater internal.select");
  EXPECT_THAT(passages_, IsEmpty());
}

TEST_F(Passages, ConditionThatIsCastIsNone) {
  const Value condition = call("greater", {call("square", {x_}), 0.5});
  EXPECT_EQ(made_of({call("operator.neg", {call("cast", {condition, "float32"})})}),
            "square greater cast operator.neg");
}

TEST_F(Passages, MoreThanTheRegistersHoldIsParted) {
  List values{x_};
  for (int i = 0; i < 40; ++i) values.push_back(call("operator.add", {values.back(), x_}));
  Value sum = values.back();
  for (std::size_t i = values.size() - 1; i-- > 0;) sum = call("operator.mul", {sum, values[i]});
  made_of({sum});
  EXPECT_GE(passages_.size(), 2U);
}

}  // namespace
}  // namespace kassay::optimized::passages_test
