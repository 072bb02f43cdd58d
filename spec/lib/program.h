// A program: calls of the API with named results, and what it returns. The text form is described
// in spec/README.md.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>
#include <vector>

#include "spec/lib/backend.h"
#include "spec/lib/value.h"

namespace kassay {

struct Reference {  // {"ref": name}: an input as a tensor of the backend, or an earlier result
  std::string name;
};
struct RawInput {  // {"input": name}: an input handed over as it is, a NumPy array to a Python
                   // backend
  std::string name;
};
struct Argument;
using ArgumentList = std::vector<Argument>;
struct Argument : std::variant<Reference, RawInput, Value, ArgumentList> {
  using variant::variant;
};

struct Call {
  std::vector<std::string> let;
  std::string function;
  std::vector<Argument> args;
  std::map<std::string, Argument, std::less<>> kwargs;
};

struct Program {
  std::vector<Call> calls;
  std::vector<std::string> returned;
};

using Inputs = std::map<std::string, Tensor, std::less<>>;

// Throws FileError naming `file` and the place (a JSON pointer) of whatever is malformed.
Program parse_program(const nlohmann::json& json, const std::string& file);
nlohmann::json to_json(const Program& program);

// Calls the backend call by call. Throws what the backend throws, with the call named, and ApiError
// where the program itself is wrong (an unknown name, a call that returned another number of values
// than it names).
std::vector<Value> run_program(Backend& backend, const Program& program, const Inputs& inputs);

// Each input used by reference goes through `constant`, each returned tensor through `eval`.
// `tensor_results[i]` tells whether the i-th returned value is a tensor.
Program eager(const Program& program, const Inputs& inputs,
              const std::vector<bool>& tensor_results);

}  // namespace kassay
