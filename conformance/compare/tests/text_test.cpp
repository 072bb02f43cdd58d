#include "spec/lib/text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "conformance/compare/tests/answers.h"
#include "spec/lib/program_json.h"
#include "spec/lib/program_text.h"

namespace kassay::compare::testing::text_test {
namespace {

TEST(ElementText, Float16HasFewDigits) {
  const auto text = [](double value) {
    return wording::element_text(tensor(DType::kFloat16, {}, {value}), 0);
  };
  EXPECT_EQ(text(0.929), "0.929");
  EXPECT_EQ(text(-0.1), "-0.1");
  EXPECT_EQ(text(0x1p-24), "6e-08");
  EXPECT_EQ(text(2049.0), "2048");
  EXPECT_EQ(text(65504.0), "65504");
  EXPECT_EQ(text(-std::numeric_limits<double>::infinity()), "-inf");
}

TEST(ElementText, EveryFloat16ReadsBack) {
  constexpr unsigned kInfinity = 0x7c00;
  constexpr std::size_t kLongest = 11;  // "-6.1035e-05"
  for (const unsigned sign : {0U, 0x8000U}) {
    for (unsigned bits = 0; bits < kInfinity; ++bits) {
      const auto number = Float16::from_bits(static_cast<std::uint16_t>(sign | bits));
      const std::string text =
          wording::element_text(tensor(DType::kFloat16, {}, {static_cast<double>(number)}), 0);
      ASSERT_EQ(Float16(std::stod(text)).bits(), number.bits()) << text;
      ASSERT_LE(text.size(), kLongest) << text;
    }
  }
}

TEST(ElementText, IsTheShortestOfItsDtype) {
  EXPECT_EQ(wording::element_text(tensor(DType::kFloat32, {}, {0.1}), 0), "0.1");
  EXPECT_EQ(wording::element_text(tensor(DType::kFloat64, {}, {0.1F}), 0), "0.10000000149011612");
  EXPECT_EQ(wording::element_text(tensor(DType::kFloat16, {}, {-0.0}), 0), "-0");
  EXPECT_EQ(wording::element_text(tensor(DType::kInt8, {}, {-128}), 0), "-128");
  EXPECT_EQ(wording::element_text(tensor(DType::kBool, {}, {1}), 0), "True");
}

TEST(ElementText, NaNHasNoSign) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(wording::element_text(tensor(DType::kFloat32, {}, {-nan}), 0), "nan");
}

TEST(PythonText, FloatsAreNoInts) {
  EXPECT_EQ(wording::python_text(Value(1.0)), "1.0");
  EXPECT_EQ(wording::python_text(Value(1e-7)), "1e-07");
  EXPECT_EQ(wording::python_text(Value(-std::numeric_limits<double>::infinity())), "float('-inf')");
  EXPECT_EQ(wording::python_text(Value(List{std::int64_t{1}, None{}, true})), "[1, None, True]");
}

TEST(PythonText, ControlCharactersAreEscaped) {
  EXPECT_EQ(wording::python_text(Value(std::string("it's\n\x1b[2J"))), "'it\\'s\\n\\x1b[2J'");
}

TEST(TensorText, RowsAreLines) {
  EXPECT_EQ(wording::tensor_text(tensor(DType::kInt32, {2, 2}, {1, 2, 3, 4}), 2, 60),
            "[[1, 2],\n   [3, 4]]");
}

TEST(TensorText, LongAxesKeepTheirEnds) {
  EXPECT_EQ(wording::tensor_text(tensor(DType::kInt32, {8}, {0, 1, 2, 3, 4, 5, 6, 7}), 0, 7),
            "[0, 1, 2, ..., 5, 6, 7]");
}

TEST(TensorText, EmptyAndRankZero) {
  EXPECT_EQ(wording::tensor_text(tensor(DType::kInt32, {2, 0}, {}), 0, 60), "[[],\n []]");
  EXPECT_EQ(wording::tensor_text(tensor(DType::kInt32, {}, {5}), 0, 60), "5");
}

TEST(Shortened, CutsBetweenCharacters) {
  EXPECT_EQ(wording::shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(wording::shortened("abcdef", 3), "abc...");
  EXPECT_EQ(wording::shortened("ab\u00e9", 3), "ab...");
}

std::string program_text_of(const std::string& json) {
  return program_text(parse_program(nlohmann::json::parse(json), "p.json"));
}

TEST(ProgramText, ReadsLikePython) {
  EXPECT_EQ(program_text_of(R"({
      "calls": [{"let": ["y", "s"], "call": "rnn",
                 "args": [{"ref": "x"}, {"input": "w"}, [{"ref": "h"}, null]],
                 "kwargs": {"axis": -1, "name": "a"}},
                {"call": "clear_session"}],
      "return": ["y"]})"),
            "y, s = K.rnn(x, array(w), [h, None], axis=-1, name='a')\n"
            "K.clear_session()\n"
            "return y\n");
}

TEST(ProgramText, TellsHowArraysLieInMemory) {
  EXPECT_EQ(program_text_of(R"({"calls": [{"let": ["y"], "call": "f", "args": [{"input": "x"}]}],
                                "return": ["y"], "layouts": {"x": "reversed"}})"),
            "# the array x is reversed in memory\n"
            "y = K.f(array(x))\n"
            "return y\n");
}

TEST(ProgramText, ListsAreTakenApart) {
  EXPECT_EQ(program_text_of(R"({
      "calls": [{"let": ["last", ["h", ["c"]]], "call": "f"}, {"let": [["a"]], "call": "g"}],
      "return": ["a", "c"]})"),
            "last, [h, [c]] = K.f()\n"
            "[a] = K.g()\n"
            "return a, c\n");
}

TEST(ProgramText, OperatorsStandBetweenTheirOperands) {
  EXPECT_EQ(program_text_of(R"({
      "calls": [{"let": ["a"], "call": "operator.add", "args": [{"ref": "x"}, 1]},
                {"let": ["b"], "call": "operator.sub", "args": [{"ref": "a"}, {"ref": "x"}]},
                {"let": ["c"], "call": "operator.mul", "args": [2.0, {"ref": "b"}]},
                {"let": ["d"], "call": "operator.truediv", "args": [{"ref": "c"}, {"ref": "a"}]},
                {"let": ["e"], "call": "operator.neg", "args": [{"ref": "d"}]}],
      "return": ["e"]})"),
            "a = x + 1\n"
            "b = a - x\n"
            "c = 2.0 * b\n"
            "d = c / a\n"
            "e = -d\n"
            "return e\n");
}

TEST(ProgramText, OperatorWithOtherArgumentsStaysACall) {
  EXPECT_EQ(program_text_of(R"({
      "calls": [{"let": ["a"], "call": "operator.add", "args": [{"ref": "x"}]},
                {"let": ["b"], "call": "operator.neg", "args": [{"ref": "x"}], "kwargs": {"y": 1}}],
      "return": []})"),
            "a = K.operator.add(x)\n"
            "b = K.operator.neg(x, y=1)\n"
            "return\n");
}

TEST(ProgramText, CallOfAResultIsNoFunctionOfTheApi) {
  EXPECT_EQ(program_text_of(R"({
      "calls": [{"let": ["f"], "call": "function", "args": [[], [{"ref": "x"}]]},
                {"let": [["y"]], "call": {"ref": "f"}, "args": [[]]}],
      "return": ["y"]})"),
            "f = K.function([], [x])\n"
            "[y] = f([])\n"
            "return y\n");
}

TEST(ProgramText, RepeatedCallIsALoop) {
  EXPECT_EQ(program_text_of(R"({
      "calls": [{"let": ["n"], "call": "get_uid", "args": ["a"], "times": 20},
                {"call": {"ref": "f"}, "args": [[]], "times": 3}],
      "return": ["n"]})"),
            "for _ in range(20): n = K.get_uid('a')\n"
            "for _ in range(3): f([])\n"
            "return n\n");
}

TEST(ProgramText, FunctionsStandFirst) {
  EXPECT_EQ(program_text_of(R"({
      "functions": {"step": {"parameters": ["x", ["h", "c"]],
                             "calls": [{"let": ["s"], "call": "operator.add",
                                        "args": [{"ref": "x"}, {"ref": "h"}]}],
                             "return": [{"ref": "s"}, [{"ref": "s"}, {"ref": "c"}]]},
                    "zero": {"parameters": [], "calls": [], "return": [0.0]}},
      "calls": [{"let": ["y"], "call": "rnn", "args": [{"function": "step"}, {"sparse": "x"}]}],
      "return": ["y"]})"),
            "def step(x, [h, c]):\n"
            "    s = x + h\n"
            "    return s, [s, c]\n"
            "def zero():\n"
            "    return 0.0\n"
            "y = K.rnn(step, sparse(x))\n"
            "return y\n");
}

}  // namespace
}  // namespace kassay::compare::testing::text_test
