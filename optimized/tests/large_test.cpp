// The golden vectors are small. These sizes cross the boundaries of blocks, lanes and threads, where the reference is the judge.
#include <gtest/gtest.h>

#include <cmath>

#include "optimized/optimized.h"
#include "optimized/tests/sample.h"
#include "reference/reference.h"

namespace kassay::optimized {
namespace {

struct Large {
  std::string function;
  std::vector<Shape> shapes;
  std::map<std::string, Value, std::less<>> keyword;
  std::int64_t contracted = 1;  // the terms of each element of a matrix product
};

void PrintTo(const Large& large, std::ostream* out) {
  *out << large.function;
  for (const Shape& shape : large.shapes) *out << " " << to_string(shape);
  for (const auto& [name, value] : large.keyword) *out << " " << name << "=" << describe(value);
}

class LargeInputs : public testing::TestWithParam<std::tuple<Large, DType>> {};

TEST_P(LargeInputs, AgreeWithTheReference) {
  const auto& [large, dtype] = GetParam();
  Arguments arguments{{}, large.keyword};
  for (const Shape& shape : large.shapes)
    arguments.positional.emplace_back(sample(dtype, shape, -0.4L));
  const auto optimized = make_optimized(Edition::kKo), reference = make_reference(Edition::kKo);
  const Tensor actual = evaluated(*optimized, large.function, arguments);
  const Tensor expected = evaluated(*reference, large.function, arguments);
  ASSERT_EQ(actual.dtype(), expected.dtype());
  ASSERT_EQ(actual.shape(), expected.shape());
  // The tolerance of the specification: inputs are below 1, so that the magnitude of a sum is below the number of its terms.
  const auto inputs = static_cast<long double>(element_count(large.shapes.front()));
  const long double reduced =
      inputs / std::max<long double>(1, static_cast<long double>(expected.size()));
  const long double terms = std::max(static_cast<long double>(large.contracted), reduced);
  const long double roundoff =
      is_floating(expected.dtype()) ? float_format(expected.dtype()).roundoff : 0;
  for (std::int64_t i = 0; i < expected.size(); ++i) {
    const long double e = element(expected, i);
    const long double a = element(actual, i);
    if (std::isnan(e) && std::isnan(a)) continue;
    ASSERT_LE(std::fabs(a - e), roundoff * (8 * std::fabs(e) + 2 * (1 + std::sqrt(terms)) * terms))
        << "at " << i;
  }
}

std::vector<Large> larges() {
  std::vector<Large> all;
  for (const char* unary :
       {"abs", "square", "sqrt", "exp", "log", "round", "sign", "sin", "cos", "tanh", "relu", "elu",
        "softplus", "softsign", "sigmoid", "hard_sigmoid"}) {
    all.push_back({unary, {{5000}}, {}});
    all.push_back({unary, {{2049}}, {}});
  }
  for (const char* binary : {"maximum", "minimum", "greater", "greater_equal", "less", "less_equal",
                             "equal", "not_equal"}) {
    all.push_back({binary, {{4999}, {4999}}, {}});
    all.push_back({binary, {{70, 90}, {90}}, {}});
    all.push_back({binary, {{70, 90}, {70, 1}}, {}});
    all.push_back({binary, {{1, 90}, {70, 1}}, {}});
    all.push_back({binary, {{3, 1, 50, 7}, {1, 20, 1, 7}}, {}});
    all.push_back({binary, {{}, {3000}}, {}});
  }
  const Value first = std::int64_t{0};
  const Value middle = std::int64_t{1};
  const Value last = std::int64_t{-1};
  const Value outer = List{std::int64_t{0}, std::int64_t{2}};
  const Value inner = List{std::int64_t{1}, std::int64_t{2}};
  for (const char* reduction :
       {"sum", "mean", "var", "std", "max", "min", "any", "all", "logsumexp"}) {
    all.push_back({reduction, {{40000}}, {}});
    all.push_back({reduction, {{4097}}, {}});
    for (const Value& axis : {first, middle, last, outer, inner})
      all.push_back({reduction, {{11, 130, 17}}, {{"axis", axis}}});
    all.push_back({reduction, {{9000, 3}}, {{"axis", first}}});
    all.push_back({reduction, {{3, 1100}}, {{"axis", first}}});
  }
  all.push_back({"prod", {{11, 13, 17}}, {{"axis", middle}}});
  for (const char* search : {"argmax", "argmin"}) {
    all.push_back({search, {{7, 3000}}, {{"axis", last}}});
    all.push_back({search, {{30, 40}}, {{"axis", first}}});
  }
  all.push_back({"softmax", {{70, 300}}, {}});
  all.push_back({"softmax", {{5000}}, {}});
  all.push_back({"dot", {{65, 130}, {130, 67}}, {}, 130});
  all.push_back({"dot", {{5, 130}, {3, 130, 7}}, {}, 130});
  all.push_back({"batch_dot", {{5, 33, 40}, {5, 40, 35}}, {}, 40});
  const Value axes = List{std::int64_t{1}, std::int64_t{2}};
  all.push_back({"batch_dot", {{5, 40, 33}, {5, 35, 40}}, {{"axes", axes}}, 40});
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, LargeInputs,
                         testing::Combine(testing::ValuesIn(larges()),
                                          testing::Values(DType::kFloat16, DType::kFloat32,
                                                          DType::kFloat64)));

}  // namespace
}  // namespace kassay::optimized
