#include "spec/lib/program.h"

#include <chrono>
#include <optional>

#include "spec/lib/error.h"

namespace kassay {
namespace {

using NamedResults = std::map<std::string, Value, std::less<>>;

[[noreturn]] void fail(const std::string& problem) { throw ApiError(ErrorKind::kOther, problem); }

std::string several(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

void bind(const Pattern& pattern, Value value, NamedResults& names) {
  if (const std::string* name = pattern.name()) {
    names.insert_or_assign(*name, std::move(value));
    return;
  }
  const std::vector<Pattern>& elements = pattern.elements();
  const auto* list = value.get_if<List>();
  if (list == nullptr) {
    fail("it returned " + describe(value) + ", and the program expects a list of " +
         std::to_string(elements.size()));
  }
  if (list->size() != elements.size()) {
    fail("it returned a list of " + std::to_string(list->size()) + ", and the program names " +
         several(elements.size(), "element"));
  }
  for (std::size_t i = 0; i < elements.size(); ++i) bind(elements[i], (*list)[i], names);
}

// Lists and tuples are not distinguished: a tuple where one list is expected is that list.
void bind(const std::vector<Pattern>& let, std::vector<Value> values, NamedResults& names) {
  const bool one_list = let.size() == 1 && let.front().name() == nullptr;
  if (one_list && (values.size() != 1 || values.front().get_if<List>() == nullptr)) {
    const bool tuple = values.size() != 1 || let.front().elements().size() == 1;
    if (tuple) values = {Value(List(std::move(values)))};
  }
  if (values.size() != let.size()) {
    fail("it returned " + several(values.size(), "value") + ", and the program names " +
         std::to_string(let.size()));
  }
  for (std::size_t i = 0; i < let.size(); ++i) bind(let[i], std::move(values[i]), names);
}

// One program while it runs.
class Execution {
 public:
  Execution(Backend& backend, const Program& program, const Inputs& inputs, ProgramRecord& record)
      : backend_(backend), program_(program), inputs_(inputs), record_(record) {}

  std::vector<Value> run() {
    run_calls(program_.calls, "", nullptr);
    record_.call = 0;
    std::vector<Value> returned;
    for (const std::string& name : program_.returned) returned.push_back(lookup(name, nullptr));
    return returned;
  }

 private:
  // A function of the program that the backend received. The backend may call it as long as the program
  // runs.
  class Passed : public Callable {
   public:
    Passed(Execution& execution, const std::string& name, const ProgramFunction& function)
        : execution_(execution), name_(name), function_(function) {}
    std::vector<Value> call(const Arguments& arguments) const override {
      return execution_.call_function(name_, function_, arguments);
    }

   private:
    Execution& execution_;
    const std::string& name_;
    const ProgramFunction& function_;
  };

  std::vector<Value> call_function(const std::string& name, const ProgramFunction& function,
                                   const Arguments& arguments) {
    if (!arguments.keyword.empty() || arguments.positional.size() != function.parameters.size()) {
      throw ApiError(ErrorKind::kType,
                     "the function " + name + " of the program takes " +
                         several(function.parameters.size(), "argument") + " by position, given " +
                         std::to_string(arguments.positional.size()) + " and " +
                         std::to_string(arguments.keyword.size()) + " by keyword");
    }
    NamedResults locals;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      bind(function.parameters[i], arguments.positional[i], locals);
    }
    run_calls(function.calls, "in " + name + ", ", &locals);
    std::vector<Value> returned;
    for (const Argument& argument : function.returned) {
      returned.push_back(resolve(argument, &locals));
    }
    return returned;
  }

  // `locals`: the names of the function that the calls belong to; null: the calls of the program.
  void run_calls(const std::vector<Call>& calls, const std::string& where, NamedResults* locals) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const Call& call = calls[i];
      if (locals == nullptr) record_.call = static_cast<std::int64_t>(i) + 1;
      const auto located = [&](const std::exception& error) {
        return where + "call " + std::to_string(i + 1) + ", " + call.function + ": " + error.what();
      };
      try {
        if (call.measure) measure_call(call, *call.measure);
        for (std::int64_t done = call.measure ? 1 : 0; done < call.times; ++done) {
          run_call(call, locals);
        }
      } catch (const ApiError& error) {
        throw ApiError(error.kind(), located(error));
      } catch (const Unsupported& error) {
        throw Unsupported(located(error));
      }
    }
  }

  Arguments arguments_of(const Call& call, const NamedResults* locals) {
    Arguments arguments;
    for (const Argument& each : call.args) arguments.positional.push_back(resolve(each, locals));
    for (const auto& [name, each] : call.kwargs) {
      arguments.keyword.emplace(name, resolve(each, locals));
    }
    return arguments;
  }

  std::vector<Value> make(const Call& call, const Arguments& arguments,
                          const NamedResults* locals) {
    return call.calls_result ? callee(lookup(call.function, locals))->call(arguments)
                             : backend_.call(call.function, arguments);
  }

  void name_results(const Call& call, std::vector<Value> values, NamedResults& names) {
    if (call.let.empty()) return;  // a call for its effect: its result is dropped
    bind(call.let, std::move(values), names);
  }

  void run_call(const Call& call, NamedResults* locals) {
    const Arguments arguments = arguments_of(call, locals);
    name_results(call, make(call, arguments, locals), locals != nullptr ? *locals : results_);
  }

  void measure_call(const Call& call, const Measurement& measurement) {
    const Arguments arguments = arguments_of(call, nullptr);
    std::vector<Value> values;
    const auto seconds_of_call = [&] {
      values.clear();  // like a caller that no longer needs them
      const auto begin = std::chrono::steady_clock::now();
      values = make(call, arguments, nullptr);
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    double warm = 0;
    do {
      warm += seconds_of_call();
    } while (warm < measurement.warm_up);
    double measured = 0;
    for (std::int64_t made = 0; made < kMostMeasuredCalls; ++made) {
      if (made >= measurement.least && measured >= measurement.seconds) break;
      const double seconds = seconds_of_call();
      measured += seconds;
      record_.seconds.push_back(seconds);
    }
    name_results(call, std::move(values), results_);
  }

  static Function callee(const Value& value) {
    if (const auto* function = value.get_if<Function>()) return *function;
    throw ApiError(ErrorKind::kType, describe(value) + " cannot be called");
  }

  Value lookup(const std::string& name, const NamedResults* locals) const {
    if (locals != nullptr) {
      if (const auto found = locals->find(name); found != locals->end()) return found->second;
    }
    if (const auto found = results_.find(name); found != results_.end()) return found->second;
    return input(name);
  }
  const Tensor& input(const std::string& name) const {
    if (const auto found = inputs_.find(name); found != inputs_.end()) return found->second;
    fail("the program uses the name \"" + name +
         "\", which is neither an input nor an earlier result");
  }

  Value resolve(const Argument& argument, const NamedResults* locals) {
    return std::visit(Resolve{*this, locals}, argument);
  }
  struct Resolve {
    Execution& execution;
    const NamedResults* locals;
    Value operator()(const Reference& reference) const {
      return execution.lookup(reference.name, locals);
    }
    Value operator()(const RawInput& input) const { return execution.input(input.name); }
    Value operator()(const SparseInput& input) const {
      return to_sparse(execution.input(input.name));
    }
    Value operator()(const FunctionName& function) const {
      const auto found = execution.program_.functions.find(function.name);
      if (found == execution.program_.functions.end()) {
        fail("the program has no function \"" + function.name + "\"");
      }
      return Function(std::make_shared<Passed>(execution, found->first, found->second));
    }
    Value operator()(const Value& value) const { return value; }
    Value operator()(const ArgumentList& list) const {
      List values;
      for (const Argument& argument : list) values.push_back(execution.resolve(argument, locals));
      return values;
    }
  };

  Backend& backend_;
  const Program& program_;
  const Inputs& inputs_;
  ProgramRecord& record_;
  NamedResults results_;
};

}  // namespace

std::set<std::string, std::less<>> functions_called(const Program& program) {
  std::set<std::string, std::less<>> functions;
  const auto add = [&](const std::vector<Call>& calls) {
    for (const Call& call : calls) {
      const bool is_operator = call.function.starts_with("operator.");
      if (!call.calls_result && !is_operator) functions.insert(call.function);
    }
  };
  add(program.calls);
  for (const auto& [name, function] : program.functions) add(function.calls);
  return functions;
}

std::vector<Value> run_program(Backend& backend, const Program& program, const Inputs& inputs,
                               ProgramRecord* record) {
  ProgramRecord unused;
  backend.reset();
  return Execution(backend, program, inputs, record != nullptr ? *record : unused).run();
}

}  // namespace kassay
