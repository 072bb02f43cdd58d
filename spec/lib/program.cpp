#include "spec/lib/program.h"

#include <algorithm>
#include <set>

#include "spec/lib/error.h"

namespace kassay {
namespace {

// The values that a program can name while it runs.
class Scope {
 public:
  explicit Scope(const Inputs& inputs) : inputs_(inputs) {}

  void bind(const std::string& name, Value value) {
    results_.insert_or_assign(name, std::move(value));
  }
  Value lookup(const std::string& name) const {
    if (const auto found = results_.find(name); found != results_.end()) return found->second;
    return input(name);
  }
  Value input(const std::string& name) const {
    if (const auto found = inputs_.find(name); found != inputs_.end()) return found->second;
    throw ApiError(ErrorKind::kOther, "the program uses the name \"" + name +
                                          "\", which is no input and no earlier result");
  }
  Value resolve(const Argument& argument) const { return std::visit(Resolve{*this}, argument); }
  Arguments resolve(const Call& call) const {
    Arguments arguments;
    for (const Argument& each : call.args) arguments.positional.push_back(resolve(each));
    for (const auto& [name, each] : call.kwargs) arguments.keyword.emplace(name, resolve(each));
    return arguments;
  }

 private:
  struct Resolve {
    const Scope& scope;
    Value operator()(const Reference& reference) const { return scope.lookup(reference.name); }
    Value operator()(const RawInput& input) const { return scope.input(input.name); }
    Value operator()(const Value& value) const { return value; }
    Value operator()(const ArgumentList& list) const {
      List values;
      for (const Argument& argument : list) values.push_back(scope.resolve(argument));
      return values;
    }
  };

  const Inputs& inputs_;
  std::map<std::string, Value, std::less<>> results_;
};

void run_call(Backend& backend, const Call& call, Scope& scope) {
  std::vector<Value> values = backend.call(call.function, scope.resolve(call));
  if (call.let.empty()) return;  // a call for its effect: what it returns is dropped
  if (values.size() != call.let.size()) {
    throw ApiError(ErrorKind::kOther, "it returned " + std::to_string(values.size()) +
                                          " values, and the program names " +
                                          std::to_string(call.let.size()));
  }
  for (std::size_t i = 0; i < values.size(); ++i) scope.bind(call.let[i], std::move(values[i]));
}

// The inputs that stand for tensors of the backend, in the order of their first use.
class ReferencedInputs {
 public:
  ReferencedInputs(const Program& program, const Inputs& inputs) : inputs_(inputs) {
    for (const Call& call : program.calls) {
      for (const Argument& argument : call.args) visit(argument);
      for (const auto& [name, argument] : call.kwargs) visit(argument);
      results_.insert(call.let.begin(), call.let.end());
    }
    for (const std::string& name : program.returned) visit(name);
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  void visit(const Argument& argument) {
    if (const auto* reference = std::get_if<Reference>(&argument)) visit(reference->name);
    if (const auto* list = std::get_if<ArgumentList>(&argument)) {
      for (const Argument& element : *list) visit(element);
    }
  }
  void visit(const std::string& name) {
    const bool input = inputs_.contains(name) && !results_.contains(name);
    if (input && std::find(names_.begin(), names_.end(), name) == names_.end()) {
      names_.push_back(name);
    }
  }

  const Inputs& inputs_;
  std::set<std::string> results_;  // a result hides an input of the same name
  std::vector<std::string> names_;
};

}  // namespace

std::vector<Value> run_program(Backend& backend, const Program& program, const Inputs& inputs) {
  Scope scope(inputs);
  for (std::size_t i = 0; i < program.calls.size(); ++i) {
    const Call& call = program.calls[i];
    const auto located = [&](const std::exception& error) {
      return "call " + std::to_string(i + 1) + ", " + call.function + ": " + error.what();
    };
    try {
      run_call(backend, call, scope);
    } catch (const ApiError& error) {
      throw ApiError(error.kind(), located(error));
    } catch (const Unsupported& error) {
      throw Unsupported(located(error));
    }
  }
  std::vector<Value> returned;
  for (const std::string& name : program.returned) returned.push_back(scope.lookup(name));
  return returned;
}

Program eager(const Program& program, const Inputs& inputs,
              const std::vector<bool>& tensor_results) {
  Program wrapped;
  const ReferencedInputs referenced(program, inputs);
  for (const std::string& name : referenced.names()) {
    const std::string dtype(dtype_name(inputs.find(name)->second.dtype()));
    // The result takes the input's name, so that the references to it stand as they are.
    Call constant{.let = {name}, .function = "constant", .args = {}, .kwargs = {}};
    constant.args.push_back(Argument(RawInput{name}));
    constant.kwargs.emplace("dtype", Argument(Value(dtype)));
    wrapped.calls.push_back(std::move(constant));
  }
  std::set<std::string> taken;
  for (const auto& [name, tensor] : inputs) taken.insert(name);
  for (const Call& call : program.calls) {
    wrapped.calls.push_back(call);
    taken.insert(call.let.begin(), call.let.end());
  }
  std::map<std::string, std::string> evaluated;  // by the name of the tensor
  for (std::size_t i = 0; i < program.returned.size(); ++i) {
    const std::string& name = program.returned[i];
    // Where nobody says what comes out, as when an error must, it is evaluated: a backend that
    // computes late only then finds the error.
    const bool tensor = i >= tensor_results.size() || tensor_results[i];
    if (!tensor) {
      wrapped.returned.push_back(name);
      continue;
    }
    if (!evaluated.contains(name)) {
      std::string value = name + "_value";
      while (!taken.insert(value).second) value += '_';
      Call eval{.let = {value}, .function = "eval", .args = {}, .kwargs = {}};
      eval.args.push_back(Argument(Reference{name}));
      wrapped.calls.push_back(std::move(eval));
      evaluated.emplace(name, value);
    }
    wrapped.returned.push_back(evaluated.at(name));
  }
  return wrapped;
}

}  // namespace kassay
