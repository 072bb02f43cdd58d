// A program: calls of the API with named results, and the values that it returns. spec/vectors.md
// describes the text form.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "spec/lib/backend.h"
#include "spec/lib/value.h"

namespace kassay {

struct Reference {  // {"ref": name}: an input as a tensor of the backend, or an earlier result
  std::string name;
};
struct RawInput {  // {"input": name}: an input passed unchanged, a NumPy array to a Python
                   // backend
  std::string name;
};
struct SparseInput {  // {"sparse": name}: an input passed as a sparse array
  std::string name;
};
struct FunctionName {  // {"function": name}: a function of the program
  std::string name;
};
struct Argument;
using ArgumentList = std::vector<Argument>;
struct Argument
    : std::variant<Reference, RawInput, SparseInput, FunctionName, Value, ArgumentList> {
  using variant::variant;
};

// A name for a value, or patterns for the elements of a list.
struct Pattern : std::variant<std::string, std::vector<Pattern>> {
  using variant::variant;
  const std::string* name() const { return std::get_if<std::string>(this); }
  const std::vector<Pattern>& elements() const { return std::get<std::vector<Pattern>>(*this); }
};

// How a call is measured: it is made at least once and until `warm_up` seconds have passed, then
// again until `seconds` have passed and it was made `least` times, or kMostMeasuredCalls times.
struct Measurement {
  double warm_up = 0, seconds = 0;
  std::int64_t least = 1;
  std::string workload;  // the workload's name, for a worker that knows workloads; may be empty
};
inline constexpr std::int64_t kMostMeasuredCalls = 10'000;

struct Call {
  std::vector<Pattern> let;
  std::string function;
  bool calls_result = false;  // `function` names an earlier result, which can be called
  std::vector<Argument> args;
  std::map<std::string, Argument, std::less<>> kwargs;
  std::int64_t times = 1;
  std::optional<Measurement> measure;  // only of calls of the program itself, not of its functions
};

// A function of a program. Its calls see the parameters, their own results, and the names of the
// program.
struct ProgramFunction {
  std::vector<Pattern> parameters;
  std::vector<Call> calls;
  std::vector<Argument> returned;
};

// Layouts of a program's input arrays in memory, by name: the elements are the same as in the contiguous array in C order. Workers
// without NumPy arrays ignore them.
inline constexpr std::string_view kLayouts[] = {"transposed", "sliced", "reversed", "broadcast"};

struct Program {
  std::map<std::string, ProgramFunction, std::less<>> functions;
  std::vector<Call> calls;
  std::vector<std::string> returned;
  // One of kLayouts, by input; other inputs are contiguous.
  std::map<std::string, std::string, std::less<>> layouts = {};
};

using Inputs = std::map<std::string, Tensor, std::less<>>;

// The functions of the API that it calls, also in its own functions; operators do not count.
std::set<std::string, std::less<>> functions_called(const Program& program);

// What happens while a program runs.
struct ProgramRecord {
  std::vector<double> seconds = {};  // of each measured call
  // The call of the program that is being made, from 1, also while a function of the program is called; 0 after the
  // last. It stays where a call throws.
  std::int64_t call = 0;
};

// Calls the backend call by call. Throws what the backend throws, with the call named, and ApiError
// if the program itself is wrong (an unknown name, a call that returned a different number of
// values than it names).
std::vector<Value> run_program(Backend& backend, const Program& program, const Inputs& inputs,
                               ProgramRecord* record = nullptr);

}  // namespace kassay
