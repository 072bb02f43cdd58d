// Which operands of products are packed.
#include "optimized/engine/packing.h"

#include <gmock/gmock.h>

#include <string>

#include "optimized/engine/engine.h"
#include "optimized/tests/plans.h"

namespace kassay::optimized::packing_test {
namespace {

using reference::tensor;
using testing::Contains;
using testing::Not;

std::vector<std::string> functions_of(const std::vector<engine::Call>& calls) {
  std::vector<std::string> functions;
  for (const auto& call : calls) functions.emplace_back(call.function());
  return functions;
}

std::ptrdiff_t count(const std::vector<std::string>& functions, const std::string& function) {
  return std::ranges::count(functions, function);
}

// Three steps in time of a sequence of 2 samples with 4 features, and a matrix.
class Products : public reference::Graph {
 protected:
  Value step(std::int64_t time) {
    const List start{std::int64_t{0}, time, std::int64_t{0}};
    const List size{std::int64_t{-1}, std::int64_t{1}, std::int64_t{-1}};
    return call("squeeze", {call("slice", {sequence_, start, size}), std::int64_t{1}});
  }
  // The sum over the steps of step x matrix.
  Value total() {
    Value sum;
    for (std::int64_t time = 0; time < 3; ++time) {
      const Value one = call("dot", {step(time), matrix_});
      sum = sum.is_none() ? one : call("operator.add", {sum, one});
    }
    return sum;
  }

  std::vector<std::string> packed(const List& outputs, bool is_variable) {
    const reference::Plan plan = plan_of(outputs, {sequence_});
    std::size_t slots = plan.slot_count;
    std::vector<bool> variables(slots);
    const std::vector<bool> updated(slots);
    if (is_variable) variables[plan.variables.at(0).first] = true;
    return functions_of(engine::with_packed_weights(calls_of(plan, feeds_), variables, updated,
                                                    level_to_use(), slots));
  }

  const Value sequence_ = placeholder(Shape{2, 3, 4});
  const Value matrix_ = variable(Tensor(DType::kFloat32, {4, 5}));
  const std::vector<Value> feeds_{Tensor(DType::kFloat32, {2, 3, 4})};
};

TEST_F(Products, WithOneMatrixPackItOnce) {
  const auto functions = packed({total()}, false);
  EXPECT_EQ(count(functions, "internal.pack"), 1);
  EXPECT_EQ(count(functions, "internal.multiply_packed"), 3);
}

TEST_F(Products, WithAVariablePackItForLaterRuns) {
  const auto functions = packed({call("dot", {step(0), matrix_})}, true);
  EXPECT_EQ(count(functions, "internal.pack"), 1);
}

TEST_F(Products, WithAMatrixOfOneRunDoNotPackIt) {
  EXPECT_THAT(packed({call("dot", {step(0), matrix_})}, false), Contains("dot"));
}

TEST_F(Products, ReadAnAssignedVariable) {
  const Value weights = variable(tensor({2, 2}, {1, 2, 3, 4}));
  const Value x = placeholder(Shape{2, 2});
  const auto executable =
      compile(plan_of({call("dot", {x, weights})}, {x}), level_to_use(), engine::Options{});
  const std::vector<Value> feeds{tensor({2, 2}, {1, 0, 0, 1})};
  const auto product = [&] {
    return reference::numbers_of(executable->run(session_, feeds).at(0));
  };
  for (int run = 0; run < 4; ++run) EXPECT_THAT(product(), testing::ElementsAre(1, 2, 3, 4));
  call("set_value", {weights, tensor({2, 2}, {5, 6, 7, 8})});
  EXPECT_THAT(product(), testing::ElementsAre(5, 6, 7, 8));
}

}  // namespace
}  // namespace kassay::optimized::packing_test
