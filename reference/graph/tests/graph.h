// A session to build graphs in, and short ways to make and evaluate tensors.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "reference/graph/session.h"
#include "spec/lib/error.h"

namespace kassay::reference {

using Numbers = std::vector<double>;

inline Tensor tensor(const Shape& shape, const Numbers& numbers, DType dtype = DType::kFloat32) {
  Tensor result(dtype, shape);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    set_element(result, static_cast<std::int64_t>(i), numbers[i]);
  }
  return result;
}

inline Tensor vector(const Numbers& numbers, DType dtype = DType::kFloat32) {
  return tensor({static_cast<std::int64_t>(numbers.size())}, numbers, dtype);
}

inline Numbers numbers_of(const Value& array) {
  const Tensor elements = dense(array);
  Numbers numbers;
  for (std::int64_t i = 0; i < elements.size(); ++i) {
    numbers.push_back(static_cast<double>(element(elements, i)));
  }
  return numbers;
}

// The kernels, and how often each was called.
class CountingExecutor : public Executor {
 public:
  std::vector<Value> compute(const Kernel& kernel, const BoundCall& call) override {
    ++calls[call.signature->function];
    return kernel.compute(call);
  }
  std::unique_ptr<Turns> make_turns(Session& session, std::int64_t count) override {
    return turns ? turns(session, count) : nullptr;
  }
  std::map<std::string, int> calls;
  std::function<std::unique_ptr<Turns>(Session&, std::int64_t)> turns;
};

// A function that a program passes.
class Lambda : public Callable {
 public:
  using Body = std::function<std::vector<Value>(const List&)>;
  explicit Lambda(Body body) : body_(std::move(body)) {}
  std::vector<Value> call(const Arguments& arguments) const override {
    return body_(arguments.positional);
  }

 private:
  Body body_;
};

inline Function lambda(Lambda::Body body) { return std::make_shared<Lambda>(std::move(body)); }

class Graph : public testing::Test {
 protected:
  // One result of a function; omitted arguments at the end have their defaults.
  Value call(std::string_view function, std::vector<Value> arguments) {
    return session_.apply(function, std::move(arguments)).front();
  }
  static Value placeholder(std::optional<Shape> shape, DType dtype = DType::kFloat32) {
    return Handle(std::make_shared<Placeholder>(StaticType{dtype, std::move(shape), false}));
  }
  static Value variable(Tensor value) {
    return Handle(std::make_shared<Variable>(std::move(value)));
  }
  static Value constant(Tensor value) {
    return Handle(std::make_shared<Constant>(std::move(value)));
  }
  static const StaticType& type(const Value& tensor) { return symbol_of(tensor)->type(); }

  Function function(List inputs, List outputs, List updates = {}) {
    const List keywords;
    return std::get<Function>(
        call("function", {std::move(inputs), std::move(outputs), std::move(updates), keywords}));
  }
  static List run(const Function& function, List arrays) {
    return std::get<List>(function->call({{Value(std::move(arrays))}, {}}).front());
  }
  // The only output of a function.
  static Numbers output(const Function& function, List arrays) {
    return numbers_of(run(function, std::move(arrays)).at(0));
  }
  Numbers now(const Value& tensor) { return numbers_of(session_.evaluate({symbol_of(tensor)})[0]); }

  List gradients(const Value& loss, List variables) {
    return std::get<List>(call("gradients", {loss, std::move(variables)}));
  }
  // Of the sum of a tensor.
  Value gradient(const Value& tensor, const Value& x) {
    return gradients(call("sum", {tensor}), {x}).at(0);
  }

  // The kind of the error that a call is refused with.
  template <class Act>
  static ErrorKind refusal(Act&& act) {
    try {
      act();
    } catch (const ApiError& error) {
      return error.kind();
    }
    ADD_FAILURE() << "nothing was refused";
    return ErrorKind::kOther;
  }

  CountingExecutor executor_;
  Session session_{Edition::kKo, executor_};
};

}  // namespace kassay::reference
