#include "spec/lib/modes.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "spec/lib/error.h"
#include "spec/lib/json_text.h"
#include "spec/lib/program_json.h"
#include "spec/lib/tests/file_error.h"

namespace kassay::modes_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Key;
using testing::Not;

Program read(const std::string& text) {
  return parse_program(parse_json(text, "p.json", ""), "p.json");
}

std::string written(const Program& program) { return dump_json(to_json(program)); }

// Whether a wrapped program equals this text, where empty `args`, `kwargs` and `let` may
// be left out.
void expect_program(const Program& program, const std::string& text) {
  EXPECT_EQ(written(program), written(read(text)));
}

Tensor number(double value) {
  Tensor tensor(DType::kFloat32, {});
  set_element(tensor, 0, value);
  return tensor;
}

std::string eager_text(const std::string& text, const Inputs& inputs,
                       const std::vector<bool>& tensors) {
  return written(eager(read(text), inputs, tensors));
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
  EXPECT_THAT(text, Not(HasSubstr("constant")));
}

TEST(Eager, WrappedProgramIsAProgram) {
  const std::string text =
      eager_text(R"({"calls":[{"let":["y"],"call":"add","args":[{"ref":"x"}]}],"return":["y"]})",
                 {{"x", number(1)}}, {true});
  EXPECT_EQ(dump_json(to_json(read(text))), text);
}

TEST(Eager, EachTensorOfAListIsAConstant) {
  expect_program(eager(read(R"({"calls": [{"let": ["y"], "call": "concatenate",
                                "args": [[{"ref": "b"}, {"ref": "a"}]]}],
                     "return": ["y"]})"),
                       {{"a", number(1)}, {"b", Tensor(DType::kInt32, {2})}}, {true}),
                 R"({"calls": [{"let": ["b"], "call": "constant", "args": [{"input": "b"}],
                     "kwargs": {"dtype": "int32"}},
                    {"let": ["a"], "call": "constant", "args": [{"input": "a"}],
                     "kwargs": {"dtype": "float32"}},
                    {"let": ["y"], "call": "concatenate", "args": [[{"ref": "b"}, {"ref": "a"}]]},
                    {"let": ["y_value"], "call": "eval", "args": [{"ref": "y"}]}],
          "return": ["y_value"]})");
}

TEST(Eager, ElementsOfAListThatIsTakenApartAreEvaluated) {
  expect_program(
      eager(read(R"({"calls": [{"let": [["a", "b"]], "call": "pair"}], "return": ["a", "b"]})"), {},
            {true, true}),
      R"({"calls": [{"let": [["a", "b"]], "call": "pair"},
                    {"let": ["a_value"], "call": "eval", "args": [{"ref": "a"}]},
                    {"let": ["b_value"], "call": "eval", "args": [{"ref": "b"}]}],
          "return": ["a_value", "b_value"]})");
}

TEST(Eager, ElementOfAListHidesAnInputOfItsName) {
  const std::string text = eager_text(R"({"calls":[{"let":[["x"]],"call":"pair"}],"return":["x"]})",
                                      {{"x", number(1)}}, {true});
  EXPECT_THAT(text, Not(HasSubstr("constant")));
}

TEST(Eager, SparseInputStays) {
  const std::string text =
      eager_text(R"({"calls":[{"let":["y"],"call":"dot","args":[{"sparse":"x"}]}],"return":["y"]})",
                 {{"x", number(1)}}, {true});
  EXPECT_THAT(text, AllOf(Not(HasSubstr("constant")), HasSubstr(R"({"sparse":"x"})")));
}

constexpr char kWithFunction[] = R"({
    "functions": {"twice": {"parameters": ["a"],
                            "calls": [{"let": ["b"], "call": "operator.add",
                                       "args": [{"ref": "a"}, {"ref": "a"}]}],
                            "return": [{"ref": "b"}]}},
    "calls": [{"let": ["y"], "call": "map_fn", "args": [{"function": "twice"}, {"ref": "x"}]}],
    "return": ["y"]})";

TEST(EveryMode, KeepsTheFunctions) {
  const Inputs inputs = {{"x", Tensor(DType::kFloat32, {2})}, {"w", Tensor(DType::kFloat32, {2})}};
  const Program program = read(kWithFunction);
  for (const Program& wrapped :
       {eager(program, inputs, {true}), through_function(program, inputs, true),
        gradient_of(program, inputs, {"w"}, {"x"})}) {
    EXPECT_EQ(to_json(wrapped)["functions"], to_json(program)["functions"]);
  }
}

constexpr char kTwoOutputs[] = R"({
    "calls": [{"let": ["s", "p"], "call": "both", "args": [{"ref": "x"}, {"ref": "y"}]}],
    "return": ["s", "p"]})";

Inputs two_inputs() {
  return {{"x", Tensor(DType::kFloat32, {2, 3})}, {"y", Tensor(DType::kFloat32, {3})}};
}

TEST(ThroughFunction, InputsArePlaceholdersAndEachOutputHasAName) {
  expect_program(through_function(read(kTwoOutputs), two_inputs(), true),
                 R"({"calls": [{"let": ["x"], "call": "placeholder",
                     "kwargs": {"shape": [2, 3], "dtype": "float32"}},
                    {"let": ["y"], "call": "placeholder",
                     "kwargs": {"shape": [3], "dtype": "float32"}},
                    {"let": ["s", "p"], "call": "both", "args": [{"ref": "x"}, {"ref": "y"}]},
                    {"let": ["compiled"], "call": "function",
                     "args": [[{"ref": "x"}, {"ref": "y"}], [{"ref": "s"}, {"ref": "p"}]]},
                    {"let": [["s_value", "p_value"]], "call": {"ref": "compiled"},
                     "args": [[{"input": "x"}, {"input": "y"}]]}],
          "return": ["s_value", "p_value"]})");
}

TEST(ThroughFunction, DynamicPlaceholderTellsTheRankAlone) {
  expect_program(
      through_function(read(R"({"calls": [{"let": ["y"], "call": "exp", "args": [{"ref": "x"}]}],
                                "return": ["y"]})"),
                       {{"x", Tensor(DType::kFloat64, {2, 3})}}, false),
      R"({"calls": [{"let": ["x"], "call": "placeholder", "kwargs": {"ndim": 2, "dtype": "float64"}},
                    {"let": ["y"], "call": "exp", "args": [{"ref": "x"}]},
                    {"let": ["compiled"], "call": "function",
                     "args": [[{"ref": "x"}], [{"ref": "y"}]]},
                    {"let": [["y_value"]], "call": {"ref": "compiled"}, "args": [[{"input": "x"}]]}],
          "return": ["y_value"]})");
}

TEST(ThroughFunction, EachTensorOfAListIsAPlaceholder) {
  const Program wrapped = through_function(read(R"({"calls": [{"let": ["z"], "call": "concatenate",
                          "args": [[{"ref": "y"}, {"ref": "x"}]]}],
               "return": ["z"]})"),
                                           two_inputs(), true);
  ASSERT_EQ(wrapped.calls.size(), 5u);
  EXPECT_EQ(wrapped.calls[0].function, "placeholder");
  EXPECT_EQ(*wrapped.calls[0].let[0].name(), "y");  // in the order of use
  EXPECT_EQ(wrapped.calls[1].function, "placeholder");
  EXPECT_EQ(*wrapped.calls[1].let[0].name(), "x");
}

TEST(ThroughFunction, RawInputIsNoPlaceholder) {
  expect_program(
      through_function(read(R"({"calls": [{"let": ["y"], "call": "f", "args": [{"input": "x"}]}],
                                "return": ["y"]})"),
                       {{"x", number(1)}}, true),
      R"({"calls": [{"let": ["y"], "call": "f", "args": [{"input": "x"}]},
                    {"let": ["compiled"], "call": "function", "args": [[], [{"ref": "y"}]]},
                    {"let": [["y_value"]], "call": {"ref": "compiled"}, "args": [[]]}],
          "return": ["y_value"]})");
}

TEST(ThroughFunction, NamesThatAreTakenAreLeftAlone) {
  expect_program(through_function(read(R"({"calls": [{"let": ["compiled"], "call": "f",
                                           "args": [{"ref": "x"}, {"input": "compiled_value"}]}],
                                "return": ["compiled"]})"),
                                  {{"x", number(1)}, {"compiled_value", number(2)}}, true),
                 R"({"calls": [{"let": ["x"], "call": "placeholder",
                     "kwargs": {"shape": [], "dtype": "float32"}},
                    {"let": ["compiled"], "call": "f",
                     "args": [{"ref": "x"}, {"input": "compiled_value"}]},
                    {"let": ["compiled_"], "call": "function",
                     "args": [[{"ref": "x"}], [{"ref": "compiled"}]]},
                    {"let": [["compiled_value_"]], "call": {"ref": "compiled_"},
                     "args": [[{"input": "x"}]]}],
          "return": ["compiled_value_"]})");
}

TEST(ThroughFunction, ResultReturnedTwiceHasTwoValues) {
  const Program wrapped =
      through_function(read(R"({"calls": [{"let": ["y"], "call": "exp", "args": [{"ref": "x"}]}],
               "return": ["y", "y"]})"),
                       {{"x", number(1)}}, true);
  EXPECT_THAT(wrapped.returned, ElementsAre("y_value", "y_value_"));
}

TEST(GradientOf, TwoInputsAndTwoOutputs) {
  Inputs inputs = two_inputs();
  inputs.emplace("v", Tensor(DType::kFloat32, {2}));
  inputs.emplace("w", Tensor(DType::kFloat32, {}));
  expect_program(gradient_of(read(kTwoOutputs), inputs, {"v", "w"}, {"y", "x"}),
                 R"({"calls": [{"let": ["x"], "call": "placeholder",
                     "kwargs": {"shape": [2, 3], "dtype": "float32"}},
                    {"let": ["y"], "call": "placeholder",
                     "kwargs": {"shape": [3], "dtype": "float32"}},
                    {"let": ["v"], "call": "placeholder",
                     "kwargs": {"shape": [2], "dtype": "float32"}},
                    {"let": ["w"], "call": "placeholder",
                     "kwargs": {"shape": [], "dtype": "float32"}},
                    {"let": ["s", "p"], "call": "both", "args": [{"ref": "x"}, {"ref": "y"}]},
                    {"let": ["weighted"], "call": "operator.mul",
                     "args": [{"ref": "s"}, {"ref": "v"}]},
                    {"let": ["loss"], "call": "sum", "args": [{"ref": "weighted"}]},
                    {"let": ["weighted_"], "call": "operator.mul",
                     "args": [{"ref": "p"}, {"ref": "w"}]},
                    {"let": ["loss_"], "call": "sum", "args": [{"ref": "weighted_"}]},
                    {"let": ["loss__"], "call": "operator.add",
                     "args": [{"ref": "loss"}, {"ref": "loss_"}]},
                    {"let": [["d_y", "d_x"]], "call": "gradients",
                     "args": [{"ref": "loss__"}, [{"ref": "y"}, {"ref": "x"}]]},
                    {"let": ["compiled"], "call": "function",
                     "args": [[{"ref": "x"}, {"ref": "y"}, {"ref": "v"}, {"ref": "w"}],
                              [{"ref": "d_y"}, {"ref": "d_x"}]]},
                    {"let": [["d_y_value", "d_x_value"]], "call": {"ref": "compiled"},
                     "args": [[{"input": "x"}, {"input": "y"}, {"input": "v"}, {"input": "w"}]]}],
          "return": ["d_y_value", "d_x_value"]})");
}

// A case of x + 1 with a gradient and one reading of each sort.
Case whole_case() {
  Case result;
  result.id = "math/increment/float32/value";
  result.function = "increment";
  result.modes = {Mode::kEager,    Mode::kFunction,       Mode::kDynamic,
                  Mode::kGradient, Mode::kSecondGradient, Mode::kProgram};
  result.inputs = {{"x", number(1)}};
  result.program = read(R"({"calls": [{"let": ["y"], "call": "increment", "args": [{"ref": "x"}]}],
               "return": ["y"]})");
  const ExpectedTensor two{DType::kFloat32, {}, number(2), std::nullopt, std::nullopt};
  const ExpectedTensor one{DType::kFloat32, {}, number(1), std::nullopt, std::nullopt};
  result.expectation.outputs = {two};
  result.accuracy.ulps = 4;
  result.sign_of_zero = true;
  result.readings = {{"decrement", true, {{one}, {}}},
                     {"refused", true, {{}, {"value"}}},
                     {"wrongly-refused", false, {{}, {"type"}}}};
  result.gradient = ExpectedGradient{{"x"}, {number(3)}, {}, {{one}, {}}, {.ulps = 9}};
  result.second_gradient =
      ExpectedGradient{{"x"}, {number(3)}, {number(5)}, {{two}, {}}, {.ulps = 7}};
  return result;
}

TEST(InMode, HasThatModeAlone) {
  const Case test_case = whole_case();
  for (const Mode mode : kModes) {
    const Case wrapped = in_mode(test_case, mode);
    EXPECT_THAT(wrapped.modes, ElementsAre(mode));
    EXPECT_EQ(wrapped.id, test_case.id);
  }
}

TEST(InMode, WrapsTheProgramAsTheModeSays) {
  const Case test_case = whole_case();
  const auto text = [&](Mode mode) { return written(in_mode(test_case, mode).program); };
  const Program& program = test_case.program;
  EXPECT_EQ(text(Mode::kProgram), written(program));
  EXPECT_EQ(text(Mode::kEager), written(eager(program, test_case.inputs, {true})));
  EXPECT_EQ(text(Mode::kFunction), written(through_function(program, test_case.inputs, true)));
  EXPECT_EQ(text(Mode::kDynamic), written(through_function(program, test_case.inputs, false)));
}

TEST(InMode, ModeThatTheCaseLacks) {
  Case test_case = whole_case();
  test_case.modes = {Mode::kEager};
  try {
    in_mode(test_case, Mode::kDynamic);
    FAIL() << "nothing was thrown";
  } catch (const std::logic_error& error) {
    EXPECT_STREQ(error.what(), "math/increment/float32/value has no mode dynamic");
  }
}

TEST(InMode, GradientIsJudgedByItsOwnExpectation) {
  const Case wrapped = in_mode(whole_case(), Mode::kGradient);
  EXPECT_EQ(wrapped.accuracy.ulps, 9);
  EXPECT_FALSE(wrapped.sign_of_zero);
  ASSERT_EQ(wrapped.expectation.outputs.size(), 1u);
  const auto& expected = std::get<ExpectedTensor>(wrapped.expectation.outputs[0]);
  EXPECT_EQ(element(expected.value, 0), 1);
}

TEST(InMode, GradientKeepsAcceptedReadingsThatRefuse) {
  const Case wrapped = in_mode(whole_case(), Mode::kGradient);
  ASSERT_EQ(wrapped.readings.size(), 1u);
  EXPECT_EQ(wrapped.readings[0].id, "refused");
  EXPECT_EQ(in_mode(whole_case(), Mode::kFunction).readings.size(), 3u);
}

TEST(InMode, WeightsAreInputs) {
  const Case wrapped = in_mode(whole_case(), Mode::kGradient);
  EXPECT_THAT(wrapped.inputs, ElementsAre(Key("weights0"), Key("x")));
  EXPECT_EQ(element(wrapped.inputs.at("weights0"), 0), 3);
  EXPECT_EQ(written(wrapped.program),
            written(gradient_of(whole_case().program, wrapped.inputs, {"weights0"}, {"x"})));
}

TEST(InMode, WeightsDoNotTakeTheNameOfAnInput) {
  Case test_case = whole_case();
  test_case.inputs.emplace("weights0", number(7));
  const Case wrapped = in_mode(test_case, Mode::kGradient);
  EXPECT_EQ(element(wrapped.inputs.at("weights0"), 0), 7);
  EXPECT_EQ(element(wrapped.inputs.at("weights0_"), 0), 3);
}

TEST(InMode, SecondGradientIsJudgedByItsOwnExpectation) {
  const Case wrapped = in_mode(whole_case(), Mode::kSecondGradient);
  EXPECT_EQ(wrapped.accuracy.ulps, 7);
  ASSERT_EQ(wrapped.expectation.outputs.size(), 1u);
  EXPECT_EQ(element(std::get<ExpectedTensor>(wrapped.expectation.outputs[0]).value, 0), 2);
}

TEST(InMode, SecondGradientDifferentiatesTheGradientsAlongTheDirections) {
  const Case wrapped = in_mode(whole_case(), Mode::kSecondGradient);
  EXPECT_THAT(wrapped.inputs, ElementsAre(Key("direction0"), Key("weights0"), Key("x")));
  EXPECT_EQ(element(wrapped.inputs.at("direction0"), 0), 5);
  std::vector<std::string> called;
  for (const Call& call : wrapped.program.calls) called.push_back(call.function);
  EXPECT_THAT(called,
              ElementsAre("placeholder", "placeholder", "placeholder", "increment", "operator.mul",
                          "operator.add", "operator.mul", "sum", "gradients", "operator.mul", "sum",
                          "gradients", "function", "compiled"));
}

TEST(InMode, OnlyTensorsOfTheBackendAreEvaluated) {
  Case test_case = whole_case();
  test_case.program = read(R"({"calls": [{"let": ["a", "b", "c", "d"], "call": "four"}],
                               "return": ["a", "b", "c", "d"]})");
  ExpectedTensor array{DType::kFloat32, {}, number(2), std::nullopt, std::nullopt};
  array.is_array = true;
  test_case.expectation.outputs = {
      array, ExpectedTensor{DType::kInt32, {}, number(0), std::nullopt, std::nullopt},
      Value(std::int64_t{3}), ExpectedSample{}};
  EXPECT_THAT(in_mode(test_case, Mode::kEager).program.returned,
              ElementsAre("a", "b_value", "c", "d_value"));
}

TEST(InMode, AnErrorCaseEvaluatesWhatAReadingAnswersWithTensors) {
  Case test_case = whole_case();
  test_case.expectation = {{}, {"value"}};
  test_case.readings = {{"plain", true, {{Value(std::int64_t{3})}, {}}}};
  EXPECT_THAT(in_mode(test_case, Mode::kEager).program.returned, ElementsAre("y"));
  test_case.readings.clear();
  EXPECT_THAT(in_mode(test_case, Mode::kEager).program.returned, ElementsAre("y_value"));
}

TEST(Mode, NameReadsBack) {
  for (const Mode mode : kModes) EXPECT_EQ(parse_mode(mode_name(mode)), mode);
  EXPECT_EQ(parse_mode("lazy"), std::nullopt);
}

}  // namespace
}  // namespace kassay::modes_test
