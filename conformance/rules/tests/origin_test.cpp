#include "conformance/rules/origin.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "spec/lib/program_json.h"

namespace kassay::rules {
namespace {

// A case with these calls; x and y are inputs of shape (2, 3), and those along the first axis of y are equal.
Case case_of(const std::string& calls) {
  Case test_case;
  const std::string json = R"({"calls": [)" + calls + R"(], "return": []})";
  test_case.program = parse_program(nlohmann::json::parse(json), "p.json");
  Tensor x(DType::kFloat32, {2, 3});
  Tensor y(DType::kFloat32, {2, 3});
  for (std::int64_t i = 0; i < 6; ++i) {
    set_element(x, i, static_cast<double>(i));
    set_element(y, i, static_cast<double>(i % 3));
  }
  test_case.inputs = {{"x", x}, {"y", y}};
  return test_case;
}

constexpr char kConstant[] = R"({"let": ["c"], "call": "constant", "args": [{"input": "x"}]})";

std::string after_constant(const std::string& call) { return std::string(kConstant) + ", " + call; }

TEST(OriginOf, ACallThatMakesATensorOfAnInput) {
  const auto origin = origin_of(case_of(kConstant), "c");
  ASSERT_TRUE(origin);
  EXPECT_EQ(origin->maker, "constant");
  EXPECT_EQ(origin->input, "x");
  EXPECT_EQ(origin->shape, (Shape{2, 3}));
  EXPECT_FALSE(origin->repeats);
}

TEST(OriginOf, PermutedDimensions) {
  const auto origin = origin_of(
      case_of(after_constant(
          R"({"let": ["p"], "call": "permute_dimensions", "args": [{"ref": "c"}, [1, 0]]})")),
      "p");
  ASSERT_TRUE(origin);
  EXPECT_EQ(origin->maker, "permute_dimensions");
  EXPECT_EQ(origin->input, "x");
  EXPECT_EQ(origin->shape, (Shape{3, 2}));
}

TEST(OriginOf, ASliceHasFewerElements) {
  const auto origin =
      origin_of(case_of(after_constant(
                    R"({"let": ["s"], "call": "slice", "args": [{"ref": "c"}, [0, 1], [2, 1]]})")),
                "s");
  ASSERT_TRUE(origin);
  EXPECT_EQ(origin->input, "x");
  EXPECT_EQ(origin->shape, (Shape{2, 1}));
  EXPECT_TRUE(origin->repeats);
}

TEST(OriginOf, TheLargestOfEqualParts) {
  const std::string calls = R"({"let": ["c"], "call": "constant", "args": [{"input": "y"}]},)"
                            R"({"let": ["m"], "call": "max", "args": [{"ref": "c"}, 0]})";
  const auto origin = origin_of(case_of(calls), "m");
  ASSERT_TRUE(origin);
  EXPECT_EQ(origin->input, "y");
  EXPECT_EQ(origin->shape, (Shape{3}));
}

TEST(OriginOf, TheLargestOfOthersIsNoMove) {
  const auto origin = origin_of(
      case_of(after_constant(R"({"let": ["m"], "call": "max", "args": [{"ref": "c"}, 0]})")), "m");
  ASSERT_TRUE(origin);
  EXPECT_EQ(origin->maker, "max");
  EXPECT_EQ(origin->input, "");
}

TEST(OriginOf, APlaceholderThatAFunctionFeeds) {
  const std::string calls =
      R"({"let": ["p"], "call": "placeholder", "kwargs": {"shape": [2, 3]}},)"
      R"({"let": ["r"], "call": "reverse", "args": [{"ref": "p"}, 0]},)"
      R"({"let": ["f"], "call": "function", "args": [[{"ref": "p"}], [{"ref": "r"}]]},)"
      R"({"let": [["v"]], "call": {"ref": "f"}, "args": [[{"input": "x"}]]})";
  const auto origin = origin_of(case_of(calls), "r");
  ASSERT_TRUE(origin);
  EXPECT_EQ(origin->maker, "reverse");
  EXPECT_EQ(origin->input, "x");
}

TEST(OriginOf, AResultOfAnotherFunction) {
  const auto origin = origin_of(
      case_of(after_constant(R"({"let": ["e"], "call": "exp", "args": [{"ref": "c"}]})")), "e");
  ASSERT_TRUE(origin);
  EXPECT_EQ(origin->maker, "exp");
  EXPECT_EQ(origin->input, "");
}

TEST(OriginOf, ANameThatNothingHas) { EXPECT_FALSE(origin_of(case_of(kConstant), "d")); }

}  // namespace
}  // namespace kassay::rules
