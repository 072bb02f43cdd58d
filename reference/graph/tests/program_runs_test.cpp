// Whole programs on the interpreter.
#include <nlohmann/json.hpp>

#include "reference/graph/interpreter.h"
#include "reference/graph/tests/graph.h"
#include "spec/lib/json_text.h"
#include "spec/lib/program.h"
#include "spec/lib/program_json.h"

namespace kassay::reference::program_runs_test {
namespace {

std::vector<Value> run(const std::string& text, const Inputs& inputs = {}) {
  Interpreter interpreter(Edition::kKo);
  return run_program(interpreter, parse_program(parse_json(text, "program", ""), "program"),
                     inputs);
}

TEST(Programs, AnUpdateIsMadeAtEachCall) {
  const auto values = run(R"({
    "calls": [{"let": ["v"], "call": "variable", "args": [{"input": "x"}]},
              {"let": ["u"], "call": "update_add", "args": [{"ref": "v"}, 1.0]},
              {"let": ["f"], "call": "function", "args": [[], []], "kwargs": {"updates": [{"ref": "u"}]}},
              {"call": {"ref": "f"}, "args": [[]], "times": 3},
              {"let": ["after"], "call": "get_value", "args": [{"ref": "v"}]}],
    "return": ["after"]})",
                          {{"x", vector({1, 2})}});
  EXPECT_EQ(numbers_of(values[0]), (Numbers{4, 5}));
}

TEST(Programs, AStepOfRnnTakesItsStatesApart) {
  const auto values = run(R"({
    "functions": {"step": {"parameters": ["x", ["h"]],
                           "calls": [{"let": ["sum"], "call": "operator.add", "args": [{"ref": "x"}, {"ref": "h"}]}],
                           "return": [{"ref": "sum"}, [{"ref": "sum"}]]}},
    "calls": [{"let": ["p"], "call": "placeholder", "kwargs": {"ndim": 3}},
              {"let": ["h0"], "call": "zeros", "args": [[1, 1]]},
              {"let": ["last", "all", ["h"]], "call": "rnn", "args": [{"function": "step"}, {"ref": "p"}, [{"ref": "h0"}]]},
              {"let": ["f"], "call": "function", "args": [[{"ref": "p"}], [{"ref": "all"}]]},
              {"let": [["sums"]], "call": {"ref": "f"}, "args": [[{"input": "x"}]]}],
    "return": ["sums"]})",
                          {{"x", tensor({1, 3, 1}, {1, 2, 3})}});
  EXPECT_EQ(numbers_of(values[0]), (Numbers{1, 3, 6}));
}

TEST(Programs, BeginWithoutWhatOthersSet) {
  const Program program =
      parse_program(parse_json(R"({"calls": [{"let": ["before"], "call": "floatx"},
                               {"call": "set_floatx", "args": ["float64"]},
                               {"let": ["uid"], "call": "get_uid", "args": ["a"]}],
                     "return": ["before", "uid"]})",
                               "program", ""),
                    "program");
  Interpreter interpreter(Edition::kKo);
  for (int turn = 0; turn < 2; ++turn) {
    const std::vector<Value> values = run_program(interpreter, program, {});
    EXPECT_EQ(std::get<std::string>(values[0]), "float32");
    EXPECT_EQ(std::get<std::int64_t>(values[1]), 1);
  }
}

}  // namespace
}  // namespace kassay::reference::program_runs_test
