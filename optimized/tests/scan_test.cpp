#include "optimized/engine/scan/scan.h"

#include "optimized/tests/scans.h"
#include "reference/graph/plan.h"

namespace kassay::optimized::scan_test {
namespace {

using namespace reference;

// Each program is built twice: with scans, and with the calls of all steps.
class Scans : public Graph {
 protected:
  // tanh(x k + h r + b), which also becomes the state.
  Function cell() {
    return lambda([this](const List& arguments) -> std::vector<Value> {
      const Value before = std::get<List>(arguments[1]).at(0);
      const Value sum = call("operator.add", {call("dot", {arguments[0], kernel_}),
                                              call("dot", {before, recurrent_})});
      const Value next = call("tanh", {call("operator.add", {sum, bias_})});
      return {next, List{next}};
    });
  }
  Function binary(const char* function) {
    return lambda([this, function](const List& arguments) -> std::vector<Value> {
      return {call(function, {arguments[0], arguments[1]})};
    });
  }

  std::vector<Value> recurrence(const Function& step, List more = {}) {
    List arguments{step, x_, List{state_}};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return session_.apply("rnn", std::move(arguments));
  }

  using Build = std::function<List()>;
  List computed(const Build& build, bool scans) {
    set_scans(executor_, scans);
    const List outputs = build();
    std::vector<reference::Symbol> wanted;
    for (const Value& output : outputs) wanted.push_back(symbol_of(output));
    Plan plan(wanted, {symbol_of(x_)});
    scans_ = 0;
    for (const auto& step : plan.steps)
      scans_ += step.operation->call.signature->function == "internal.scan" ? 1 : 0;
    steps_ = plan.steps.size();
    return step_by_step(std::move(plan))->run(session_, {feed_});
  }
  // The scans of the program. Expects that it computes the same without them.
  int scans_in(const Build& build) {
    const List steps = computed(build, false), scanned = computed(build, true);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Numbers expected = numbers_of(steps[i]), actual = numbers_of(scanned[i]);
      EXPECT_EQ(type_of(scanned[i]).shape, type_of(steps[i]).shape);
      for (std::size_t e = 0; e < expected.size(); ++e)
        EXPECT_NEAR(actual[e], expected[e], 1e-5) << "output " << i << ", element " << e;
    }
    return scans_;
  }

  Value x_ = placeholder(Shape{2, 3, 2});
  const Tensor feed_ = tensor({2, 3, 2}, {1, 2, 3, -1, 0.5, 0, -2, 1, 1, 1, 4, -3});
  const Value kernel_ = variable(tensor({2, 2}, {0.5, -0.25, 0.125, 1}));
  const Value recurrent_ = variable(tensor({2, 2}, {-0.5, 0.75, 0.25, 0.5}));
  const Value bias_ = variable(vector({0.1, -0.2}));
  const Value state_ = variable(tensor({2, 2}, {0.3, 0.2, -0.1, 0.4}));
  int scans_ = 0;
  std::size_t steps_ = 0;
};

TEST_F(Scans, ComputeLastOutputOutputsAndStates) {
  EXPECT_EQ(scans_in([&] {
              const auto results = recurrence(cell());
              return List{results[0], results[1], std::get<List>(results[2]).at(0)};
            }),
            1);
}

TEST_F(Scans, GoBackwards) {
  EXPECT_EQ(scans_in([&] {
              const auto results = recurrence(cell(), {true});
              return List{results[0], results[1]};
            }),
            1);
}

TEST_F(Scans, KeepMaskedValues) {
  const Value mask = constant(tensor({2, 3}, {0, 1, 0, 1, 0, 1}, DType::kBool));
  EXPECT_EQ(scans_in([&] {
              const auto results = recurrence(cell(), {false, mask});
              return List{results[0], results[1], std::get<List>(results[2]).at(0)};
            }),
            1);
}

TEST_F(Scans, HaveGradients) {
  EXPECT_EQ(scans_in([&] {
              return gradients(call("sum", {call("square", {recurrence(cell())[1]})}),
                               {x_, kernel_, recurrent_, bias_, state_});
            }),
            2);
}

TEST_F(Scans, HaveGradientsOfOnlyTheLastOutput) {
  EXPECT_EQ(scans_in([&] {
              return gradients(call("sum", {call("square", {recurrence(cell())[0]})}),
                               {x_, kernel_, recurrent_, bias_, state_});
            }),
            2);
}

TEST_F(Scans, HaveGradientsThroughAMask) {
  const Value mask = constant(tensor({2, 3}, {0, 1, 0, 1, 0, 1}, DType::kBool));
  EXPECT_EQ(scans_in([&] {
              const auto results = recurrence(cell(), {true, mask});
              return gradients(call("sum", {call("square", {results[1]})}), {recurrent_, state_});
            }),
            2);
}

TEST_F(Scans, HaveGradientsOfGradients) {
  EXPECT_GT(scans_in([&] {
              const Value loss = call("sum", {call("square", {recurrence(cell())[1]})});
              const Value first = gradients(loss, {recurrent_}).at(0);
              return gradients(call("sum", {call("square", {first})}),
                               {x_, kernel_, recurrent_, bias_, state_});
            }),
            2);
}

TEST_F(Scans, HaveGradientsOfOperandsThatMeetATurnInElements) {
  const Function step = lambda([this](const List& arguments) -> std::vector<Value> {
    const Value before = std::get<List>(arguments[1]).at(0);
    const Value product = call("operator.mul", {before, state_});
    return {product, List{call("operator.add", {product, arguments[0]})}};
  });
  EXPECT_EQ(scans_in([&] {
              return gradients(call("sum", {recurrence(step)[1]}), {state_, x_});
            }),
            2);
}

TEST_F(Scans, OfAMatrixThatMeetsTwoProductsAddUp) {
  const Function step = lambda([this](const List& arguments) -> std::vector<Value> {
    const Value before = std::get<List>(arguments[1]).at(0);
    const Value next = call("operator.add", {call("dot", {before, kernel_}),
                                             call("dot", {call("tanh", {arguments[0]}), kernel_})});
    return {next, List{next}};
  });
  EXPECT_EQ(scans_in([&] { return gradients(call("sum", {recurrence(step)[1]}), {kernel_}); }), 2);
}

TEST_F(Scans, OfFoldlAndFoldr) {
  for (const char* const fold : {"foldl", "foldr"}) {
    EXPECT_EQ(scans_in([&] {
                const Value folded = call(fold, {binary("operator.sub"), x_});
                return List{folded, gradient(call("square", {folded}), x_)};
              }),
              2);
  }
}

TEST_F(Scans, OfAFoldWithAnInitializer) {
  EXPECT_EQ(scans_in([&] {
              const Value first = call("operator.mul", {bias_, 2.0});
              return List{call(
                  "foldl", {binary("operator.mul"), call("sum", {x_, std::int64_t{0}}), first})};
            }),
            1);
}

TEST_F(Scans, OfMapFn) {
  const Function squares = lambda([this](const List& arguments) -> std::vector<Value> {
    return {call("square", {call("dot", {arguments[0], kernel_})})};
  });
  EXPECT_EQ(scans_in([&] {
              const Value mapped = call("map_fn", {squares, x_});
              return List{mapped, gradient(mapped, kernel_)};
            }),
            2);
}

TEST_F(Scans, AreNotLargerForManyStepsThanForTwo) {
  std::vector<std::size_t> sizes;
  for (const std::int64_t times : {2, 50}) {
    x_ = placeholder(Shape{2, times, 2});
    set_scans(executor_, true);
    const Value loss = call("sum", {recurrence(cell())[1]});
    sizes.push_back(
        Plan({symbol_of(gradients(loss, {recurrent_}).at(0))}, {symbol_of(x_)}).steps.size());
  }
  EXPECT_EQ(sizes[0], sizes[1]);
}

TEST_F(Scans, ServePlaceholdersOfUnknownDimensions) {
  set_scans(executor_, true);
  x_ = placeholder(Shape{kUnknown, kUnknown, 2});
  const Value last = recurrence(cell())[0];
  EXPECT_EQ(type(last).shape, (Shape{2, 2}));
  const Function f = function({x_}, {last, gradient(last, recurrent_)});
  const List scanned = run(f, {feed_});
  EXPECT_GT(executor_.calls["internal.scan"], 0);
  set_scans(executor_, false);
  const List steps = run(function({x_}, {last, gradient(last, recurrent_)}), {feed_});
  EXPECT_EQ(numbers_of(scanned[0]), numbers_of(steps[0]));
}

TEST_F(Scans, ReadTensorsOfUnknownDimensions) {
  x_ = placeholder(Shape{kUnknown, kUnknown, 2});
  const Value scale = call("sum", {x_, List{1}});
  const Function step = lambda([&](const List& arguments) -> std::vector<Value> {
    const Value before = std::get<List>(arguments[1]).at(0);
    const Value scaled = call("operator.mul", {arguments[0], scale});
    const Value next = call("tanh", {call("operator.add", {scaled, before})});
    return {next, List{next}};
  });
  const auto run_once = [&](bool scans) {
    set_scans(executor_, scans);
    const Value last = recurrence(step)[0];
    return run(function({x_}, {last, gradient(last, state_)}), {feed_});
  };
  const List scanned = run_once(true);
  EXPECT_GT(executor_.calls["internal.scan"], 0);
  const List steps = run_once(false);
  EXPECT_EQ(numbers_of(scanned[0]), numbers_of(steps[0]));
  EXPECT_EQ(numbers_of(scanned[1]), numbers_of(steps[1]));
}

TEST_F(Scans, MultiplyResultsOfElementwiseOperatorsAtOnce) {
  const Function step = lambda([&](const List& arguments) -> std::vector<Value> {
    const Value before = std::get<List>(arguments[1]).at(0);
    const Value scaled = call("operator.mul", {arguments[0], bias_});
    const Value next = call("operator.add", {call("dot", {scaled, kernel_}), before});
    return {next, List{next}};
  });
  set_scans(executor_, true);
  const Value last = recurrence(step)[0];
  const Plan plan({symbol_of(last)}, {symbol_of(x_)});
  const auto products = std::ranges::count_if(plan.steps, [](const Plan::Step& each) {
    return each.operation->call.signature->function == "dot";
  });
  EXPECT_EQ(products, 1);
  EXPECT_EQ(scans_in([&] { return List{recurrence(step)[0]}; }), 1);
}

TEST_F(Scans, KeepProductsOfMatricesThatATurnComputes) {
  const Function step = lambda([&](const List& arguments) -> std::vector<Value> {
    const Value before = std::get<List>(arguments[1]).at(0);
    const Value doubled = call("operator.mul", {recurrent_, 2.0});
    const Value next = call("operator.add", {call("dot", {doubled, kernel_}), before});
    return {next, List{call("operator.add", {next, arguments[0]})}};
  });
  EXPECT_EQ(scans_in([&] { return List{recurrence(step)[0]}; }), 1);
}

TEST_F(Scans, AreNotMadeIfAStateChangesItsShape) {
  const Function step = lambda([this](const List& arguments) -> std::vector<Value> {
    const Value before = std::get<List>(arguments[1]).at(0);
    const Value sum = call("operator.add", {arguments[0], before});
    return {sum, List{sum}};
  });
  EXPECT_EQ(scans_in([&] {
              const auto results = session_.apply("rnn", {step, x_, List{bias_}});
              return List{results[0], results[1]};
            }),
            0);
}

TEST_F(Scans, AreNotMadeIfAStepIsRandom) {
  const Function step = lambda([this](const List& arguments) -> std::vector<Value> {
    const Value before = std::get<List>(arguments[1]).at(0);
    const Value sum = call("operator.add", {arguments[0], before});
    return {call("dropout", {sum, 0.5}), List{sum}};
  });
  set_scans(executor_, true);
  const std::uint64_t draws = session_.random_operations();
  EXPECT_EQ(operation_of(symbol_of(recurrence(step)[1]))->call.signature->function, "stack");
  EXPECT_EQ(session_.random_operations() - draws, 3U);  // as many as there are steps
}

TEST_F(Scans, AreNotMadeOfKnownValues) {
  set_scans(executor_, true);
  const Value elements = constant(vector({1, 2, 3}));
  const Value folded = call("foldl", {binary("operator.add"), elements});
  ASSERT_NE(symbol_of(folded)->known(), nullptr);
  EXPECT_EQ(numbers_of(*symbol_of(folded)->known()), (Numbers{6}));
}

}  // namespace
}  // namespace kassay::optimized::scan_test
