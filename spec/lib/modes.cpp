#include "spec/lib/modes.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace kassay {
namespace {

void add_names(const Pattern& pattern, std::set<std::string>& names) {
  if (const std::string* name = pattern.name()) {
    names.insert(*name);
  } else {
    for (const Pattern& element : pattern.elements()) add_names(element, names);
  }
}

// The inputs used as tensors of the backend, in the order of their first use.
class ReferencedInputs {
 public:
  ReferencedInputs(const Program& program, const Inputs& inputs) : inputs_(inputs) {
    visit(program.calls);
    for (const std::string& name : program.returned) visit(name);
    // A function of the program can use the names of the program; its own names hide them.
    const std::set<std::string> of_program = results_;
    for (const auto& [function_name, function] : program.functions) {
      for (const Pattern& pattern : function.parameters) hide(pattern);
      visit(function.calls);
      for (const Argument& argument : function.returned) visit(argument);
      results_ = of_program;
    }
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  void visit(const std::vector<Call>& calls) {
    for (const Call& call : calls) {
      for (const Argument& argument : call.args) visit(argument);
      for (const auto& [name, argument] : call.kwargs) visit(argument);
      for (const Pattern& pattern : call.let) hide(pattern);
    }
  }
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
  // A result hides an input of the same name.
  void hide(const Pattern& pattern) { add_names(pattern, results_); }

  const Inputs& inputs_;
  std::set<std::string> results_;
  std::vector<std::string> names_;
};

std::set<std::string> names_of_results(const Program& program) {
  std::set<std::string> names;
  for (const Call& call : program.calls) {
    for (const Pattern& pattern : call.let) add_names(pattern, names);
  }
  return names;
}

// A new program built around another one.
class Wrapping {
 public:
  Wrapping(const Program& program, const Inputs& inputs) : inner_(program), inputs_(inputs) {
    wrapped_.functions = program.functions;
    for (const auto& [name, tensor] : inputs) taken_.insert(name);
    taken_.merge(names_of_results(program));
  }

  // Turns each input used by reference into a tensor of the backend. The tensor takes over the name of
  // the input, so references to it stay unchanged.
  template <class MakeCall>
  std::vector<std::string> tensors_of_inputs(MakeCall&& make_call) {
    const std::vector<std::string> names = ReferencedInputs(inner_, inputs_).names();
    for (const std::string& name : names) {
      Call call = make_call(name, inputs_.find(name)->second);
      call.let = {name};
      wrapped_.calls.push_back(std::move(call));
    }
    return names;
  }
  void inner_calls() {
    wrapped_.calls.insert(wrapped_.calls.end(), inner_.calls.begin(), inner_.calls.end());
  }
  // Returns the name of the result, which resembles `wish`.
  std::string call(const std::string& function, std::vector<Argument> args,
                   const std::string& wish) {
    std::string name = fresh(wish);
    Call call;
    call.function = function;
    call.args = std::move(args);
    call.let = {name};
    wrapped_.calls.push_back(std::move(call));
    return name;
  }
  // A call whose single result is a list; each element gets a name like those in `wishes`. With
  // `calls_result`, `function` is the name of an earlier result.
  std::vector<std::string> call_for_list(const std::string& function, bool calls_result,
                                         std::vector<Argument> args,
                                         const std::vector<std::string>& wishes) {
    std::vector<std::string> names;
    std::vector<Pattern> patterns;
    for (const std::string& wish : wishes) {
      names.push_back(fresh(wish));
      patterns.emplace_back(names.back());
    }
    Call call;
    call.function = function;
    call.calls_result = calls_result;
    call.args = std::move(args);
    call.let = {Pattern(std::move(patterns))};
    wrapped_.calls.push_back(std::move(call));
    return names;
  }
  // Compiles `outputs` as a function of the placeholders, calls it with the inputs of the same
  // names, and returns the values from the program.
  Program finish(const std::vector<std::string>& placeholders,
                 const std::vector<std::string>& outputs) {
    ArgumentList arrays;
    for (const std::string& name : placeholders) arrays.emplace_back(RawInput{name});
    const std::string function =
        call("function", {references(placeholders), references(outputs)}, "compiled");
    std::vector<std::string> wishes;
    for (const std::string& output : outputs) wishes.push_back(output + "_value");
    wrapped_.returned = call_for_list(function, true, {Argument(std::move(arrays))}, wishes);
    return std::move(wrapped_);
  }
  Program finish(std::vector<std::string> returned) {
    wrapped_.returned = std::move(returned);
    return std::move(wrapped_);
  }

  static Argument references(const std::vector<std::string>& names) {
    ArgumentList list;
    for (const std::string& name : names) list.emplace_back(Reference{name});
    return list;
  }

 private:
  std::string fresh(std::string wish) {
    while (!taken_.insert(wish).second) wish += '_';
    return wish;
  }

  const Program& inner_;
  const Inputs& inputs_;
  Program wrapped_;
  std::set<std::string> taken_;
};

Argument dtype_of(const Tensor& tensor) { return Value(std::string(dtype_name(tensor.dtype()))); }

Call placeholder(const Tensor& tensor, bool known_shape) {
  Call call;
  call.function = "placeholder";
  if (known_shape) {
    List shape;
    for (const std::int64_t size : tensor.shape()) shape.emplace_back(size);
    call.kwargs.emplace("shape", Value(std::move(shape)));
  } else {
    call.kwargs.emplace("ndim", Value(tensor.rank()));
  }
  call.kwargs.emplace("dtype", dtype_of(tensor));
  return call;
}

// Adds the tensors as inputs, under names like `stem`, and returns these names.
std::vector<std::string> add_inputs(const std::vector<Tensor>& tensors, const std::string& stem,
                                    Case& wrapped) {
  const std::set<std::string> results = names_of_results(wrapped.program);
  std::vector<std::string> names;
  for (const Tensor& tensor : tensors) {
    std::string name = stem + std::to_string(names.size());
    while (wrapped.inputs.contains(name) || results.contains(name)) name += '_';
    wrapped.inputs.emplace(name, tensor);
    names.push_back(std::move(name));
  }
  return names;
}

void use_gradient(const ExpectedGradient& gradient, Case& wrapped) {
  const auto weights = add_inputs(gradient.weights, "weights", wrapped);
  if (gradient.directions.empty()) {
    wrapped.program = gradient_of(wrapped.program, wrapped.inputs, weights, gradient.wrt);
  } else {
    const auto directions = add_inputs(gradient.directions, "direction", wrapped);
    wrapped.program =
        second_gradient_of(wrapped.program, wrapped.inputs, weights, directions, gradient.wrt);
  }
  wrapped.expectation = gradient.expectation;
  wrapped.accuracy = gradient.accuracy;
  wrapped.sign_of_zero = false;
  // An accepted reading that refuses the call also refuses it here; the answers of other readings
  // concern values.
  std::erase_if(wrapped.readings, [](const CaseReading& reading) {
    return !reading.accepted || reading.expectation.error_kinds.empty();
  });
}

}  // namespace

std::vector<std::string> referenced_inputs(const Program& program, const Inputs& inputs) {
  return ReferencedInputs(program, inputs).names();
}

// If an error is expected, a reading with outputs decides; without one, every value is evaluated.
std::vector<bool> tensor_results(const Case& test_case) {
  const Expectation* told = &test_case.expectation;
  for (const CaseReading& reading : test_case.readings) {
    if (told->error_kinds.empty()) break;
    if (reading.expectation.error_kinds.empty()) told = &reading.expectation;
  }
  std::vector<bool> result;
  for (const ExpectedOutput& output : told->outputs) {
    const auto* tensor = std::get_if<ExpectedTensor>(&output);
    const bool is_array = tensor != nullptr && tensor->is_array;
    result.push_back(!std::holds_alternative<Value>(output) && !is_array);
  }
  return result;
}

Program eager(const Program& program, const Inputs& inputs,
              const std::vector<bool>& tensor_results) {
  Wrapping wrapping(program, inputs);
  wrapping.tensors_of_inputs([](const std::string& name, const Tensor& tensor) {
    Call call;
    call.function = "constant";
    call.args.emplace_back(RawInput{name});
    call.kwargs.emplace("dtype", dtype_of(tensor));
    return call;
  });
  wrapping.inner_calls();
  std::map<std::string, std::string> evaluated;  // by the name of the tensor
  std::vector<std::string> returned;
  for (std::size_t i = 0; i < program.returned.size(); ++i) {
    const std::string& name = program.returned[i];
    if (i < tensor_results.size() && !tensor_results[i]) {
      returned.push_back(name);
      continue;
    }
    if (!evaluated.contains(name)) {
      evaluated.emplace(name, wrapping.call("eval", {Reference{name}}, name + "_value"));
    }
    returned.push_back(evaluated.at(name));
  }
  return wrapping.finish(std::move(returned));
}

Program through_function(const Program& program, const Inputs& inputs, bool known_shapes) {
  Wrapping wrapping(program, inputs);
  const auto placeholders = wrapping.tensors_of_inputs(
      [&](const std::string&, const Tensor& tensor) { return placeholder(tensor, known_shapes); });
  wrapping.inner_calls();
  return wrapping.finish(placeholders, program.returned);
}

namespace {

// The program with its gradients behind it.
class Differentiation {
 public:
  // The weights are used by reference too, so that they are placeholders like the inputs.
  Differentiation(Program program, const Inputs& inputs, const std::vector<std::string>& factors)
      : outputs_(program.returned),
        weighted_(with_returned(std::move(program), factors)),
        wrapping_(weighted_, inputs) {
    placeholders_ = wrapping_.tensors_of_inputs(
        [](const std::string&, const Tensor& tensor) { return placeholder(tensor, true); });
    wrapping_.inner_calls();
  }

  const std::vector<std::string>& outputs() const { return outputs_; }
  // t * t + t, which is not linear in any input.
  std::string curved(const std::string& tensor) {
    const std::string square = product(tensor, tensor, "square");
    return wrapping_.call("operator.add", {Reference{square}, Reference{tensor}}, "curved");
  }
  std::string product(const std::string& one, const std::string& other, const std::string& wish) {
    return wrapping_.call("operator.mul", {Reference{one}, Reference{other}}, wish);
  }
  // The gradients of the sum of all tensors, each times its weights.
  std::vector<std::string> gradients(const std::vector<std::string>& tensors,
                                     const std::vector<std::string>& weights,
                                     const std::vector<std::string>& wrt) {
    std::string loss;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const std::string weighted = product(tensors[i], weights[i], "weighted");
      const std::string sum = wrapping_.call("sum", {Reference{weighted}}, "loss");
      loss =
          i == 0 ? sum : wrapping_.call("operator.add", {Reference{loss}, Reference{sum}}, "loss");
    }
    std::vector<std::string> wishes;
    for (const std::string& name : wrt) wishes.push_back("d_" + name);
    return wrapping_.call_for_list("gradients", false, {Reference{loss}, Wrapping::references(wrt)},
                                   wishes);
  }
  Program finish(const std::vector<std::string>& outputs) {
    return wrapping_.finish(placeholders_, outputs);
  }

 private:
  static Program with_returned(Program program, const std::vector<std::string>& more) {
    program.returned.insert(program.returned.end(), more.begin(), more.end());
    return program;
  }

  std::vector<std::string> outputs_;
  Program weighted_;
  Wrapping wrapping_;
  std::vector<std::string> placeholders_;
};

}  // namespace

Program gradient_of(const Program& program, const Inputs& inputs,
                    const std::vector<std::string>& weights, const std::vector<std::string>& wrt) {
  Differentiation differentiation(program, inputs, weights);
  return differentiation.finish(differentiation.gradients(differentiation.outputs(), weights, wrt));
}

Program second_gradient_of(const Program& program, const Inputs& inputs,
                           const std::vector<std::string>& weights,
                           const std::vector<std::string>& directions,
                           const std::vector<std::string>& wrt) {
  std::vector<std::string> factors = weights;
  factors.insert(factors.end(), directions.begin(), directions.end());
  Differentiation differentiation(program, inputs, factors);
  std::vector<std::string> curved;
  for (const std::string& output : differentiation.outputs()) {
    curved.push_back(differentiation.curved(output));
  }
  const auto first = differentiation.gradients(curved, weights, wrt);
  return differentiation.finish(differentiation.gradients(first, directions, wrt));
}

Case in_mode(Case test_case, Mode mode) {
  if (std::ranges::find(test_case.modes, mode) == test_case.modes.end()) {
    throw std::logic_error(test_case.id + " has no mode " + std::string(mode_name(mode)));
  }
  test_case.modes = {mode};
  switch (mode) {
    case Mode::kEager:
      test_case.program = eager(test_case.program, test_case.inputs, tensor_results(test_case));
      break;
    case Mode::kFunction:
    case Mode::kDynamic:
      test_case.program =
          through_function(test_case.program, test_case.inputs, mode == Mode::kFunction);
      break;
    case Mode::kGradient:
      use_gradient(ExpectedGradient(*test_case.gradient), test_case);
      break;
    case Mode::kSecondGradient:
      use_gradient(ExpectedGradient(*test_case.second_gradient), test_case);
      break;
    case Mode::kProgram:
      break;
  }
  return test_case;
}

}  // namespace kassay
