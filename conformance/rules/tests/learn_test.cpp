#include "conformance/rules/learn.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace kassay::rules {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> texts(const Rule& rule) {
  std::vector<std::string> texts;
  for (const Condition& condition : rule.conditions) texts.push_back(condition.text());
  return texts;
}

// All combinations of four conditions, twelve times, each sample with a number that differs.
std::vector<Sample> samples(const std::function<bool(const Facts&)>& fails) {
  std::vector<Sample> samples;
  const char* const conditions[] = {"axis is negative", "keepdims = True", "x has rank 2",
                                    "x contains NaN"};
  for (int i = 0; i < 16 * 12; ++i) {
    Sample sample;
    for (int bit = 0; bit < 4; ++bit) {
      if ((i >> bit & 1) != 0) sample.facts.conditions.insert(conditions[bit]);
    }
    sample.facts.numbers["alpha"] = (i * 7 % 40) / 8.0 - 2;
    sample.failed = fails(sample.facts);
    samples.push_back(std::move(sample));
  }
  return samples;
}

bool has(const Facts& facts, const std::string& condition) {
  return facts.conditions.contains(condition);
}

TEST(Learn, OneCondition) {
  const Rules rules = learn(samples([](const Facts& f) { return has(f, "x has rank 2"); }));
  ASSERT_EQ(rules.rules.size(), 1u);
  EXPECT_THAT(texts(rules.rules[0]), ElementsAre("x has rank 2"));
  EXPECT_EQ(rules.failures, 96);
  EXPECT_EQ(rules.passes, 96);
  EXPECT_EQ(rules.rules[0].failures, 96);
  EXPECT_EQ(rules.rules[0].false_alarms, 0);
}

TEST(Learn, ThreeConditionsAtOnce) {
  const Rules rules = learn(samples([](const Facts& f) {
    return has(f, "axis is negative") && has(f, "keepdims = True") && !has(f, "x contains NaN");
  }));
  ASSERT_EQ(rules.rules.size(), 1u);
  EXPECT_THAT(texts(rules.rules[0]),
              testing::UnorderedElementsAre("axis is negative", "keepdims = True",
                                            "x does not contain NaN"));
}

TEST(Learn, AThresholdHasAsFewDigitsAsTellTheNumbersApart) {
  const Rules rules = learn(samples([](const Facts& f) { return f.numbers.at("alpha") > 0.9; }));
  ASSERT_EQ(rules.rules.size(), 1u);
  EXPECT_THAT(texts(rules.rules[0]), ElementsAre("alpha >= 0.9"));
}

TEST(Learn, WhatARuleLeavesMayHaveAnother) {
  const Rules rules = learn(samples(
      [](const Facts& f) { return has(f, "x contains NaN") || f.numbers.at("alpha") < -1.5; }));
  ASSERT_EQ(rules.rules.size(), 2u);
  EXPECT_THAT(texts(rules.rules[0]), ElementsAre("x contains NaN"));
  EXPECT_THAT(texts(rules.rules[1]), ElementsAre("alpha < -1.6"));
  EXPECT_EQ(rules.rules[0].failures + rules.rules[1].failures, rules.failures);
}

TEST(Learn, ExceptionsAreCounted) {
  std::vector<Sample> most = samples([](const Facts& f) { return has(f, "x has rank 2"); });
  int left = 3;
  for (Sample& sample : most) {
    if (sample.failed && left-- > 0) sample.failed = false;
  }
  const Rules rules = learn(most);
  ASSERT_EQ(rules.rules.size(), 1u);
  EXPECT_EQ(rules.rules[0].failures, 93);
  EXPECT_EQ(rules.rules[0].false_alarms, 3);
}

TEST(Learn, NothingIsSaidOfChance) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 20; ++trial) {
    EXPECT_TRUE(learn(samples([&](const Facts&) { return random() % 8 == 0; })).rules.empty());
  }
}

TEST(Learn, NothingIsSaidOfASingleFailureThatAnyConditionCouldExplain) {
  bool first = true;
  EXPECT_TRUE(learn(samples([&](const Facts& f) {
                return f.conditions.size() == 2 && std::exchange(first, false);
              })).rules.empty());
}

TEST(Learn, NothingIsSaidWhereAllFailOrNone) {
  EXPECT_TRUE(learn(samples([](const Facts&) { return true; })).rules.empty());
  EXPECT_TRUE(learn(samples([](const Facts&) { return false; })).rules.empty());
  EXPECT_TRUE(learn({}).rules.empty());
}

TEST(Learn, TheOrderOfTheSamplesDoesNotMatter) {
  std::vector<Sample> forwards =
      samples([](const Facts& f) { return has(f, "x contains NaN") && f.numbers.at("alpha") < 1; });
  std::vector<Sample> backwards(forwards.rbegin(), forwards.rend());
  const Rules one = learn(forwards), other = learn(backwards);
  ASSERT_EQ(one.rules.size(), other.rules.size());
  for (std::size_t i = 0; i < one.rules.size(); ++i) {
    EXPECT_EQ(texts(one.rules[i]), texts(other.rules[i]));
  }
}

// What fails where the first condition holds, which both facts then tell.
std::string chosen(const std::string& one, const std::string& other) {
  std::vector<Sample> both = samples([](const Facts& f) { return has(f, "x contains NaN"); });
  for (Sample& sample : both) {
    if (sample.failed) sample.facts.conditions = {one, other};
  }
  const Rules rules = learn(both);
  return rules.rules.size() == 1 ? testing::PrintToString(texts(rules.rules[0])) : "no rule";
}

TEST(Learn, OfTwoFactsThatHoldTogetherTheLikelierCauseIsTold) {
  EXPECT_THAT(chosen("alpha is negative", "size 0 of x is even"), HasSubstr("alpha is negative"));
  EXPECT_THAT(chosen("size 0 of x is even", "the result contains 0"), HasSubstr("the result"));
  EXPECT_THAT(chosen("the mode is eager", "the result contains 0"), HasSubstr("the mode is eager"));
  EXPECT_THAT(chosen("the program calls update", "axis is odd"), HasSubstr("axis is odd"));
  EXPECT_THAT(chosen("x contains Inf", "axis is odd"), HasSubstr("axis is odd"));
  EXPECT_THAT(chosen("axis = 1", "axis is odd"), HasSubstr("axis is odd"));
  EXPECT_THAT(chosen("size 0 of x is odd", "the size along axis is odd"), HasSubstr("along axis"));
  EXPECT_THAT(chosen("x has equal sizes", "x is empty"), HasSubstr("x is empty"));
  EXPECT_THAT(chosen("the expected value is 0", "x contains Inf"), HasSubstr("x contains Inf"));
}

TEST(Learn, NothingIsSaidOfARuleWithManyExceptions) {
  std::vector<Sample> most = samples([](const Facts& f) { return has(f, "x has rank 2"); });
  int at = 0;
  for (Sample& sample : most) {
    if (sample.failed && at++ % 3 == 0) sample.failed = false;
  }
  EXPECT_TRUE(learn(most).rules.empty());
}

TEST(Learn, NothingIsSaidWhereMostFailuresHaveNoRule) {
  std::mt19937 random(2);
  EXPECT_TRUE(learn(samples([&](const Facts& f) {
                return (has(f, "x has rank 2") && has(f, "x contains NaN")) || random() % 3 == 0;
              })).rules.empty());
}

TEST(Learn, ManyNumbersHaveFewThresholds) {
  std::vector<Sample> many;
  for (int i = 0; i < 600; ++i) {
    Sample sample;
    sample.facts.numbers["alpha"] = i * 37 % 600;
    sample.failed = sample.facts.numbers["alpha"] >= 400;
    many.push_back(sample);
  }
  const Rules rules = learn(many);
  ASSERT_EQ(rules.rules.size(), 1u);
  EXPECT_THAT(texts(rules.rules[0]), ElementsAre("alpha >= 400"));
}

TEST(Condition, IsNegatedInWords) {
  const auto negated = [](const char* fact) {
    return Condition{.fact = fact, .negated = true}.text();
  };
  EXPECT_EQ(negated("float32 rounds alpha"), "float32 does not round alpha");
  EXPECT_EQ(negated("x contains an element that float32 rounds"),
            "x does not contain an element that float32 rounds");
}

TEST(Condition, ANumberThatIsMissingFulfilsNeitherSide) {
  for (const bool above : {false, true}) {
    EXPECT_FALSE((Condition{.fact = "axis", .compares = true, .above = above}).holds({}));
  }
}

}  // namespace
}  // namespace kassay::rules
