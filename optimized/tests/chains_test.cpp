// Which calls become one chain, and that a chain gives the results of its calls. Runs are short, as with short-runs, so that arrays can be
// small.
#include "optimized/engine/chains.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "optimized/engine/broadcasting.h"
#include "optimized/engine/engine.h"
#include "optimized/engine/pruning.h"
#include "optimized/engine/views.h"
#include "optimized/tests/plans.h"

namespace kassay::optimized::chains_test {
namespace {

constexpr engine::Options kSmall{.run_length = 8};

class Chains : public reference::Graph {
 protected:
  // The number of instructions that the calls become.
  static std::size_t instructions(const List& outputs, const List& fed,
                                  const std::vector<Value>& feeds,
                                  const engine::Options& options = kSmall) {
    const reference::Plan plan = plan_of(outputs, fed);
    auto calls = calls_of(plan, feeds);
    engine::Constants no_constants;
    std::size_t slots = plan.slot_count;
    engine::absorb_broadcasts(calls, level_to_use(), no_constants, slots);
    return engine::in_parts(std::move(calls), output_slots(plan), options).size();
  }

  static std::vector<engine::Part> parts_of(const reference::Plan& plan,
                                            const std::vector<Value>& feeds) {
    return engine::in_parts(calls_of(plan, feeds), output_slots(plan), kSmall);
  }

  Value x_ = placeholder(Shape{6});
  const Tensor feed_of_three_{DType::kFloat32, {3}};
  const std::vector<Value> feed_{reference::vector({1, 2, 3, 4, 5, 6})};
};

TEST_F(Chains, ElementWiseCallsAreOne) {
  const Value y = call("tanh", {call("operator.mul", {call("operator.add", {x_, 1.0}), x_})});
  EXPECT_EQ(instructions({y}, {x_}, feed_), 1U);
}

TEST_F(Chains, ConstantArrayHasNoPart) {
  const Value y = call("operator.mul", {call("operator.add", {x_, 1.0}), feed_[0]});
  EXPECT_EQ(instructions({call("exp", {y})}, {x_}, feed_), 3U);
}

TEST_F(Chains, BiasOfTheLastAxisJoins) {
  const Value images = placeholder(Shape{2, 2, 3}), bias = placeholder(Shape{3});
  const std::vector<Value> feeds{Tensor(DType::kFloat32, {2, 2, 3}), feed_of_three_};
  const Value biased = call("bias_add", {images, bias, std::string("channels_last")});
  EXPECT_EQ(instructions({call("relu", {biased})}, {images, bias}, feeds), 1U);
}

TEST_F(Chains, BiasOfAnotherAxisDoesNot) {
  const Value images = placeholder(Shape{2, 3, 3}), bias = placeholder(Shape{3});
  const std::vector<Value> feeds{Tensor(DType::kFloat32, {2, 3, 3}), feed_of_three_};
  const Value biased = call("bias_add", {images, bias, std::string("channels_first")});
  EXPECT_EQ(instructions({call("relu", {biased})}, {images, bias}, feeds), 2U);
}

TEST_F(Chains, AreNotMadeIfSwitchedOff) {
  const Value y = call("tanh", {call("operator.add", {x_, 1.0})});
  EXPECT_EQ(instructions({y}, {x_}, feed_, {.makes_chains = false}), 2U);
}

TEST_F(Chains, AnyBroadcastingServes) {
  const Value whole = placeholder(Shape{2, 3, 4}), column = placeholder(Shape{3, 1});
  const Value y = call("tanh", {call("operator.add", {whole, column})});
  const std::vector<Value> feeds{Tensor(DType::kFloat32, {2, 3, 4}),
                                 Tensor(DType::kFloat32, {3, 1})};
  EXPECT_EQ(instructions({y}, {whole, column}, feeds), 1U);
}

TEST_F(Chains, FewElementsDoNotPartMany) {
  const Value one = placeholder(Shape{});
  const Value next = call("operator.add", {one, 1.0});
  const Value y = call("square", {x_});
  const Value z = call("operator.truediv", {y, call("sqrt", {next})});
  EXPECT_EQ(instructions({next, z}, {x_, one}, {feed_[0], Tensor(DType::kFloat32, {})}), 2U);
}

TEST_F(Chains, FewElementsThatComeLastDoNotPartMany) {
  const Value one = placeholder(Shape{});
  const Value next = call("operator.add", {one, 1.0});
  const Value y = call("square", {x_});
  const Value z = call("operator.truediv", {y, call("sqrt", {next})});
  EXPECT_EQ(
      instructions({z, call("tanh", {next})}, {x_, one}, {feed_[0], Tensor(DType::kFloat32, {})}),
      3U);
}

TEST_F(Chains, ACallThatReadsAPartOfALargerResultJoinsCallsOfItsShape) {
  const Value few = placeholder(Shape{4});
  const Value part = call("slice", {call("square", {x_}), List{1}, List{4}});
  const reference::Plan plan =
      plan_of({call("operator.add", {call("exp", {few}), part})}, {x_, few});
  auto calls = calls_of(plan, {feed_[0], Tensor(DType::kFloat32, {4})});
  engine::absorb_moves(calls, output_slots(plan));
  calls = engine::pruned(std::move(calls), output_slots(plan));
  EXPECT_EQ(engine::in_parts(std::move(calls), output_slots(plan), kSmall).size(), 2U);
}

TEST_F(Chains, AnotherCallBetweenEndsTheChain) {
  const Value y = call("square", {x_});
  const Value z = call("operator.mul", {call("cumsum", {call("exp", {y})}), x_});
  EXPECT_EQ(instructions({call("exp", {z})}, {x_}, feed_), 3U);
}

TEST_F(Chains, IndependentCallBetweenComesBefore) {
  const Value y = call("square", {x_});
  const Value sums = call("cumsum", {x_});
  const Value z = call("operator.mul", {y, sums});
  EXPECT_EQ(instructions({call("exp", {z})}, {x_}, feed_), 2U);
}

TEST_F(Chains, StrangerThatAMemberReadsJoins) {
  const Value other = placeholder(Shape{6});
  const Value y = call("square", {x_}), stranger = call("exp", {other});
  const Value z = call("operator.mul", {y, stranger});
  EXPECT_EQ(instructions({z}, {x_, other}, {feed_[0], feed_[0]}), 1U);
}

TEST_F(Chains, StrangerThatAnotherCallReadsComesBefore) {
  const Value other = placeholder(Shape{6});
  const Value y = call("square", {x_}), stranger = call("exp", {other});
  const Value sums = call("cumsum", {stranger});
  const Value z = call("operator.mul", {call("operator.add", {y, stranger}), sums});
  EXPECT_EQ(instructions({z}, {x_, other}, {feed_[0], feed_[0]}), 3U);
}

TEST_F(Chains, StrangersStayApart) {
  const Value other = placeholder(Shape{6});
  const List outputs{call("square", {x_}), call("square", {other})};
  EXPECT_EQ(instructions(outputs, {x_, other}, {feed_[0], feed_[0]}), 2U);
}

TEST_F(Chains, CallsOfOneArrayAreOne) {
  EXPECT_EQ(instructions({call("square", {x_}), call("exp", {x_})}, {x_}, feed_), 1U);
}

TEST_F(Chains, StrangerThatAStrangerReadsJoins) {
  const Value other = placeholder(Shape{6});
  const Value y = call("square", {x_}), stranger = call("exp", {other});
  EXPECT_EQ(instructions({y, call("tanh", {stranger})}, {x_, other}, {feed_[0], feed_[0]}), 1U);
}

TEST_F(Chains, SumWithoutAChainIsACall) {
  const reference::Plan plan = plan_of({call("sum", {x_})}, {x_});
  const auto parts = parts_of(plan, feed_);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_TRUE(parts[0].links.empty());
}

TEST_F(Chains, CallThatCanBeALinkIsAChain) {
  const reference::Plan plan = plan_of({call("square", {x_})}, {x_});
  const auto parts = parts_of(plan, feed_);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].links.size(), 1U);
}

TEST_F(Chains, ListSlotsReadOutside) {
  const Value y = call("square", {x_}), z = call("exp", {y});
  const reference::Plan plan = plan_of({call("operator.add", {y, z}), call("cumsum", {z})}, {x_});
  const auto parts = parts_of(plan, feed_);
  ASSERT_EQ(parts.size(), 2U);
  ASSERT_EQ(parts[0].links.size(), 3U);
  const std::set<std::size_t> expected{parts[0].links[1].call.first_slot,
                                       parts[0].links[2].call.first_slot};
  EXPECT_EQ(parts[0].read_outside, expected);
}

// A chain, with calls between its members that do not belong to it.
class ChainsBesideOthers : public Chains {
 protected:
  std::size_t instructions_beside(int calls) {
    List outputs{call("cumsum", {x_})};
    const Value y = call("square", {x_});
    for (int i = 0; i < calls; ++i) outputs.push_back(call("cumsum", {x_}));
    outputs.push_back(call("tanh", {y}));
    return instructions(outputs, {x_}, feed_);
  }
};

TEST_F(ChainsBesideOthers, GoOnAfter127) { EXPECT_EQ(instructions_beside(127), 129U); }

TEST_F(ChainsBesideOthers, EndBefore128) { EXPECT_EQ(instructions_beside(128), 131U); }

TEST_F(ChainsBesideOthers, LeaveASumThatComesTooLateToItsKernel) {
  const Value y = call("square", {x_});
  List outputs{y};
  for (int i = 0; i < 128; ++i) outputs.push_back(call("cumsum", {x_}));
  outputs.push_back(call("sum", {y}));
  const auto parts = parts_of(plan_of(outputs, {x_}), feed_);
  ASSERT_EQ(parts.size(), 130U);
  EXPECT_TRUE(parts.back().links.empty());
}

TEST_F(Chains, ReadAMemberAndAMovedArray) {
  const Value wide = placeholder(Shape{8});
  const Value part = call("slice", {wide, List{std::int64_t{1}}, List{std::int64_t{6}}});
  const Value y = call("square", {x_});
  const reference::Plan plan = plan_of({call("operator.add", {y, part})}, {x_, wide});
  auto calls = calls_of(plan, {feed_[0], Tensor(DType::kFloat32, {8})});
  engine::absorb_moves(calls, output_slots(plan));
  calls = engine::pruned(std::move(calls), output_slots(plan));
  EXPECT_EQ(engine::in_parts(std::move(calls), output_slots(plan), kSmall).size(), 1U);
}

TEST_F(Chains, DoNotReadAMemberAtOtherPlaces) {
  const Value matrix = placeholder(Shape{2, 3});
  const Value y = call("square", {matrix});
  const Value row = call(
      "slice", {y, List{std::int64_t{1}, std::int64_t{0}}, List{std::int64_t{1}, std::int64_t{3}}});
  const reference::Plan plan = plan_of({call("operator.add", {matrix, row})}, {matrix});
  auto calls = calls_of(plan, {Tensor(DType::kFloat32, {2, 3})});
  engine::absorb_moves(calls, output_slots(plan));
  calls = engine::pruned(std::move(calls), output_slots(plan));
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_EQ(engine::in_parts(std::move(calls), output_slots(plan), kSmall).size(), 2U);
}

TEST_F(Chains, HaveResultsInRegistersWhereCodeIsMade) {
  const reference::Plan plan =
      plan_of({call("tanh", {call("operator.mul", {call("operator.add", {x_, 1.0}), x_})})}, {x_});
  const auto has_registers = [&](const engine::Options& options) {
    const auto made = engine::instructions_of(
        engine::in_parts(calls_of(plan, feed_), output_slots(plan), options), level_to_use(),
        options);
    return made.at(0)->describe().find("(register)") != std::string::npos;
  };
  EXPECT_EQ(has_registers({}), level_to_use().vector_bytes() > 0);
  EXPECT_FALSE(has_registers({.makes_code = false}));
}

TEST_F(Chains, MayBeLong) {
  Value y = x_;
  for (int i = 0; i < 300; ++i) y = call("operator.add", {y, 1.0});
  EXPECT_EQ(instructions({y}, {x_}, feed_), 1U);
}

// Programs from a random number generator, made of functions whose bits are certain and compared with the reference; the bits of minimum(0,
// -0) and sign(-0) are not certain.
class RandomChain : public reference::Graph, public testing::WithParamInterface<int> {
 protected:
  static constexpr int kCalls = 14;
  const std::vector<Shape> shapes_{{3, 4, 5}, {4, 5},    {5},       {},
                                   {3, 1, 5}, {1, 4, 1}, {3, 1, 1}, {3, 4, 1}};

  std::size_t below(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }

  Tensor numbers(DType dtype, const Shape& shape) {
    Tensor tensor(dtype, shape);
    constexpr double kSpecial[] = {0, -0.0, std::numeric_limits<double>::infinity(),
                                   -std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN()};
    std::normal_distribution<double> normal;
    for (std::int64_t i = 0; i < tensor.size(); ++i)
      set_element(tensor, i, below(12) == 0 ? kSpecial[below(5)] : normal(random_));
    return tensor;
  }

  // Adds a call to the tensors, and its text to the program.
  void add_call(List& tensors) {
    program_ += "\n  t" + std::to_string(tensors.size()) + " =";
    tensors.push_back(next(tensors));
  }

  Value called(const char* function, List arguments) {
    program_ += std::string(" ") + function;
    return call(function, std::move(arguments));
  }

  // One line of a tensor along each drawn axis: it broadcasts to whatever the tensor broadcasts to.
  Value line_of(const Value& tensor) {
    const Shape& shape = *type(tensor).shape;
    List start, size;
    for (const std::int64_t entry : shape) {
      const bool is_cut = below(2) == 0;
      start.emplace_back(is_cut ? static_cast<std::int64_t>(below(static_cast<std::size_t>(entry)))
                                : std::int64_t{0});
      size.emplace_back(std::int64_t{is_cut ? 1 : -1});
    }
    if (shape.empty()) return called("abs", {tensor});
    return called("slice", {tensor, std::move(start), std::move(size)});
  }

  Value next(const List& tensors) {
    const auto any = [&] {
      const std::size_t place = below(tensors.size());
      program_ += " t" + std::to_string(place);
      return tensors[place];
    };
    static const char* const kUnary[] = {"abs", "square", "sqrt", "operator.neg", "relu"};
    static const char* const kBinary[] = {"operator.add", "operator.sub", "operator.mul",
                                          "operator.truediv"};
    switch (below(6)) {
      case 5:
        return line_of(any());
      case 0:
        return called(kUnary[below(std::size(kUnary))], {any()});
      case 1:
        return called("cast", {called("greater", {any(), any()}), "float32"});
      case 2:
        return called("operator.mul", {any(), 0.5});
      default:
        return called(kBinary[below(std::size(kBinary))], {any(), any()});
    }
  }

  std::string program_;
  std::mt19937_64 random_{static_cast<std::uint64_t>(GetParam())};
};

TEST_P(RandomChain, GivesTheResultsOfTheReference) {
  List inputs, tensors, outputs;
  std::vector<Value> feeds;
  for (const Shape& shape : shapes_) {
    inputs.push_back(placeholder(shape));
    feeds.emplace_back(numbers(DType::kFloat32, shape));
  }
  tensors = inputs;
  for (int i = 0; i < kCalls; ++i) {
    add_call(tensors);
    if (below(3) != 0) continue;
    outputs.push_back(tensors.back());
    program_ += ", an output";
  }
  outputs.push_back(tensors.back());
  const auto executable = [&](const engine::Options& options) {
    return compile(plan_of(outputs, inputs), level_to_use(), options);
  };
  const auto expected = executable({.compiles = false})->run(session_, feeds);
  const auto chained = executable(kSmall);
  SCOPED_TRACE(program_);
  for (int call = 0; call < 2; ++call) {
    const auto actual = chained->run(session_, feeds);
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
      const auto& a = std::get<Tensor>(actual[i]);
      const auto& b = std::get<Tensor>(expected[i]);
      ASSERT_EQ(a.shape(), b.shape());
      for (std::int64_t e = 0; e < a.size(); ++e) {
        const float x = a.data<float>()[e], y = b.data<float>()[e];
        ASSERT_TRUE(x == y ? std::signbit(x) == std::signbit(y) : x != x && y != y)
            << "output " << i << " at " << e << ": " << x << ", and the reference has " << y;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomChain, testing::Range(0, 200));

}  // namespace
}  // namespace kassay::optimized::chains_test
