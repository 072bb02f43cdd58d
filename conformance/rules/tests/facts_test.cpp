#include "conformance/rules/facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace kassay::rules {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Not;

const std::vector<Parameter> kParameters = parameters_of("(x, axis=None, keepdims=False)");

// sum(x, ...) of a float32 matrix.
Case sum_of(std::vector<float> elements, Shape shape, Call call) {
  Case test_case;
  test_case.function = "sum";
  test_case.dtype = "float32";
  Tensor x(DType::kFloat32, std::move(shape));
  std::ranges::copy(elements, x.mutable_data<float>().begin());
  test_case.inputs.emplace("x", x);
  call.function = "sum";
  call.args.insert(call.args.begin(), Reference{"x"});
  test_case.program.calls.push_back(std::move(call));
  return test_case;
}

Call with_axis(Value axis) {
  Call call;
  call.kwargs.emplace("axis", std::move(axis));
  return call;
}

TEST(Parameters, AreReadFromTheSignature) {
  const auto parameters = parameters_of("(x, strides=(1, 1), data_format=None, *)");
  ASSERT_EQ(parameters.size(), 4u);
  EXPECT_EQ(parameters[0].name, "x");
  EXPECT_EQ(parameters[0].fallback, "");
  EXPECT_EQ(parameters[1].name, "strides");
  EXPECT_EQ(parameters[1].fallback, "(1, 1)");
  EXPECT_EQ(parameters[2].fallback, "None");
  EXPECT_TRUE(parameters_of("()").empty());
  EXPECT_TRUE(parameters_of("").empty());
}

TEST(FactsOfACase, AnArgument) {
  const Facts facts =
      facts_of(sum_of({1, 2}, {1, 2}, with_axis(std::int64_t{-1})), Mode::kEager, kParameters);
  EXPECT_THAT(facts.conditions,
              AllOf(Contains("axis = -1"), Contains("axis is negative"), Contains("axis is odd"),
                    Contains("axis is the last one"), Contains("the mode is eager")));
  EXPECT_EQ(facts.numbers.at("axis"), -1);
}

TEST(FactsOfACase, AnOmittedArgumentHasItsDefault) {
  const Facts facts = facts_of(sum_of({1, 2}, {2}, {}), Mode::kGradient, kParameters);
  EXPECT_THAT(facts.conditions, AllOf(Contains("axis is omitted"), Contains("axis = None"),
                                      Contains("keepdims = False"), Contains("it is a gradient")));
  EXPECT_THAT(facts.conditions, Not(Contains("x is omitted")));
}

TEST(FactsOfACase, AList) {
  const Facts facts =
      facts_of(sum_of({1, 2}, {1, 2}, with_axis(List{std::int64_t{0}, std::int64_t{-1}})),
               Mode::kEager, kParameters);
  EXPECT_THAT(facts.conditions, AllOf(Contains("axis is a list"), Contains("axis = [0, -1]"),
                                      Contains("axis contains different elements")));
  EXPECT_EQ(facts.numbers.at("the length of axis"), 2);
  EXPECT_EQ(facts.numbers.at("the least of axis"), -1);
}

TEST(FactsOfACase, ATensor) {
  const Facts facts =
      facts_of(sum_of({-0.0F, NAN, 2.5F, 2.5F}, {2, 2}, {}), Mode::kEager, kParameters);
  EXPECT_THAT(facts.conditions,
              AllOf(Contains("x is float32"), Contains("x is floating"), Contains("x has rank 2"),
                    Contains("x has equal sizes"), Contains("x contains -0"),
                    Contains("x contains NaN"), Contains("x contains a fraction"),
                    Contains("x contains equal elements"), Not(Contains("x contains Inf"))));
  EXPECT_EQ(facts.numbers.at("the largest element of x"), 2.5);
  EXPECT_EQ(facts.numbers.at("size 1 of x"), 2);
}

TEST(FactsOfACase, WhereATensorComesFrom) {
  Case test_case = sum_of({1, 2}, {2}, {});
  Call constant;
  constant.function = "constant";
  constant.let = {std::string("c")};
  constant.args = {RawInput{"x"}};
  test_case.program.calls.front().args = {Reference{"c"}};
  test_case.program.calls.insert(test_case.program.calls.begin(), constant);
  const Facts facts = facts_of(test_case, Mode::kProgram, kParameters);
  EXPECT_THAT(facts.conditions,
              AllOf(Contains("x comes from constant"), Contains("the program calls constant"),
                    Contains("x has rank 1")));
}

TEST(FactsOfACase, AnInvalidCall) {
  Case test_case = sum_of({1}, {1}, with_axis(std::int64_t{7}));
  test_case.expectation.error_kinds = {"value"};
  EXPECT_THAT(facts_of(test_case, Mode::kEager, kParameters).conditions,
              Contains("the call is invalid"));
}

}  // namespace
}  // namespace kassay::rules
