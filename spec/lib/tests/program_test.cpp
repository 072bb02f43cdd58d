#include "spec/lib/program.h"

#include <nlohmann/json.hpp>

#include "spec/lib/json_text.h"
#include "spec/lib/tests/file_error.h"

namespace kassay {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

Program read(const std::string& text) {
  return parse_program(parse_json(text, "p.json", ""), "p.json");
}

std::string error_of(const std::string& text) {
  return file_error([&] { read(text); });
}

Tensor number(double value) {
  Tensor tensor(DType::kFloat32, {});
  set_element(tensor, 0, value);
  return tensor;
}

// `add` sums its numbers, tensors and lists; `pair` returns two values; each call is recorded.
class Adder : public Backend {
 public:
  BackendInfo info() const override { return {}; }
  std::vector<Value> call(std::string_view function, const Arguments& arguments) override {
    calls.emplace_back(function);
    if (function == "add") return {sum(arguments.positional)};
    if (function == "pair") return {1.0, 2.0};
    if (function == "nothing") return {};
    if (function == "raise") throw ApiError(ErrorKind::kIndex, "too far");
    throw Unsupported("no such function");
  }
  std::vector<std::string> calls;

 private:
  static double sum(const List& values) {
    double total = 0;
    for (const Value& value : values) {
      if (const auto* list = value.get_if<List>()) total += sum(*list);
      if (const auto* tensor = value.get_if<Tensor>()) total += element(*tensor, 0);
      if (const auto* real = value.get_if<double>()) total += *real;
    }
    return total;
  }
};

std::vector<Value> run(const std::string& text, const Inputs& inputs = {}) {
  Adder backend;
  return run_program(backend, read(text), inputs);
}

TEST(ParseProgram, ReadsBack) {
  const std::string text =
      R"({"calls":[{"args":[{"ref":"x"},{"input":"y"},null,true,1,1.0,"a",[1,[2]],[{"ref":"x"},3],)"
      R"({"float":"nan"}],"call":"f","kwargs":{"axis":-1},"let":["a","b"]}],"return":["b","a"]})";
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

TEST(RunProgram, ResultFeedsTheNextCall) {
  const auto outputs = run(R"({"calls": [
      {"let": ["y"], "call": "add", "args": [{"ref": "x"}, 1.0]},
      {"let": ["z"], "call": "add", "args": [[{"ref": "y"}, [{"input": "x"}]]]}],
      "return": ["z", "y", "x"]})",
                           {{"x", number(3)}});
  ASSERT_EQ(outputs.size(), 3u);
  EXPECT_EQ(*outputs[0].get_if<double>(), 7);
  EXPECT_EQ(*outputs[1].get_if<double>(), 4);
  EXPECT_NE(outputs[2].get_if<Tensor>(), nullptr);
}

TEST(RunProgram, TwoResultsHaveTwoNames) {
  const auto outputs = run(R"({"calls": [{"let": ["a", "b"], "call": "pair"}], "return": ["b"]})");
  EXPECT_EQ(*outputs[0].get_if<double>(), 2);
}

TEST(RunProgram, CallWithoutNamesIsForItsEffect) {
  EXPECT_TRUE(run(R"({"calls": [{"let": [], "call": "pair"}, {"call": "nothing"}], "return": []})")
                  .empty());
}

std::string api_error(const std::string& text, ErrorKind kind) {
  try {
    run(text);
  } catch (const ApiError& error) {
    EXPECT_EQ(error.kind(), kind);
    return error.what();
  }
  ADD_FAILURE() << "no ApiError";
  return "";
}

TEST(RunProgram, ErrorNamesTheCallAndKeepsItsKind) {
  EXPECT_EQ(api_error(R"({"calls": [{"call": "nothing"}, {"call": "raise"}], "return": []})",
                      ErrorKind::kIndex),
            "call 2, raise: too far");
}

TEST(RunProgram, UnsupportedNamesTheCall) {
  try {
    run(R"({"calls": [{"call": "conv9d"}], "return": []})");
    FAIL();
  } catch (const Unsupported& error) {
    EXPECT_STREQ(error.what(), "call 1, conv9d: no such function");
  }
}

TEST(RunProgram, UnknownName) {
  EXPECT_THAT(api_error(R"({"calls": [{"call": "add", "args": [{"ref": "q"}]}], "return": []})",
                        ErrorKind::kOther),
              AllOf(HasSubstr("call 1, add"), HasSubstr("\"q\"")));
  EXPECT_THAT(api_error(R"({"calls": [], "return": ["q"]})", ErrorKind::kOther),
              HasSubstr("\"q\""));
}

TEST(RunProgram, OtherNumberOfResults) {
  EXPECT_THAT(
      api_error(R"({"calls": [{"let": ["y"], "call": "pair"}], "return": []})", ErrorKind::kOther),
      HasSubstr("returned 2 values, and the program names 1"));
  EXPECT_THAT(api_error(R"({"calls": [{"let": ["y"], "call": "nothing"}], "return": []})",
                        ErrorKind::kOther),
              HasSubstr("returned 0 values"));
}

std::string eager_text(const std::string& text, const Inputs& inputs,
                       const std::vector<bool>& tensors) {
  return dump_json(to_json(eager(read(text), inputs, tensors)));
}

std::string constant(const std::string& name, const std::string& dtype) {
  return R"({"args":[{"input":")" + name + R"("}],"call":"constant","kwargs":{"dtype":")" + dtype +
         R"("},"let":[")" + name + R"("]})";
}

TEST(Eager, ReferencedInputGoesThroughConstantOnce) {
  const std::string text = eager_text(
      R"({"calls":[{"let":["y"],"call":"add","args":[{"ref":"x"},{"ref":"x"}]}],"return":["y"]})",
      {{"x", number(1)}}, {true});
  EXPECT_EQ(text, R"({"calls":[)" + constant("x", "float32") +
                      R"(,{"args":[{"ref":"x"},{"ref":"x"}],"call":"add","kwargs":{},"let":["y"]},)"
                      R"({"args":[{"ref":"y"}],"call":"eval","kwargs":{},"let":["y_value"]}],)"
                      R"("return":["y_value"]})");
}

TEST(Eager, NestedListCounts) {
  const std::string text = eager_text(
      R"({"calls":[{"let":["y"],"call":"add","kwargs":{"a":[[{"ref":"x"}]]}}],"return":[]})",
      {{"x", Tensor(DType::kInt64, {})}}, {});
  EXPECT_THAT(text, HasSubstr(constant("x", "int64")));
}

TEST(Eager, RawInputStays) {
  const std::string text =
      eager_text(R"({"calls":[{"let":["y"],"call":"add","args":[{"input":"x"}]}],"return":["y"]})",
                 {{"x", number(1)}}, {false});
  EXPECT_EQ(
      text,
      R"({"calls":[{"args":[{"input":"x"}],"call":"add","kwargs":{},"let":["y"]}],"return":["y"]})");
}

TEST(Eager, OnlyTensorsAreEvaluated) {
  const std::string text =
      eager_text(R"({"calls":[{"let":["a","b"],"call":"pair"}],"return":["a","b","a"]})", {},
                 {false, true, false});
  EXPECT_THAT(text, HasSubstr(R"("return":["a","b_value","a"])"));
}

TEST(Eager, UnknownResultsAreEvaluated) {
  const std::string text =
      eager_text(R"({"calls":[{"let":["a"],"call":"nothing"}],"return":["a"]})", {}, {});
  EXPECT_THAT(text, HasSubstr(R"("return":["a_value"])"));
}

TEST(Eager, SameResultIsEvaluatedOnce) {
  const std::string text =
      eager_text(R"({"calls":[{"let":["a"],"call":"add"}],"return":["a","a"]})", {}, {true, true});
  EXPECT_THAT(text, HasSubstr(R"("return":["a_value","a_value"])"));
}

TEST(Eager, NameOfTheValueIsFree) {
  const std::string text =
      eager_text(R"({"calls":[{"let":["a","a_value"],"call":"pair"}],"return":["a","a_value"]})",
                 {}, {true, true});
  EXPECT_THAT(text, HasSubstr(R"("return":["a_value_","a_value_value"])"));
}

TEST(Eager, ReturnedInputIsAConstant) {
  const std::string text = eager_text(R"({"calls":[],"return":["x"]})", {{"x", number(1)}}, {true});
  EXPECT_THAT(text, AllOf(HasSubstr(constant("x", "float32")), HasSubstr(R"("call":"eval")")));
}

TEST(Eager, ResultHidesAnInputOfItsName) {
  const std::string text =
      eager_text(R"({"calls":[{"let":["x"],"call":"add","args":[{"input":"x"}]}],"return":["x"]})",
                 {{"x", number(1)}}, {false});
  EXPECT_THAT(text, testing::Not(HasSubstr("constant")));
}

TEST(Eager, WrappedProgramIsAProgram) {
  const std::string text =
      eager_text(R"({"calls":[{"let":["y"],"call":"add","args":[{"ref":"x"}]}],"return":["y"]})",
                 {{"x", number(1)}}, {true});
  EXPECT_EQ(dump_json(to_json(read(text))), text);
}

}  // namespace
}  // namespace kassay
