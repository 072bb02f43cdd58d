#include "spec/lib/program_json.h"

#include <nlohmann/json.hpp>

#include "spec/lib/error.h"
#include "spec/lib/json_text.h"
#include "spec/lib/tests/file_error.h"

namespace kassay::program_json_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Program read(const std::string& text) {
  return parse_program(parse_json(text, "p.json", ""), "p.json");
}

std::string error_of(const std::string& text) {
  return file_error([&] { read(text); });
}

// The same where every name must be the input x or an earlier result, as in the vectors.
std::string error_with_input_x(const std::string& text) {
  const nlohmann::json json = parse_json(text, "p.json", "");
  const JsonSource source{"p.json", "", ""};
  const Inputs inputs = {{"x", Tensor(DType::kFloat32, {})}};
  return file_error([&] { parse_program(JsonNode(json, source), &inputs); });
}

TEST(ParseProgram, ReadsBack) {
  const std::string text =
      R"({"calls":[{"args":[{"ref":"x"},{"input":"y"},null,true,1,1.0,"a",[1,[2]],[{"ref":"x"},3],)"
      R"({"float":"nan"}],"call":"f","kwargs":{"axis":-1},"let":["a","b"]}],"layouts":{"y":"reversed"},)"
      R"("return":["b","a"]})";
  EXPECT_EQ(dump_json(to_json(read(text))), text);
}

TEST(ParseProgram, ListWithoutNamesIsAValue) {
  const Program program = read(
      R"({"calls": [{"let": [], "call": "f", "args": [[1, 2], [{"ref": "x"}]]}], "return": []})");
  EXPECT_TRUE(std::holds_alternative<Value>(program.calls[0].args[0]));
  EXPECT_TRUE(std::holds_alternative<ArgumentList>(program.calls[0].args[1]));
}

TEST(ParseProgram, MissingKey) {
  EXPECT_THAT(error_of(R"({"calls": []})"), HasSubstr("\"return\" is missing"));
  EXPECT_THAT(error_of(R"({"calls": [{"let": []}], "return": []})"),
              AllOf(HasSubstr("p.json: /calls/0"), HasSubstr("\"call\" is missing")));
}

TEST(ParseProgram, LayoutThatDoesNotExist) {
  EXPECT_THAT(
      error_of(R"({"calls": [], "return": [], "layouts": {"x": "scattered"}})"),
      AllOf(HasSubstr("/layouts/x"), HasSubstr("transposed, sliced, reversed or broadcast")));
  EXPECT_THAT(error_with_input_x(R"({"calls": [], "return": [], "layouts": {"y": "sliced"}})"),
              HasSubstr("nothing before this is named \"y\""));
}

TEST(ParseProgram, UnknownKey) {
  EXPECT_THAT(error_of(R"({"calls": [{"call": "f", "arguments": []}], "return": []})"),
              HasSubstr("\"arguments\" is not known here"));
}

TEST(ParseProgram, WrongType) {
  EXPECT_THAT(error_of("3"), HasSubstr("expected an object, found an int"));
  EXPECT_THAT(error_of(R"({"calls": {}, "return": []})"), HasSubstr("/calls: expected an array"));
  EXPECT_THAT(error_of(R"({"calls": [{"call": 1}], "return": []})"), HasSubstr("/calls/0/call"));
  EXPECT_THAT(error_of(R"({"calls": [{"call": "f", "let": "y"}], "return": []})"),
              HasSubstr("/calls/0/let: expected an array, found a string"));
}

TEST(ParseProgram, UnknownObjectAsArgument) {
  EXPECT_THAT(
      error_of(
          R"({"calls": [{"call": "f", "kwargs": {"a": [{"reference": "x"}]}}], "return": []})"),
      HasSubstr("/calls/0/kwargs/a/0: "));
  EXPECT_THAT(
      error_of(R"({"calls": [{"call": "f", "args": [{"ref": "x", "input": "x"}]}], "return": []})"),
      HasSubstr("\"input\" is not known here"));
}

TEST(ParseProgram, ResultNamedTwice) {
  EXPECT_THAT(
      error_of(
          R"({"calls": [{"let": ["y"], "call": "f"}, {"let": ["y"], "call": "f"}], "return": []})"),
      HasSubstr("/calls/1/let/0: "));
}

TEST(ParseProgram, EmptyName) {
  EXPECT_THAT(error_of(R"({"calls": [{"let": [""], "call": "f"}], "return": []})"),
              HasSubstr("/calls/0/let/0"));
}

TEST(ParseProgram, WholeNotationReadsBack) {
  const std::string text =
      R"({"calls":[{"args":[[{"ref":"x"}],{"function":"step"},{"sparse":"x"}],"call":"rnn","kwargs":{},)"
      R"("let":["a",["b",["c"]]]},)"
      R"({"args":[[]],"call":{"ref":"a"},"kwargs":{},"let":[],"times":3}],)"
      R"("functions":{"step":{"calls":[{"args":[{"ref":"p"},{"ref":"q"}],"call":"operator.add",)"
      R"("kwargs":{},"let":["s"]}],"parameters":["p",["q"]],"return":[{"ref":"s"},[{"ref":"s"},1]]}},)"
      R"("return":["b","c"]})";
  EXPECT_EQ(dump_json(to_json(read(text))), text);
}

TEST(ParseProgram, OneCallIsNoRepetition) {
  const Program program = read(R"({"calls": [{"call": "f", "times": 1}], "return": []})");
  EXPECT_EQ(program.calls[0].times, 1);
  EXPECT_THAT(dump_json(to_json(program)), Not(HasSubstr("times")));
}

TEST(ParseProgram, TimesOutOfBounds) {
  for (const char* times : {"0", "-1", "1000001"}) {
    EXPECT_THAT(error_of(std::string(R"({"calls": [{"call": "f", "times": )") + times +
                         R"(}], "return": []})"),
                HasSubstr("/calls/0/times: "))
        << times;
  }
  EXPECT_THAT(error_of(R"({"calls": [{"call": "f", "times": 2.0}], "return": []})"),
              HasSubstr("/calls/0/times: "));
}

TEST(ParseProgram, ElementNamedTwice) {
  EXPECT_THAT(error_of(R"({"calls": [{"let": ["y", ["z", "y"]], "call": "f"}], "return": []})"),
              HasSubstr("/calls/0/let/1/1: an earlier result is already named \"y\""));
}

// A program whose one function has these members.
std::string with_function(const std::string& members) {
  return R"({"functions": {"f": {)" + members +
         R"(}}, "calls": [{"let": ["r"], "call": "add", "args": [{"ref": "x"}]}], "return": ["r"]})";
}

TEST(ParseProgram, UnknownFunction) {
  EXPECT_THAT(error_of(R"({"calls": [{"call": "f", "args": [{"function": "g"}]}], "return": []})"),
              AllOf(HasSubstr("/calls/0/args/0/function: "),
                    HasSubstr("the program has no function \"g\"")));
}

TEST(ParseProgram, UnknownNameInAFunction) {
  EXPECT_THAT(error_with_input_x(with_function(
                  R"("parameters": ["a"], "calls": [{"let": ["b"], "call": "add",
                     "args": [{"ref": "q"}]}], "return": [{"ref": "b"}])")),
              AllOf(HasSubstr("/functions/f/calls/0/args/0/ref: "), HasSubstr("\"q\"")));
  EXPECT_THAT(error_with_input_x(
                  with_function(R"("parameters": ["a"], "calls": [], "return": [{"ref": "q"}])")),
              HasSubstr("/functions/f/return/0/ref: "));
}

TEST(ParseProgram, NamesOfAFunctionAreItsOwn) {
  EXPECT_THAT(
      error_with_input_x(
          R"({"functions": {"f": {"parameters": ["a"], "calls": [], "return": [{"ref": "a"}]}},
                      "calls": [], "return": ["a"]})"),
      HasSubstr("/return/0: nothing before this is named \"a\""));
}

TEST(ParseProgram, UnknownCallee) {
  EXPECT_THAT(error_with_input_x(R"({"calls": [{"call": {"ref": "f"}}], "return": []})"),
              HasSubstr("/calls/0/call/ref: nothing before this is named \"f\""));
}

TEST(ParseProgram, UnknownSparseInput) {
  EXPECT_THAT(
      error_with_input_x(R"({"calls": [{"call": "f", "args": [{"sparse": "y"}]}], "return": []})"),
      HasSubstr("/calls/0/args/0/sparse: "));
}

TEST(ParseProgram, FunctionThatReturnsNothing) {
  EXPECT_THAT(error_of(with_function(R"("parameters": [], "calls": [], "return": [])")),
              HasSubstr("/functions/f/return: a function returns at least one value"));
}

TEST(ParseProgram, ParameterNamedTwice) {
  EXPECT_THAT(error_of(with_function(
                  R"("parameters": ["a", ["a"]], "calls": [], "return": [{"ref": "a"}])")),
              HasSubstr("/functions/f/parameters/1/0: "));
}

TEST(ParseProgram, MissingKeyOfAFunction) {
  EXPECT_THAT(error_of(with_function(R"("parameters": [], "calls": [])")),
              HasSubstr("/functions/f: the key \"return\" is missing"));
}

TEST(FunctionsCalled, AreThoseOfTheApiInFunctionsToo) {
  const Program program = read(R"({
      "functions": {"f": {"parameters": ["a"],
                          "calls": [{"let": ["b"], "call": "exp", "args": [{"ref": "a"}]},
                                    {"let": ["c"], "call": "operator.neg", "args": [{"ref": "b"}]}],
                          "return": [{"ref": "c"}]}},
      "calls": [{"let": ["g"], "call": "function", "args": []}, {"call": {"ref": "g"}}],
      "return": []})");
  EXPECT_THAT(functions_called(program), ElementsAre("exp", "function"));
}

}  // namespace
}  // namespace kassay::program_json_test
