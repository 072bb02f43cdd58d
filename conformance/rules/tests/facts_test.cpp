#include "conformance/rules/facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <optional>

#include "spec/lib/text.h"

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

TEST(FactsOfACase, ADefaultIsANumber) {
  const Facts facts =
      facts_of(sum_of({1, 2}, {2}, {}), Mode::kEager, parameters_of("(x, axis=-1)"));
  EXPECT_THAT(facts.conditions, AllOf(Contains("axis is omitted"), Contains("axis is negative"),
                                      Contains("axis is the last one")));
  EXPECT_EQ(facts.numbers.at("axis"), -1);
}

TEST(FactsOfACase, AnAxisInTheMiddle) {
  const Facts facts = facts_of(sum_of({1, 2, 3}, {1, 3, 1}, with_axis(std::int64_t{-2})),
                               Mode::kEager, kParameters);
  EXPECT_THAT(facts.conditions,
              AllOf(Contains("axis is a middle one"), Contains("the size along axis is odd")));
  EXPECT_EQ(facts.numbers.at("the size along axis"), 3);
}

TEST(FactsOfACase, AnAxisBeyondTheRankIsNoPlace) {
  const Facts facts =
      facts_of(sum_of({1}, {1}, with_axis(std::int64_t{-2})), Mode::kEager, kParameters);
  EXPECT_FALSE(facts.numbers.contains("the size along axis"));
}

TEST(FactsOfACase, AList) {
  const Facts facts =
      facts_of(sum_of({1, 2}, {1, 2}, with_axis(List{std::int64_t{0}, std::int64_t{-1}})),
               Mode::kEager, kParameters);
  EXPECT_THAT(facts.conditions,
              AllOf(Contains("axis is a list"), Contains("axis = [0, -1]"),
                    Contains("axis has different elements"), Contains("axis is unsorted")));
  EXPECT_EQ(facts.numbers.at("the length of axis"), 2);
  EXPECT_EQ(facts.numbers.at("the product of axis"), 0);
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
  test_case.program.layouts.emplace("x", "reversed");
  const Facts facts = facts_of(test_case, Mode::kProgram, kParameters);
  EXPECT_THAT(facts.conditions,
              AllOf(Contains("the array given for x is reversed in memory"),
                    Contains("x comes from constant"), Contains("the program calls constant"),
                    Contains("x has rank 1")));
}

// The facts of a case as lines: conditions, then numbers.
std::vector<std::string> lines(const Facts& facts) {
  std::vector<std::string> lines(facts.conditions.begin(), facts.conditions.end());
  for (const auto& [name, number] : facts.numbers) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", number);
    lines.push_back(name + ": " + text);
  }
  return lines;
}

Tensor tensor(DType dtype, Shape shape, const std::vector<double>& numbers) {
  Tensor result(dtype, std::move(shape));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    set_element(result, static_cast<std::int64_t>(i), numbers[i]);
  }
  return result;
}

ExpectedOutput result(DType dtype, Shape shape, const std::vector<double>& numbers) {
  return ExpectedTensor{dtype, shape, tensor(DType::kFloat64, shape, numbers), std::nullopt};
}

// sum(x) of numbers of a dtype.
Facts facts_of_numbers(DType dtype, const std::vector<double>& numbers) {
  Case test_case = sum_of({}, {0}, {});
  const Shape shape{static_cast<std::int64_t>(numbers.size())};
  test_case.inputs.at("x") = tensor(dtype, shape, numbers);
  return facts_of(test_case, Mode::kEager, kParameters);
}

TEST(FactsOfACase, NumbersThatOtherTypesRound) {
  EXPECT_THAT(facts_of_numbers(DType::kFloat64, {0x1p24 + 1}).conditions,
              AllOf(Contains("x contains an element that float32 rounds"),
                    Contains("x contains an element that float16 rounds"),
                    Not(Contains("x contains an element that float64 rounds"))));
  EXPECT_THAT(facts_of_numbers(DType::kFloat64, {0x1p24}).conditions,
              Not(Contains("x contains an element that float32 rounds")));
}

TEST(FactsOfACase, AnIntegerThatFloat64Rounds) {
  Case test_case = sum_of({}, {0}, {});
  Tensor x(DType::kInt64, {1});
  x.mutable_data<std::int64_t>()[0] = (std::int64_t{1} << 53) + 1;
  test_case.inputs.at("x") = x;
  EXPECT_THAT(facts_of(test_case, Mode::kEager, kParameters).conditions,
              Contains("x contains an element that float64 rounds"));
}

TEST(FactsOfACase, NumbersBeyondOtherTypes) {
  EXPECT_THAT(facts_of_numbers(DType::kInt64, {-129, 255}).conditions,
              AllOf(Contains("x contains an element beyond int8"),
                    Contains("x contains an element beyond uint8"),
                    Not(Contains("x contains an element beyond int16"))));
  EXPECT_THAT(facts_of_numbers(DType::kInt16, {-128, 127}).conditions,
              Not(Contains("x contains an element beyond int8")));
  EXPECT_THAT(facts_of_numbers(DType::kFloat64, {-0x1p31 - 0.5}).conditions,
              Not(Contains("x contains an element beyond int32")));
  EXPECT_THAT(facts_of_numbers(DType::kFloat64, {0x1p63}).conditions,
              AllOf(Contains("x contains an element beyond int32"),
                    Contains("x contains an element beyond int64")));
}

TEST(FactsOfACase, InfinityIsNotBeyondATypeButInf) {
  EXPECT_THAT(
      facts_of_numbers(DType::kFloat32, {INFINITY}).conditions,
      AllOf(Contains("x contains Inf"), Not(Contains("x contains an element beyond int64"))));
}

TEST(FactsOfACase, AnEmptyTensor) {
  EXPECT_THAT(facts_of_numbers(DType::kFloat32, {}).conditions, Contains("x is empty"));
}

TEST(FactsOfACase, ANumberThatFloat32Rounds) {
  const auto conditions = [](double axis) {
    return facts_of(sum_of({1}, {1}, with_axis(axis)), Mode::kEager, kParameters).conditions;
  };
  EXPECT_THAT(conditions(0.1), Contains("float32 rounds axis"));
  EXPECT_THAT(conditions(0.5), Not(Contains("float32 rounds axis")));
}

// All facts of a call with two tensors, lists and numbers. Rules may state these texts.
TEST(FactsOfACase, AreAllTold) {
  Case test_case;
  test_case.function = "f";
  test_case.dtype = "float16";
  test_case.inputs.emplace("x", tensor(DType::kFloat16, {1, 3}, {-2, 0.5, 0.5}));
  test_case.inputs.emplace("k", tensor(DType::kInt32, {2}, {4, 0}));
  Call call;
  call.function = "f";
  call.args = {Reference{"x"}, ArgumentList{Value(std::int64_t{2}), Value(std::int64_t{1})},
               Value(0.0), Value(std::string("valid"))};
  call.kwargs.emplace("kernel", RawInput{"k"});
  call.kwargs.emplace("axis", Value(std::int64_t{-2}));
  test_case.program.calls = {call, call};
  test_case.expectation.outputs = {result(DType::kFloat32, {3}, {INFINITY, NAN, -0.0})};
  const auto facts = facts_of(
      test_case, Mode::kSecondGradient,
      parameters_of("(x, strides, alpha, padding='same', kernel=None, axis=-1, mask=None)"));
  EXPECT_EQ("\n" + joined(lines(facts), "\n"), R"(
alpha = 0.0
alpha is zero
axis = -2
axis is even
axis is negative
axis is the first one
dtype is float16
dtype is floating
dtype is narrower than 32 bits
it is a gradient
it is called more than once
kernel and x have different dtypes
kernel and x have different ranks
kernel and x have different shapes
kernel contains 0
kernel has rank 1
kernel is an integer
kernel is int32
mask = None
mask is omitted
padding = 'valid'
size 0 of kernel is even
size 0 of x is odd
size 1 of x is odd
strides = [2, 1]
strides contains 1
strides contains 2
strides has different elements
strides is a list
strides is unsorted
the last size of kernel is even
the last size of x is odd
the mode is second-gradient
the result contains -0
the result contains 0
the result contains Inf
the result contains NaN
the result has another dtype than kernel
the result has another dtype than x
the result has another shape than kernel
the result has another shape than x
the result is float32
the result is floating
the size along axis is odd
x contains a fraction
x contains a negative element
x contains an element beyond uint8
x contains equal elements
x has a size of 1
x has rank 2
x is float16
x is floating
x is narrower than 32 bits
alpha: 0
axis: -2
size 0 of kernel: 2
size 0 of x: 1
size 1 of x: 3
the largest element of kernel: 4
the largest element of x: 0.5
the largest magnitude in kernel: 4
the largest magnitude in x: 2
the largest of strides: 2
the last size of kernel: 2
the last size of x: 3
the least element of kernel: 0
the least element of x: -2
the least of strides: 1
the length of strides: 2
the number of calls before it: 1
the number of elements of kernel: 2
the number of elements of the result: 3
the number of elements of x: 3
the product of strides: 2
the rank of kernel: 1
the rank of the result: 1
the rank of x: 2
the size along axis: 1
the smallest magnitude in kernel: 4
the smallest magnitude in x: 0.5)");
}

TEST(FactsOfACase, AnInvalidCall) {
  Case test_case = sum_of({1}, {1}, with_axis(std::int64_t{7}));
  test_case.expectation.error_kinds = {"value"};
  EXPECT_THAT(facts_of(test_case, Mode::kEager, kParameters).conditions,
              Contains("the call is invalid"));
}

}  // namespace
}  // namespace kassay::rules
