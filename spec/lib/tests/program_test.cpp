#include "spec/lib/program.h"

#include <nlohmann/json.hpp>

#include "spec/lib/error.h"
#include "spec/lib/json_text.h"
#include "spec/lib/program_json.h"
#include "spec/lib/tests/file_error.h"

namespace kassay::program_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

Program read(const std::string& text) {
  return parse_program(parse_json(text, "p.json", ""), "p.json");
}

Tensor number(double value) {
  Tensor tensor(DType::kFloat32, {});
  set_element(tensor, 0, value);
  return tensor;
}

// What `increment_by` returns: a function that adds.
class Increment : public Callable {
 public:
  explicit Increment(double step) : step_(step) {}
  std::vector<Value> call(const Arguments& arguments) const override {
    return {*arguments.positional.at(0).get_if<double>() + step_};
  }

 private:
  double step_;
};

// `add` sums its numbers, tensors and lists; `pair` returns two values, `list` what it is given as a
// list; `count` the number of its calls since the last reset; `apply` calls its first argument with
// the others. Each call is recorded.
class Adder : public Backend {
 public:
  BackendInfo info() const override { return {}; }
  void reset() override {
    calls.clear();
    count_ = 0;
  }
  std::vector<Value> call(std::string_view function, const Arguments& arguments) override {
    calls.emplace_back(function);
    if (function == "add" || function == "operator.add") return {sum(arguments.positional)};
    if (function == "pair") return {1.0, 2.0};
    if (function == "list") return {arguments.positional};
    if (function == "count") return {++count_};
    if (function == "increment_by") {
      return {std::make_shared<Increment>(*arguments.positional.at(0).get_if<double>())};
    }
    if (function == "apply") {
      const auto& rest = arguments.positional;
      return (*rest.at(0).get_if<Function>())
          ->call({{rest.begin() + 1, rest.end()}, arguments.keyword});
    }
    if (function == "is_sparse")
      return {arguments.positional.at(0).get_if<SparseTensor>() != nullptr};
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
  std::int64_t count_ = 0;
};

std::vector<Value> run(const std::string& text, const Inputs& inputs = {}) {
  Adder backend;
  return run_program(backend, read(text), inputs);
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

TEST(RunProgram, ListIsTakenApart) {
  const auto outputs = run(R"({"calls": [
      {"let": [["a", ["b"]]], "call": "list", "args": [1.0, [2.0]]}], "return": ["b", "a"]})");
  EXPECT_EQ(*outputs[0].get_if<double>(), 2);
  EXPECT_EQ(*outputs[1].get_if<double>(), 1);
}

TEST(RunProgram, TupleIsTakenForAList) {
  const auto outputs =
      run(R"({"calls": [{"let": [["a", "b"]], "call": "pair"}], "return": ["b"]})");
  EXPECT_EQ(*outputs[0].get_if<double>(), 2);
}

TEST(RunProgram, OneValueIsTakenForAListOfOne) {
  const auto outputs =
      run(R"({"calls": [{"let": [["a"]], "call": "add", "args": [3.0]}], "return": ["a"]})");
  EXPECT_EQ(*outputs[0].get_if<double>(), 3);
}

TEST(RunProgram, ListOfAnotherLength) {
  EXPECT_THAT(api_error(R"({"calls": [{"let": [["a", "b"]], "call": "list", "args": [1.0]}],
                            "return": []})",
                        ErrorKind::kOther),
              HasSubstr("call 1, list: it returned a list of 1, and the program names 2 elements"));
  EXPECT_THAT(api_error(R"({"calls": [{"let": [["a", "b", "c"]], "call": "pair"}], "return": []})",
                        ErrorKind::kOther),
              HasSubstr("a list of 2, and the program names 3 elements"));
}

TEST(RunProgram, ValueThatIsNoListIsNotTakenApart) {
  EXPECT_THAT(api_error(R"({"calls": [{"let": [["a", "b"]], "call": "add"}], "return": []})",
                        ErrorKind::kOther),
              HasSubstr("it returned 0.0, and the program expects a list of 2"));
}

TEST(RunProgram, TimesRepeatsTheCallAndKeepsTheLastResult) {
  Adder backend;
  const auto outputs = run_program(
      backend, read(R"({"calls": [{"let": ["n"], "call": "count", "times": 3}], "return": ["n"]})"),
      {});
  EXPECT_EQ(*outputs[0].get_if<std::int64_t>(), 3);
  EXPECT_THAT(backend.calls, ElementsAre("count", "count", "count"));
}

TEST(RunProgram, MeasuredCallIsMadeAgainAndEachTimeIsTold) {
  Adder backend;
  ProgramRecord record;
  const auto outputs = run_program(backend, read(R"({"calls": [{"let": ["n"], "call": "count",
                        "measure": {"warm_up": 0, "seconds": 0, "least": 4}}], "return": ["n"]})"),
                                   {}, &record);
  EXPECT_EQ(*outputs[0].get_if<std::int64_t>(), 5);  // one to warm up
  EXPECT_THAT(record.seconds, testing::SizeIs(4));
  EXPECT_THAT(record.seconds, testing::Each(testing::Gt(0)));
}

TEST(RunProgram, RecordSaysWhichCallThrew) {
  Adder backend;
  ProgramRecord record;
  run_program(backend, read(R"({"calls": [{"let": ["n"], "call": "count"}], "return": ["n"]})"), {},
              &record);
  EXPECT_EQ(record.call, 0);
  const Program program = read(
      R"({"calls": [{"let": ["n"], "call": "count"}, {"call": "there_is_none"}, {"call": "count"}], "return": []})");
  EXPECT_ANY_THROW(run_program(backend, program, {}, &record));
  EXPECT_EQ(record.call, 2);
}

TEST(RunProgram, EachRunBeginsAfresh) {
  Adder backend;
  const Program program = read(R"({"calls": [{"let": ["n"], "call": "count"}], "return": ["n"]})");
  run_program(backend, program, {});
  EXPECT_EQ(*run_program(backend, program, {})[0].get_if<std::int64_t>(), 1);
}

TEST(RunProgram, ResultCanBeCalled) {
  const auto outputs = run(R"({"calls": [
      {"let": ["f"], "call": "increment_by", "args": [2.0]},
      {"let": ["y"], "call": {"ref": "f"}, "args": [5.0]}], "return": ["y"]})");
  EXPECT_EQ(*outputs[0].get_if<double>(), 7);
}

TEST(RunProgram, WhatIsNoFunctionCannotBeCalled) {
  EXPECT_EQ(api_error(R"({"calls": [{"let": ["y"], "call": "add"}, {"call": {"ref": "y"}}],
                          "return": []})",
                      ErrorKind::kType),
            "call 2, y: 0.0 cannot be called");
}

TEST(RunProgram, SparseInput) {
  const auto outputs = run(R"({"calls": [
      {"let": ["y"], "call": "is_sparse", "args": [{"sparse": "x"}]}], "return": ["y"]})",
                           {{"x", number(3)}});
  EXPECT_TRUE(*outputs[0].get_if<bool>());
}

TEST(RunProgram, FunctionSeesItsParametersItsResultsAndTheProgram) {
  const auto outputs = run(R"({
      "functions": {"f": {"parameters": ["a"],
                          "calls": [{"let": ["b"], "call": "add",
                                     "args": [{"ref": "a"}, {"ref": "y"}, {"ref": "x"}]}],
                          "return": [{"ref": "b"}]}},
      "calls": [{"let": ["y"], "call": "add", "args": [10.0]},
                {"let": ["z"], "call": "apply", "args": [{"function": "f"}, 1.0]}],
      "return": ["z"]})",
                           {{"x", number(100)}});
  EXPECT_EQ(*outputs[0].get_if<double>(), 111);
}

TEST(RunProgram, NamesOfAFunctionHideThoseOfTheProgram) {
  const auto outputs = run(R"({
      "functions": {"f": {"parameters": ["x"],
                          "calls": [{"let": ["y"], "call": "operator.add",
                                     "args": [{"ref": "x"}, 1.0]}],
                          "return": [{"ref": "y"}]}},
      "calls": [{"let": ["y"], "call": "add", "args": [10.0]},
                {"let": ["z"], "call": "apply", "args": [{"function": "f"}, 5.0]}],
      "return": ["z", "y", "x"]})",
                           {{"x", number(100)}});
  EXPECT_EQ(*outputs[0].get_if<double>(), 6);
  EXPECT_EQ(*outputs[1].get_if<double>(), 10);
  EXPECT_EQ(element(*outputs[2].get_if<Tensor>(), 0), 100);
}

TEST(RunProgram, EachCallOfAFunctionHasItsOwnResults) {
  const auto outputs = run(R"({
      "functions": {"f": {"parameters": ["a"], "calls": [{"let": ["b"], "call": "add",
                          "args": [{"ref": "a"}]}], "return": [{"ref": "b"}]}},
      "calls": [{"let": ["y"], "call": "apply", "args": [{"function": "f"}, 1.0]},
                {"let": ["z"], "call": "apply", "args": [{"function": "f"}, 2.0]}],
      "return": ["y", "z"]})");
  EXPECT_EQ(*outputs[0].get_if<double>(), 1);
  EXPECT_EQ(*outputs[1].get_if<double>(), 2);
}

TEST(RunProgram, ParameterTakesAListApart) {
  const auto outputs = run(R"({
      "functions": {"f": {"parameters": ["a", ["b", "c"]],
                          "calls": [], "return": [{"ref": "c"}, [{"ref": "b"}, {"ref": "a"}]]}},
      "calls": [{"let": ["y", ["z", "w"]], "call": "apply",
                 "args": [{"function": "f"}, 1.0, [2.0, 3.0]]}],
      "return": ["y", "z", "w"]})");
  EXPECT_EQ(*outputs[0].get_if<double>(), 3);
  EXPECT_EQ(*outputs[1].get_if<double>(), 2);
  EXPECT_EQ(*outputs[2].get_if<double>(), 1);
}

constexpr char kOneParameter[] =
    R"({"functions": {"f": {"parameters": [["a", "b"]], "calls": [], "return": [{"ref": "a"}]}}, )";

TEST(RunProgram, ParameterListOfAnotherLength) {
  EXPECT_THAT(
      api_error(kOneParameter + std::string(R"("calls": [{"call": "apply",
                            "args": [{"function": "f"}, [2.0]]}], "return": []})"),
                ErrorKind::kOther),
      AllOf(HasSubstr("call 1, apply: "), HasSubstr("a list of 1"), HasSubstr("2 elements")));
}

TEST(RunProgram, FunctionCalledWithAnotherNumberOfArguments) {
  EXPECT_THAT(api_error(kOneParameter + std::string(R"("calls": [{"call": "apply",
                            "args": [{"function": "f"}, [1.0, 2.0], 3.0]}], "return": []})"),
                        ErrorKind::kType),
              HasSubstr("the function f of the program takes 1 argument by position, given 2"));
}

TEST(RunProgram, FunctionTakesNothingByKeyword) {
  EXPECT_THAT(api_error(kOneParameter + std::string(R"("calls": [{"call": "apply",
                            "args": [{"function": "f"}, [1.0, 2.0]], "kwargs": {"axis": 1}}],
                            "return": []})"),
                        ErrorKind::kType),
              HasSubstr("given 1 and 1 by keyword"));
}

TEST(RunProgram, ErrorInAFunctionNamesBothCalls) {
  EXPECT_EQ(api_error(R"({
      "functions": {"f": {"parameters": [], "calls": [{"call": "nothing"}, {"call": "raise"}],
                          "return": [1]}},
      "calls": [{"call": "apply", "args": [{"function": "f"}]}], "return": []})",
                      ErrorKind::kIndex),
            "call 1, apply: in f, call 2, raise: too far");
}

}  // namespace
}  // namespace kassay::program_test
