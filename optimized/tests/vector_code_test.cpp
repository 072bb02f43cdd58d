// Machine code gives the same bits as its formulas, element by element.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "optimized/engine/vector_codes.h"
#include "optimized/formula.h"

namespace kassay::optimized::vector_code_test {
namespace {

using engine::Routine;
using engine::VectorCode;

constexpr std::size_t kGuard = 3;  // elements behind the last one, which must not be written

// The vector widths that this processor supports.
std::vector<std::size_t> widths() {
  std::vector<std::size_t> widths;
  if (__builtin_cpu_supports("x86-64-v3")) widths.push_back(32);
  if (__builtin_cpu_supports("x86-64-v4")) widths.push_back(64);
  return widths;
}

template <class T>
std::vector<T> specials() {
  using Limits = std::numeric_limits<T>;
  return {T(0),
          T(-0.0),
          T(1),
          T(-1),
          T(0.5),
          T(-2.75),
          T(1e-3),
          Limits::max(),
          Limits::lowest(),
          Limits::min(),
          Limits::denorm_min(),
          Limits::infinity(),
          -Limits::infinity(),
          Limits::quiet_NaN(),
          T(3),
          T(1) / 3};
}

// Element i of the array with that number.
template <class T>
T element(std::size_t array, std::size_t i) {
  const auto values = specials<T>();
  return values[(i * (array + 1) + array * 5 + i / values.size()) % values.size()];
}

template <class T>
bool same(T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

template <class T>
constexpr DType kDType = std::is_same_v<T, float> ? DType::kFloat32 : DType::kFloat64;

// Elements i, or the only element of an input.
template <class T, class Operation, std::size_t... kNumber>
T result_at(const Operation& operation, const std::vector<std::vector<T>>& inputs, std::size_t i,
            std::index_sequence<kNumber...>) {
  return operation(inputs[kNumber][std::min(i, inputs[kNumber].size() - 1)]...);
}

// The results of the operation for `count` elements in machine code, compared with its result for each element.
template <class T, std::size_t kOperands, class Operation>
void compare(const Operation& operation, std::vector<bool> moves) {
  for (const std::size_t width : widths()) {
    Routine routine{kDType<T>, moves, {}};
    Routine::Statement statement{formula_of<T, kOperands>(operation), {}, true};
    for (std::size_t i = 0; i < kOperands; ++i) statement.operands.push_back({false, i});
    routine.statements.push_back(statement);
    const auto code = VectorCode::make(routine, width);
    ASSERT_NE(code, nullptr);
    for (std::size_t count = 0; count < 70; ++count) {
      std::vector<std::vector<T>> inputs(kOperands);
      std::vector<const std::byte*> places;
      for (std::size_t k = 0; k < kOperands; ++k) {
        for (std::size_t i = 0; i < (moves[k] ? count : 1); ++i)
          inputs[k].push_back(element<T>(k, i));
        places.push_back(reinterpret_cast<const std::byte*>(inputs[k].data()));
      }
      std::vector<T> output(count + kGuard, T(77));
      auto* const place = reinterpret_cast<std::byte*>(output.data());
      code->run(places.data(), &place, static_cast<std::int64_t>(count));
      for (std::size_t i = 0; i < count; ++i) {
        const T expected = result_at(operation, inputs, i, std::make_index_sequence<kOperands>{});
        ASSERT_TRUE(same(output[i], expected))
            << "element " << i << " of " << count << " at width " << width << ": " << output[i]
            << " and not " << expected;
      }
      for (std::size_t i = count; i < output.size(); ++i) ASSERT_EQ(output[i], T(77));
    }
  }
}

template <class T>
void check_arithmetic() {
  compare<T, 2>(traceable([](auto a, auto b) { return a + b; }), {true, true});
  compare<T, 2>(traceable([](auto a, auto b) { return a - b; }), {true, true});
  compare<T, 2>(traceable([](auto a, auto b) { return a * b; }), {true, true});
  compare<T, 2>(traceable([](auto a, auto b) { return a / b; }), {true, true});
}

TEST(Operations, Arithmetic) {
  check_arithmetic<float>();
  check_arithmetic<double>();
}

template <class T>
void check_one_element_for_all() {
  compare<T, 2>(traceable([](auto a, auto b) { return a - b; }), {true, false});
  compare<T, 2>(traceable([](auto a, auto b) { return a - b; }), {false, true});
  compare<T, 2>(traceable([](auto a, auto b) { return a - b; }), {false, false});
}

TEST(Operations, OneElementForAll) {
  check_one_element_for_all<float>();
  check_one_element_for_all<double>();
}

template <class T>
void check_of_one_operand() {
  compare<T, 1>(traceable([](auto x) { return -x; }), {true});
  compare<T, 1>(traceable([](auto x) { return absolute(x); }), {true});
  compare<T, 1>(traceable([](auto x) { return root(x); }), {true});
}

TEST(Operations, OfOneOperand) {
  check_of_one_operand<float>();
  check_of_one_operand<double>();
}

template <class T>
void check_product_and_sum_rounded_once() {
  compare<T, 3>(traceable([](auto a, auto b, auto c) { return multiply_add(a, b, c); }),
                {true, true, true});
}

TEST(Operations, ProductAndSumRoundedOnce) {
  check_product_and_sum_rounded_once<float>();
  check_product_and_sum_rounded_once<double>();
}

template <class T>
void check_conditions() {
  compare<T, 2>(traceable([](auto a, auto b) { return choose(a < b, a, b); }), {true, true});
  compare<T, 2>(traceable([](auto a, auto b) { return choose(a <= b, a, b); }), {true, true});
  compare<T, 2>(traceable([](auto a, auto b) { return choose(a > b, a, b); }), {true, false});
  compare<T, 2>(traceable([](auto a, auto b) { return choose(a >= b, a, b); }), {true, true});
  compare<T, 2>(traceable([](auto a, auto b) { return choose(a == b, a + b, b); }), {true, true});
  compare<T, 2>(traceable([](auto a, auto b) { return choose(a != b, a, -b); }), {false, true});
}

TEST(Operations, Conditions) {
  check_conditions<float>();
  check_conditions<double>();
}

template <class T>
void check_numbers_are_rounded_to_the_type() {
  compare<T, 1>(traceable([](auto x) {
                  using Number = decltype(x);
                  return choose(x < 0, Number{0}, static_cast<Number>(0.2) * x + Number{0.5});
                }),
                {true});
}

TEST(Operations, NumbersAreRoundedToTheType) {
  check_numbers_are_rounded_to_the_type<float>();
  check_numbers_are_rounded_to_the_type<double>();
}

template <class T>
void check_in_float64() {
  const auto add = [](auto a, auto b) { return a + b; };
  compare<T, 1>(traceable([=](auto x) { return in_float64(x, 0.1, add); }), {true});
  const auto divide = [](auto a, auto b) { return b / a; };
  compare<T, 1>(traceable([=](auto x) { return in_float64(x, 1e-50, divide) + x; }), {true});
}

TEST(Operations, InFloat64) {
  check_in_float64<float>();
  check_in_float64<double>();
}

// For float32: statement by statement.
Routine many(std::size_t count, bool all_stored) {
  Routine routine{DType::kFloat32, {true, false}, {}};
  const auto formula = formula_of<float, 2>(traceable([](auto a, auto b) { return a * b + 0.5; }));
  for (std::size_t i = 0; i < count; ++i) {
    const Routine::Source before =
        i == 0 ? Routine::Source{false, 0} : Routine::Source{true, i - 1};
    routine.statements.push_back({formula, {before, {false, 1}}, all_stored || i + 1 == count});
  }
  return routine;
}

TEST(VectorCode, StatementsReadEachOther) {
  for (const std::size_t width : widths()) {
    const auto code = VectorCode::make(many(20, false), width);
    std::vector<float> x{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, y(x.size());
    const float half = 0.5F;
    const std::byte* const inputs[] = {reinterpret_cast<const std::byte*>(x.data()),
                                       reinterpret_cast<const std::byte*>(&half)};
    auto* const output = reinterpret_cast<std::byte*>(y.data());
    code->run(inputs, &output, static_cast<std::int64_t>(x.size()));
    for (std::size_t i = 0; i < x.size(); ++i) {
      float expected = x[i];
      for (int step = 0; step < 20; ++step) expected = expected * 0.5F + 0.5F;
      EXPECT_EQ(y[i], expected);
    }
  }
}

TEST(VectorCode, MoreArraysThanPointersInRegisters) {
  constexpr std::size_t kStatements = 15;
  for (const std::size_t width : widths()) {
    const auto code = VectorCode::make(many(kStatements, true), width);
    std::vector<float> x(19, 3.0F);
    const float half = 0.5F;
    const std::byte* const inputs[] = {reinterpret_cast<const std::byte*>(x.data()),
                                       reinterpret_cast<const std::byte*>(&half)};
    std::vector<std::vector<float>> results(kStatements, std::vector<float>(x.size()));
    std::vector<std::byte*> outputs;
    for (auto& result : results) outputs.push_back(reinterpret_cast<std::byte*>(result.data()));
    code->run(inputs, outputs.data(), static_cast<std::int64_t>(x.size()));
    float expected = 3.0F;
    for (const auto& result : results) {
      expected = expected * 0.5F + 0.5F;
      EXPECT_EQ(result, std::vector<float>(x.size(), expected));
    }
  }
}

// The same except for the number that is added.
Routine plus(double number) {
  const auto formula =
      formula_of<float, 2>(traceable([number](auto a, auto b) { return a * b + number; }));
  return {DType::kFloat32, {true, true}, {{formula, {{false, 0}, {false, 1}}, true}}};
}

TEST(VectorCodes, RoutinesThatAreTheSameHaveOne) {
  for (const std::size_t width : widths()) {
    engine::VectorCodes codes(width);
    EXPECT_EQ(codes.find(plus(0.5)), codes.find(plus(0.5)));
    EXPECT_NE(codes.find(plus(0.5)), codes.find(plus(0.25)));
    EXPECT_NE(codes.find(many(2, true)), codes.find(many(2, false)));
  }
}

TEST(VectorCode, AnOutputMayBeAnInput) {
  for (const std::size_t width : widths()) {
    const auto code = VectorCode::make(many(1, true), width);
    std::vector<float> x(37, 3.0F);
    const float half = 0.5F;
    auto* const place = reinterpret_cast<std::byte*>(x.data());
    const std::byte* const inputs[] = {place, reinterpret_cast<const std::byte*>(&half)};
    code->run(inputs, &place, static_cast<std::int64_t>(x.size()));
    EXPECT_EQ(x, std::vector<float>(37, 2.0F));
  }
}

// Sums of all loaded values, from the last one on, so that they are all in registers at the same time.
Routine with_live(std::size_t count) {
  Routine routine{DType::kFloat32, std::vector<bool>(count, true), {}};
  const auto negated = formula_of<float, 1>(traceable([](auto x) { return -x; }));
  const auto sum = formula_of<float, 2>(traceable([](auto a, auto b) { return a + b; }));
  for (std::size_t i = 0; i < count; ++i)
    routine.statements.push_back({negated, {{false, i}}, false});
  for (std::size_t i = 1; i < count; ++i) {
    const std::size_t before = i == 1 ? count - 1 : count + i - 2;
    routine.statements.push_back({sum, {{true, before}, {true, count - 1 - i}}, i + 1 == count});
  }
  return routine;
}

TEST(Registers, NoneWhereThereAreTooFew) {
  EXPECT_TRUE(engine::assign_registers(with_live(9), {10, 0}));
  EXPECT_FALSE(engine::assign_registers(with_live(10), {10, 0}));
}

TEST(Registers, UniformValuesGetTheRemainingOnes) {
  const auto enough = engine::assign_registers(many(1, true), {8, 0});
  const auto none = engine::assign_registers(many(1, true), {3, 0});
  ASSERT_EQ(enough->uniforms.size(), 2U);
  EXPECT_TRUE(enough->uniforms[0].vector && enough->uniforms[1].vector);
  ASSERT_EQ(none->uniforms.size(), 2U);
  EXPECT_FALSE(none->uniforms[1].vector);
}

TEST(Registers, ConditionsAreInMasksWhereThereAreAny) {
  Routine routine{DType::kFloat32, {true}, {}};
  routine.statements.push_back(
      {formula_of<float, 1>(traceable([](auto x) { return choose(x < 0, -x, x); })),
       {{false, 0}},
       true});
  const auto has_mask = [&](const engine::Registers& registers) {
    const auto assigned = engine::assign_registers(routine, registers);
    return std::ranges::any_of(assigned->commands, [](const auto& command) {
      return command.result.kind == engine::Assigned::Place::Kind::kMask;
    });
  };
  EXPECT_TRUE(has_mask({8, 1}));
  EXPECT_FALSE(has_mask({8, 0}));
}

}  // namespace
}  // namespace kassay::optimized::vector_code_test
