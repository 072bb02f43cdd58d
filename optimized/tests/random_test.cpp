// Random numbers, casts and other simple functions: the bits of the reference, at sizes above the blocks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "optimized/optimized.h"
#include "optimized/tests/sample.h"
#include "reference/reference.h"

namespace kassay::optimized::random_test {
namespace {

using Keyword = std::map<std::string, Value, std::less<>>;

struct Call {
  std::string function;
  Keyword keyword;
};

void PrintTo(const Call& call, std::ostream* out) {
  *out << call.function;
  for (const auto& [name, value] : call.keyword) *out << " " << name << "=" << describe(value);
}

Value shape_of(std::int64_t size) { return List{size}; }

class SameBits : public testing::TestWithParam<std::tuple<Call, const char*>> {};

TEST_P(SameBits, AsTheReference) {
  const auto& [call, dtype] = GetParam();
  Arguments arguments{{}, call.keyword};
  arguments.keyword["dtype"] = std::string(dtype);
  const Tensor actual = evaluated(*make_optimized(Edition::kKo), call.function, arguments);
  const Tensor expected = evaluated(*make_reference(Edition::kKo), call.function, arguments);
  ASSERT_EQ(actual.dtype(), expected.dtype());
  ASSERT_EQ(actual.shape(), expected.shape());
  for (std::int64_t i = 0; i < expected.size(); ++i)
    ASSERT_EQ(element(actual, i), element(expected, i)) << "at " << i;
  ASSERT_TRUE(std::ranges::equal(actual.bytes(), expected.bytes()));
}

std::vector<Call> calls() {
  std::vector<Call> all;
  constexpr std::int64_t kMany = 60001;
  const Value shape = shape_of(kMany), seed = std::int64_t{20}, other = std::int64_t{-3};
  all.push_back({"random_uniform", {{"shape", shape}, {"seed", seed}}});
  all.push_back(
      {"random_uniform", {{"shape", shape}, {"seed", other}, {"minval", -1.0}, {"maxval", 1.5}}});
  all.push_back({"random_uniform",
                 {{"shape", shape}, {"seed", other}, {"minval", 1000.1}, {"maxval", 1000.2}}});
  all.push_back(
      {"random_uniform", {{"shape", shape}, {"seed", seed}, {"minval", 0.0}, {"maxval", 1e-45}}});
  all.push_back({"random_uniform",
                 {{"shape", shape_of(300)}, {"minval", 0.0}, {"maxval", 1e300}, {"seed", seed}}});
  all.push_back({"random_uniform",
                 {{"shape", shape_of(300)}, {"minval", 3.0}, {"maxval", 3.0}, {"seed", seed}}});
  for (const char* normal : {"random_normal", "truncated_normal"}) {
    all.push_back({normal, {{"shape", shape}, {"seed", seed}}});
    all.push_back({normal, {{"shape", shape}, {"seed", other}, {"mean", -0.7}, {"stddev", 0.05}}});
    all.push_back(
        {normal, {{"shape", shape_of(300)}, {"seed", other}, {"mean", 2.0}, {"stddev", 0.0}}});
    all.push_back({normal, {{"shape", shape_of(300)}, {"seed", other}, {"stddev", 1e-44}}});
  }
  for (const double p : {0.0, 0.3, 0.5, 1.0, 1e-30, 1 - 0x1p-53})
    all.push_back({"random_binomial", {{"shape", shape}, {"p", p}, {"seed", seed}}});
  all.push_back({"random_uniform_variable",
                 {{"shape", shape_of(3000)}, {"low", -2.0}, {"high", 0.1}, {"seed", seed}}});
  all.push_back({"random_normal_variable",
                 {{"shape", shape_of(3000)}, {"mean", 1.0}, {"scale", 3.0}, {"seed", seed}}});
  all.push_back({"arange", {{"start", 0.0}, {"stop", 50000.0}}});
  all.push_back({"arange", {{"start", 40000.0}, {"stop", -3.0}, {"step", -2.0}}});
  all.push_back({"arange", {{"start", 0.1}, {"stop", 500.0}, {"step", 0.1}}});
  all.push_back({"arange", {{"start", 1e10}, {"stop", 1e10 + 5000}, {"step", 1.0}}});
  all.push_back({"eye", {{"size", std::int64_t{201}}}});
  all.push_back({"ones", {{"shape", shape}}});
  all.push_back({"zeros", {{"shape", shape}}});
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, SameBits,
                         testing::Combine(testing::ValuesIn(calls()),
                                          testing::Values("float16", "float32", "float64")));

TEST(Draws, GoOnWithEachEvaluation) {
  const auto optimized = make_optimized(Edition::kKo), reference = make_reference(Edition::kKo);
  std::vector<Tensor> results;
  for (Backend* backend : {optimized.get(), reference.get()}) {
    const Value drawn = backend->call("random_normal", {{shape_of(3000)}, {}}).front();
    for (int evaluation = 0; evaluation < 3; ++evaluation)
      results.push_back(std::get<Tensor>(backend->call("eval", {{drawn}, {}}).front()));
  }
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_TRUE(std::ranges::equal(results[i].bytes(), results[i + 3].bytes()));
  EXPECT_FALSE(std::ranges::equal(results[0].bytes(), results[1].bytes()));
}

TEST(Draws, DropTheSameElements) {
  const auto optimized = make_optimized(Edition::kKo), reference = make_reference(Edition::kKo);
  const auto dropped = [](Backend& backend) {
    const Value x =
        backend.call("variable", {{sample(DType::kFloat32, {30, 700}, 0.5L)}, {}}).front();
    return evaluated(backend, "dropout", {{x, 0.4}, {{"seed", std::int64_t{5}}}});
  };
  const Tensor actual = dropped(*optimized), expected = dropped(*reference);
  for (std::int64_t i = 0; i < expected.size(); ++i)
    ASSERT_EQ(element(actual, i) == 0, element(expected, i) == 0) << i;
}

class Casts : public testing::TestWithParam<std::tuple<DType, DType>> {};

// Numbers of all sizes, numbers between two float16, and special ones: in every block, and only in some blocks.
Tensor numbers(DType dtype) {
  std::vector<long double> all;
  for (int i = 0; i < 5000; ++i) all.push_back((i % 701 - 350) / 4.0L);
  if (is_floating(dtype)) {
    for (int i = 0; i < 5000; ++i)
      all.push_back(1 + (2 * i + 1) * 0x1p-12L + (i % 3 - 1) * 0x1p-40L);
    for (int i = 0; i < 5000; ++i)
      all.push_back((i % 2 == 0 ? 1 : -1) * std::scalbn(1.7L, i % 300 - 150));
    for (const long double edge : {0.0L, 65504.0L, 65519.99L, 65520.0L, 0x1p31L, 0x1p32L, 0x1p63L,
                                   0x1p64L, 0x1p-25L, 0x1.8p-24L})
      all.insert(all.end(),
                 {edge, -edge, edge * 1.5L, edge * (1 - 0x1p-30L), edge * (1 + 0x1p-30L)});
    const long double infinity = std::numeric_limits<long double>::infinity();
    all.insert(all.end(), {infinity, -infinity, std::numeric_limits<long double>::quiet_NaN()});
  } else {
    for (int i = 0; i < 5000; ++i) all.push_back(i * 0x1.23456789abcdep50L * (i % 2 == 0 ? 1 : -1));
  }
  Tensor tensor(dtype, {static_cast<std::int64_t>(all.size())});
  for (std::size_t i = 0; i < all.size(); ++i)
    set_element(tensor, static_cast<std::int64_t>(i), all[i]);
  return tensor;
}

TEST_P(Casts, RoundAsTheReferenceDoes) {
  const auto& [from, to] = GetParam();
  const Tensor x = numbers(from);
  const Arguments arguments{{x, std::string(dtype_name(to))}, {}};
  const Tensor actual = evaluated(*make_optimized(Edition::kKo), "cast", arguments);
  const Tensor expected = evaluated(*make_reference(Edition::kKo), "cast", arguments);
  ASSERT_EQ(actual.dtype(), expected.dtype());
  for (std::int64_t i = 0; i < x.size(); ++i) {
    const long double a = element(actual, i), e = element(expected, i);
    ASSERT_TRUE((a == e && std::signbit(a) == std::signbit(e)) || (std::isnan(a) && std::isnan(e)))
        << "at " << i << ": " << a << " for " << e << " of " << element(x, i);
  }
}

constexpr DType kAll[] = {DType::kBool,    DType::kUint8,   DType::kInt8,
                          DType::kInt16,   DType::kInt32,   DType::kInt64,
                          DType::kFloat16, DType::kFloat32, DType::kFloat64};
INSTANTIATE_TEST_SUITE_P(All, Casts,
                         testing::Combine(testing::ValuesIn(kAll), testing::ValuesIn(kAll)));

// Shapes of the condition and of the two choices.
struct Selection {
  Shape condition, chosen, otherwise;
};
class Selections : public testing::TestWithParam<std::tuple<Selection, DType>> {};

TEST_P(Selections, AreThoseOfTheReference) {
  const auto& [shapes, dtype] = GetParam();
  Tensor condition(DType::kInt32, shapes.condition);
  for (std::int64_t i = 0; i < condition.size(); ++i) set_element(condition, i, i * 31 % 7 % 2);
  const Arguments arguments{
      {condition, sample(dtype, shapes.chosen, 5), sample(dtype, shapes.otherwise, -5)}, {}};
  const Tensor actual = evaluated(*make_optimized(Edition::kKo), "switch", arguments);
  const Tensor expected = evaluated(*make_reference(Edition::kKo), "switch", arguments);
  ASSERT_EQ(actual.shape(), expected.shape());
  ASSERT_TRUE(std::ranges::equal(actual.bytes(), expected.bytes()));
}

INSTANTIATE_TEST_SUITE_P(All, Selections,
                         testing::Combine(testing::Values(Selection{{50, 70}, {50, 70}, {50, 70}},
                                                          Selection{{50}, {50, 70}, {50, 70}},
                                                          Selection{{50, 70}, {1, 1}, {50, 70}},
                                                          Selection{{50, 70}, {50, 1}, {1, 70}}),
                                          testing::Values(DType::kInt8, DType::kFloat16,
                                                          DType::kFloat32, DType::kFloat64)));

class Bilinear : public testing::TestWithParam<std::tuple<const char*, DType>> {};

// One channel or several; differences of the largest numbers overflow.
TEST_P(Bilinear, IsNearTheReference) {
  const auto& [format, dtype] = GetParam();
  const Value three = std::int64_t{3}, two = std::int64_t{2};
  for (const double scale : {1.0, 0.8 * float_format(dtype).max}) {
    Tensor x = sample(dtype, {2, 13, 17, 5}, -0.5L);
    for (std::int64_t i = 0; i < x.size(); ++i) set_element(x, i, element(x, i) * 2 * scale);
    const Arguments arguments{
        {x, three, two},
        {{"data_format", std::string(format)}, {"interpolation", std::string("bilinear")}}};
    const Tensor actual = evaluated(*make_optimized(Edition::kKo), "resize_images", arguments);
    const Tensor expected = evaluated(*make_reference(Edition::kKo), "resize_images", arguments);
    ASSERT_EQ(actual.shape(), expected.shape());
    for (std::int64_t i = 0; i < expected.size(); ++i) {
      ASSERT_NEAR(static_cast<double>(element(actual, i)),
                  static_cast<double>(element(expected, i)),
                  4 * float_format(dtype).roundoff * scale)
          << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Bilinear,
                         testing::Combine(testing::Values("channels_last", "channels_first"),
                                          testing::Values(DType::kFloat16, DType::kFloat32,
                                                          DType::kFloat64)));

}  // namespace
}  // namespace kassay::optimized::random_test
