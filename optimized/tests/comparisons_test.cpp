// Comparisons with numbers that the dtype cannot hold: each element is compared with the number itself.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "optimized/optimized.h"
#include "optimized/tests/sample.h"

namespace kassay::optimized::comparisons_test {
namespace {

struct Function {
  std::string name;
  bool (*of)(long double, long double);
};
const std::vector<Function> kFunctions = {
    {"equal", [](long double x, long double y) { return x == y; }},
    {"not_equal", [](long double x, long double y) { return x != y; }},
    {"less", [](long double x, long double y) { return x < y; }},
    {"less_equal", [](long double x, long double y) { return x <= y; }},
    {"greater", [](long double x, long double y) { return x > y; }},
    {"greater_equal", [](long double x, long double y) { return x >= y; }}};

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const std::vector<Value> kNumbers = {0.1,
                                     -0.1,
                                     0.5,
                                     -0.5,
                                     0.0,
                                     -0.0,
                                     1e-300,
                                     -1e-300,
                                     65519.9,
                                     65520.0,
                                     -65520.0,
                                     1e39,
                                     -1e39,
                                     255.5,
                                     256.0,
                                     300.0,
                                     -1.0,
                                     -1.5,
                                     1e300,
                                     -1e300,
                                     3.5,
                                     kInfinity,
                                     -kInfinity,
                                     std::nan(""),
                                     std::int64_t{3},
                                     std::int64_t{-3},
                                     std::int64_t{1} << 53,
                                     (std::int64_t{1} << 53) + 1,
                                     std::int64_t{300}};

// Values near the number, and at the ends of the dtype.
Tensor neighbours(DType dtype, long double number) {
  const std::vector<long double> near = {number, std::floor(number), std::ceil(number)};
  std::vector<long double> elements = {0, 1, -1, 127, -128, 255, kInfinity, -kInfinity, NAN};
  for (const long double center : near) {
    for (const long double share : {0.0L, 1e-3L, 1e-7L, 1e-16L}) {
      elements.push_back(center * (1 + share));
      elements.push_back(center * (1 - share));
    }
  }
  if (!is_floating(dtype))
    std::erase_if(elements, [](long double x) { return !(std::abs(x) < 1e18L); });
  Tensor tensor(dtype, {static_cast<std::int64_t>(elements.size())});
  for (std::int64_t i = 0; i < tensor.size(); ++i)
    set_element(tensor, i, elements[static_cast<std::size_t>(i)]);
  return tensor;
}

long double number_of(const Value& value) {
  const auto* const integer = value.get_if<std::int64_t>();
  return integer != nullptr ? static_cast<long double>(*integer) : *value.get_if<double>();
}

class ComparedWithANumber : public testing::TestWithParam<DType> {};

TEST_P(ComparedWithANumber, IsComparedWithTheNumberItself) {
  const auto backend = make_optimized(Edition::kKo);
  for (const Value& number : kNumbers) {
    const long double exact = number_of(number);
    const Tensor x = neighbours(GetParam(), exact);
    for (const Function& function : kFunctions) {
      const Tensor result = evaluated(*backend, function.name, {{x, number}, {}});
      for (std::int64_t i = 0; i < x.size(); ++i) {
        EXPECT_EQ(element(result, i) != 0, function.of(element(x, i), exact))
            << function.name << " of " << element(x, i) << " and " << exact;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(DTypes, ComparedWithANumber,
                         testing::Values(DType::kBool, DType::kUint8, DType::kInt8, DType::kInt64,
                                         DType::kFloat16, DType::kFloat32, DType::kFloat64),
                         [](const auto& tested) { return std::string(dtype_name(tested.param)); });

}  // namespace
}  // namespace kassay::optimized::comparisons_test
