// Times calls of what `function` returns on small inputs, where the graph costs more than the
// elements: `reference/tanh`, `optimized/rnn`. A function is compiled once, by its first call.
// `./run bench` runs it and makes a table of it.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "optimized/optimized.h"
#include "reference/graph/session.h"
#include "reference/reference.h"

namespace kassay {
namespace {

using reference::Executor;
using reference::Session;

constexpr std::int64_t kElements = 8;
constexpr std::int64_t kSamples = 4;
constexpr std::int64_t kTimes = 100;
constexpr std::int64_t kUnits = 16;
constexpr double kLearningRate = 0.01;

// Reproducible numbers in (-0.5, 0.5), all different.
Tensor sample(const Shape& shape) {
  Tensor tensor(DType::kFloat32, shape);
  const auto elements = tensor.mutable_data<float>();
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double turn = static_cast<double>(i + 1) * 0.6180339887498949;
    elements[i] = static_cast<float>(turn - std::floor(turn) - 0.5);
  }
  return tensor;
}

// A function and the arguments it is called with.
struct Compiled {
  Function function;
  Arguments arguments;
};

class Builder {
 public:
  explicit Builder(Session& session) : session_(session) {}

  Value call(std::string_view function, std::vector<Value> arguments) {
    return session_.apply(function, std::move(arguments)).front();
  }
  Value placeholder(const Shape& shape) {
    List sizes(shape.begin(), shape.end());
    return call("placeholder", {std::move(sizes)});
  }
  Value variable(const Shape& shape) { return call("variable", {sample(shape)}); }
  Compiled compiled(const Value& input, const Shape& shape, Value output, List updates = {}) {
    const List keywords;
    const Value function =
        call("function", {List{input}, List{std::move(output)}, std::move(updates), keywords});
    return {std::get<Function>(function), {{List{sample(shape)}}, {}}};
  }

 private:
  Session& session_;
};

// tanh(x * w + b)
Compiled tanh_of_line(Session& session) {
  Builder graph(session);
  const Shape shape{kElements};
  const Value x = graph.placeholder(shape), w = graph.variable(shape), b = graph.variable(shape);
  const Value line = graph.call("operator.add", {graph.call("operator.mul", {x, w}), b});
  return graph.compiled(x, shape, graph.call("tanh", {line}));
}

// The same, with a step of gradient descent for the sum of its squares.
Compiled training(Session& session) {
  Builder graph(session);
  const Shape shape{kElements};
  const Value x = graph.placeholder(shape), w = graph.variable(shape), b = graph.variable(shape);
  const Value line = graph.call("operator.add", {graph.call("operator.mul", {x, w}), b});
  const Value loss = graph.call("sum", {graph.call("square", {graph.call("tanh", {line})})});
  const Value gradients = graph.call("gradients", {loss, List{w, b}});
  List updates;
  const Value parameters[] = {w, b};
  for (std::size_t i = 0; i < 2; ++i) {
    const Value step = graph.call("operator.mul", {std::get<List>(gradients).at(i), kLearningRate});
    updates.push_back(graph.call("update_sub", {parameters[i], step}));
  }
  return graph.compiled(x, shape, loss, std::move(updates));
}

// h = tanh(x + dot(h, w)) over all times
class Step : public Callable {
 public:
  Step(Session& session, Value weights) : session_(session), weights_(std::move(weights)) {}
  std::vector<Value> call(const Arguments& arguments) const override {
    Builder graph(session_);
    const Value& state = std::get<List>(arguments.positional.at(1)).at(0);
    const Value recurrent = graph.call("dot", {state, weights_});
    const Value output =
        graph.call("tanh", {graph.call("operator.add", {arguments.positional.at(0), recurrent})});
    return {output, List{output}};
  }

 private:
  Session& session_;
  Value weights_;
};

Compiled recurrence(Session& session) {
  Builder graph(session);
  const Shape shape{kSamples, kTimes, kUnits};
  const Value x = graph.placeholder(shape);
  const Value state = graph.call("zeros", {List{kSamples, kUnits}});
  const Function step = std::make_shared<Step>(session, graph.variable({kUnits, kUnits}));
  return graph.compiled(x, shape, graph.call("rnn", {step, x, List{state}}));
}

using Build = Compiled (*)(Session&);

void time_function(benchmark::State& state, Executor& executor, Build build) {
  Session session(Edition::kKo, executor);
  const Compiled compiled = build(session);
  compiled.function->call(compiled.arguments);
  for (auto _ : state) {
    benchmark::DoNotOptimize(compiled.function->call(compiled.arguments));
  }
}

void measure(const std::string& name, const std::shared_ptr<Backend>& backend) {
  struct Measured {
    const char* name;
    Build build;
    std::int64_t calls;
  };
  for (const auto& [graph, build, calls] : {Measured{"tanh", tanh_of_line, 10'000},
                                            {"training", training, 10'000},
                                            {"rnn", recurrence, 300}}) {
    benchmark::RegisterBenchmark((name + "/" + graph).c_str(),
                                 [backend, build = build](benchmark::State& state) {
                                   time_function(state, dynamic_cast<Executor&>(*backend), build);
                                 })
        ->Iterations(calls)
        ->Unit(benchmark::kMicrosecond)
        ->UseRealTime();
  }
}

}  // namespace
}  // namespace kassay

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  kassay::measure("optimized", kassay::make_optimized(kassay::Edition::kKo));
  kassay::measure("reference", kassay::make_reference(kassay::Edition::kKo));
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
