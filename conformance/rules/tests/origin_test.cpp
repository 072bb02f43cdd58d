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

// The origin of the named tensor, in words: "slice of x in 2 1, repeated".
std::string told(const std::string& calls, const std::string& name) {
  const auto origin = origin_of(case_of(calls), name);
  if (!origin) return "nothing";
  std::string text = origin->maker;
  if (origin->input.empty()) return text;
  text += " of " + origin->input + " in";
  for (const std::int64_t size : origin->shape) text += " " + std::to_string(size);
  return text + (origin->repeats ? ", repeated" : "");
}

TEST(OriginOf, ACallThatMakesATensorOfAnInput) {
  EXPECT_EQ(told(kConstant, "c"), "constant of x in 2 3");
}

TEST(OriginOf, PermutedDimensions) {
  EXPECT_EQ(
      told(after_constant(
               R"({"let": ["p"], "call": "permute_dimensions", "args": [{"ref": "c"}, [1, 0]]})"),
           "p"),
      "permute_dimensions of x in 3 2");
}

TEST(OriginOf, ASliceHasFewerElements) {
  EXPECT_EQ(told(after_constant(
                     R"({"let": ["s"], "call": "slice", "args": [{"ref": "c"}, [0, 1], [2, 1]]})"),
                 "s"),
            "slice of x in 2 1, repeated");
}

TEST(OriginOf, TheLargestOfEqualParts) {
  EXPECT_EQ(told(R"({"let": ["c"], "call": "constant", "args": [{"input": "y"}]},)"
                 R"({"let": ["m"], "call": "max", "args": [{"ref": "c"}, 0]})",
                 "m"),
            "max of y in 3, repeated");
}

TEST(OriginOf, TheLargestOfOthersIsNoMove) {
  EXPECT_EQ(
      told(after_constant(R"({"let": ["m"], "call": "max", "args": [{"ref": "c"}, 0]})"), "m"),
      "max");
}

TEST(OriginOf, AnIdentity) {
  EXPECT_EQ(
      told(after_constant(R"({"let": ["i"], "call": "identity", "args": [{"ref": "c"}]})"), "i"),
      "identity of x in 2 3");
}

TEST(OriginOf, APlaceholderThatAFunctionFeeds) {
  EXPECT_EQ(told(R"({"let": ["p"], "call": "placeholder", "kwargs": {"shape": [2, 3]}},)"
                 R"({"let": ["r"], "call": "reverse", "args": [{"ref": "p"}, 0]},)"
                 R"({"let": ["f"], "call": "function", "args": [[{"ref": "p"}], [{"ref": "r"}]]},)"
                 R"({"let": [["v"]], "call": {"ref": "f"}, "args": [[{"input": "x"}]]})",
                 "r"),
            "reverse of x in 2 3");
}

TEST(OriginOf, AResultOfAnotherFunction) {
  EXPECT_EQ(told(after_constant(R"({"let": ["e"], "call": "exp", "args": [{"ref": "c"}]})"), "e"),
            "exp");
}

TEST(OriginOf, ANameThatNothingHas) { EXPECT_EQ(told(kConstant, "d"), "nothing"); }

}  // namespace
}  // namespace kassay::rules
