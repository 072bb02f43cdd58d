// The golden vectors are small. These sizes cross the boundaries of blocks, lanes and threads; results are compared with the reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "optimized/optimized.h"
#include "optimized/tests/sample.h"
#include "reference/reference.h"
#include "spec/lib/tolerance.h"

namespace kassay::optimized::large_test {
namespace {

struct Large {
  std::string function;
  std::vector<Shape> shapes;
  std::map<std::string, Value, std::less<>> keyword;
  std::int64_t terms = 1;   // of each element of a product or an average
  long double low = -0.4L;  // the inputs are up to 1 above it
};

void PrintTo(const Large& large, std::ostream* out) {
  *out << large.function;
  for (const Shape& shape : large.shapes) *out << " " << to_string(shape);
  for (const auto& [name, value] : large.keyword) *out << " " << name << "=" << describe(value);
}

// The magnitude of an element.
enum class Magnitude {
  kNone,              // nothing is added
  kOfAbsoluteInputs,  // the function is linear
  kOfResult,          // it adds positive terms
  kOne,               // it adds 1
};

Magnitude magnitude_of(const Large& large) {
  using enum Magnitude;
  static const std::map<std::string, Magnitude, std::less<>> known = {
      {"elu", kOne},
      {"softplus", kOne},
      {"sigmoid", kOne},
      {"prod", kOfResult},
      {"hard_sigmoid", kOne},
      {"var", kOfResult},
      {"std", kOfResult},
      {"logsumexp", kOfResult},
      {"softmax", kOfResult},
      {"l2_normalize", kOfResult},
      {"cumprod", kOfResult},
      {"cumsum", kOfAbsoluteInputs},
      {"batch_normalization", kOne},
      {"normalize_batch_in_training", kOne},
      {"binary_crossentropy", kOne},
      {"categorical_crossentropy", kOfResult},
      {"sparse_categorical_crossentropy", kOfResult},
      {"ctc_batch_cost", kOfResult},
      {"mean", kOfAbsoluteInputs},
      {"sum", kOfAbsoluteInputs}};
  if (const auto found = known.find(large.function); found != known.end()) return found->second;
  return large.terms > 1 ? kOfAbsoluteInputs : kNone;
}

// The largest error that the specification allows a function, and half an ulp for rounding the expected value here.
Accuracy accuracy_of(const Large& large, const Tensor& expected) {
  constexpr double kUlps = 4.5;
  if (magnitude_of(large) == Magnitude::kNone) return {kUlps, 0, 0};
  const std::int64_t reduced =
      element_count(large.shapes.front()) / std::max<std::int64_t>(1, expected.size());
  return {kUlps, static_cast<double>(std::max(large.terms, reduced)), 0};
}

Tensor magnitudes_of(const Large& large, const Arguments& arguments, const Tensor& expected) {
  const Magnitude magnitude = magnitude_of(large);
  if (magnitude != Magnitude::kOfAbsoluteInputs) {
    Tensor magnitudes(DType::kFloat64, expected.shape());
    for (std::int64_t i = 0; i < expected.size(); ++i) {
      const long double size = std::fabs(element(expected, i));
      set_element(magnitudes, i, magnitude == Magnitude::kOfResult ? size : 1);
    }
    return magnitudes;
  }
  Arguments absolute{{}, arguments.keyword};
  for (const Value& argument : arguments.positional) {
    const Tensor& given = *argument.get_if<Tensor>();
    Tensor sizes(DType::kFloat64, given.shape());
    for (std::int64_t i = 0; i < given.size(); ++i)
      set_element(sizes, i, std::fabs(element(given, i)));
    absolute.positional.emplace_back(sizes);
  }
  return evaluated(*make_reference(Edition::kKo), large.function, absolute);
}

void expect_agreement(const Large& large, DType dtype, const Arguments& arguments) {
  const auto optimized = make_optimized(Edition::kKo), reference = make_reference(Edition::kKo);
  const Tensor actual = evaluated(*optimized, large.function, arguments);
  const Tensor expected = evaluated(*reference, large.function, arguments);
  ASSERT_EQ(actual.dtype(), expected.dtype());
  ASSERT_EQ(actual.shape(), expected.shape());
  if (!is_floating(expected.dtype())) {
    ASSERT_TRUE(std::ranges::equal(actual.bytes(), expected.bytes()));
    return;
  }
  const Accuracy accuracy = accuracy_of(large, expected);
  const Tensor magnitudes = magnitudes_of(large, arguments, expected);
  RootMeanSquare errors(accuracy, dtype);
  for (std::int64_t i = 0; i < expected.size(); ++i) {
    const auto e = static_cast<double>(element(expected, i));
    const auto a = static_cast<double>(element(actual, i));
    const auto m = static_cast<double>(element(magnitudes, i));
    const Limit limit = element_limit(e, m, accuracy, dtype);
    const ElementCheck check = check_element(a, e, limit, dtype, /*sign_of_zero=*/false);
    ASSERT_TRUE(check.passed) << "at " << i << ": " << a << " for " << e << ", limit "
                              << limit.total;
    errors.add(e, m, check.error);
  }
  ASSERT_LE(errors.value().value_or(0), rms_limit(accuracy));
}

class LargeInputs : public testing::TestWithParam<std::tuple<Large, DType>> {};

TEST_P(LargeInputs, AgreeWithTheReference) {
  const auto& [large, dtype] = GetParam();
  Arguments arguments{{}, large.keyword};
  for (const Shape& shape : large.shapes)
    arguments.positional.emplace_back(sample(dtype, shape, large.low));
  expect_agreement(large, dtype, arguments);
}

// Integers between -20 and 20, converted to the dtype.
Tensor whole_sample(DType dtype, const Shape& shape) {
  const Tensor numbers = sample(DType::kFloat64, shape, 0);
  Tensor whole(dtype, shape);
  for (std::int64_t i = 0; i < whole.size(); ++i)
    set_element(whole, i, std::floor(element(numbers, i) * 41) - 20);
  return whole;
}

class LargeIntegers : public testing::TestWithParam<std::tuple<Large, DType>> {};

TEST_P(LargeIntegers, AgreeWithTheReference) {
  const auto& [large, dtype] = GetParam();
  Arguments arguments{{}, large.keyword};
  for (const Shape& shape : large.shapes)
    arguments.positional.emplace_back(whole_sample(dtype, shape));
  expect_agreement(large, DType::kFloat32, arguments);
}

Tensor labels(const Shape& shape, std::int64_t classes) {
  Tensor numbers(DType::kInt32, shape);
  for (std::int64_t i = 0; i < numbers.size(); ++i) set_element(numbers, i, i * 7 % classes);
  return numbers;
}

class LargeLabels : public testing::TestWithParam<DType> {};

TEST_P(LargeLabels, ChooseTheirClasses) {
  for (const bool from_logits : {false, true}) {
    for (const auto& [shape, axis] : {std::pair<Shape, std::int64_t>{{700, 9}, 1},
                                      {{30, 300}, 1},
                                      {{3, 3000}, 1},
                                      {{5, 90, 67}, 1},
                                      {{90, 130}, 0}}) {
      Shape losses = shape;
      losses.erase(losses.begin() + axis);
      const std::int64_t classes = shape[static_cast<std::size_t>(axis)];
      const Large large{"sparse_categorical_crossentropy",
                        {shape},
                        {{"from_logits", from_logits}, {"axis", axis}},
                        classes};
      expect_agreement(
          large, GetParam(),
          {{labels(losses, classes), sample(GetParam(), shape, 0.05L)}, large.keyword});
    }
  }
}

TEST(LargeRecordings, HaveTheBestPathOfTheReference) {
  Tensor frames(DType::kInt32, {70});
  for (std::int64_t i = 0; i < 70; ++i) set_element(frames, i, i % 61);
  const Tensor y = sample(DType::kFloat32, {70, 60, 12}, 0.05L);
  const auto optimized = make_optimized(Edition::kKo), reference = make_reference(Edition::kKo);
  const auto paths = [&](Backend& backend) {
    const Value list = backend.call("ctc_decode", {{y, frames}, {}}).front();
    return std::get<Tensor>(backend.call("eval", {{std::get<List>(list).front()}, {}}).front());
  };
  const Tensor actual = paths(*optimized), expected = paths(*reference);
  ASSERT_EQ(actual.shape(), expected.shape());
  EXPECT_TRUE(std::ranges::equal(actual.bytes(), expected.bytes()));
}

INSTANTIATE_TEST_SUITE_P(All, LargeLabels,
                         testing::Values(DType::kFloat16, DType::kFloat32, DType::kFloat64));

TEST(LargePredictions, AreAmongTheLargest) {
  for (const Shape& shape : {Shape{900, 10}, Shape{40, 1001}}) {
    const Large large{"in_top_k", {shape}, {{"k", std::int64_t{5}}}};
    expect_agreement(
        large, DType::kFloat32,
        {{sample(DType::kFloat32, shape, 0), labels({shape[0]}, shape[1])}, large.keyword});
  }
}

TEST(LargeRecordings, CostTheSameAsInTheReference) {
  Tensor frames(DType::kInt32, {9, 1}), lengths(DType::kInt32, {9, 1});
  for (std::int64_t i = 0; i < 9; ++i) {
    set_element(frames, i, 60 - i);
    set_element(lengths, i, i);
  }
  for (const DType dtype : {DType::kFloat16, DType::kFloat32, DType::kFloat64}) {
    const Large large{"ctc_batch_cost", {{9, 60, 12}}, {}, 132};
    expect_agreement(
        large, dtype,
        {{labels({9, 8}, 11), sample(dtype, {9, 60, 12}, 0.05L), frames, lengths}, {}});
  }
}

// Images whose rows of windows fill more than one block, and pieces that do not fit lanes.
void add_windows(std::vector<Large>& all) {
  const Value two = List{std::int64_t{2}, std::int64_t{2}};
  const Value three_two = List{std::int64_t{3}, std::int64_t{2}};
  const Value same = std::string("same"), first = std::string("channels_first");
  all.push_back({"conv1d", {{2, 90, 5}, {4, 5, 7}}, {{"padding", std::string("causal")}}, 20});
  all.push_back({"conv2d", {{2, 33, 35, 5}, {3, 4, 5, 7}}, {{"padding", same}}, 60});
  all.push_back({"conv2d", {{2, 33, 35, 5}, {1, 1, 5, 7}}, {}, 5});
  all.push_back({"conv2d", {{1, 33, 35, 5}, {3, 3, 5, 7}}, {{"strides", three_two}}, 45});
  all.push_back({"conv2d", {{1, 33, 35, 5}, {3, 3, 5, 7}}, {{"dilation_rate", two}}, 45});
  all.push_back({"conv2d", {{2, 5, 33, 35}, {3, 2, 5, 7}}, {{"data_format", first}}, 30});
  all.push_back({"conv3d", {{1, 9, 10, 11, 3}, {2, 3, 2, 3, 5}}, {{"padding", same}}, 36});
  const Value shape = List{std::int64_t{2}, std::int64_t{25}, std::int64_t{27}, std::int64_t{3}};
  all.push_back({"conv2d_transpose",
                 {{2, 13, 14, 5}, {3, 4, 3, 5}},
                 {{"output_shape", shape}, {"strides", two}, {"padding", same}},
                 60});
  all.push_back({"depthwise_conv2d", {{2, 40, 41, 9}, {3, 3, 9, 1}}, {{"padding", same}}, 9});
  all.push_back({"depthwise_conv2d", {{2, 40, 41, 5}, {3, 2, 5, 3}}, {{"strides", two}}, 6});
  all.push_back(
      {"separable_conv2d", {{1, 20, 21, 5}, {3, 3, 5, 2}, {1, 1, 10, 7}}, {{"padding", same}}, 90});
  const Value one_three = List{std::int64_t{3}}, one_one = List{std::int64_t{1}};
  all.push_back({"local_conv1d",
                 {{3, 40, 7}, {38, 21, 9}},
                 {{"kernel_size", one_three}, {"strides", one_one}},
                 21});
  for (const bool averages : {false, true}) {
    const Value mode = std::string(averages ? "avg" : "max");
    all.push_back({"pool2d",
                   {{2, 40, 41, 9}},
                   {{"pool_size", three_two}, {"padding", same}, {"pool_mode", mode}},
                   averages ? 6 : 1});
    all.push_back(
        {"pool2d",
         {{2, 9, 40, 41}},
         {{"pool_size", two}, {"strides", two}, {"data_format", first}, {"pool_mode", mode}},
         averages ? 4 : 1});
  }
}

// Short rows, which are joined into runs; long rows; both data formats; reduced axes with others between them.
void add_normalizations(std::vector<Large>& all) {
  const Value first = std::string("channels_first"), epsilon = 0.5;
  const auto axes = [](std::initializer_list<std::int64_t> list) {
    return Value(List(list.begin(), list.end()));
  };
  all.push_back({"bias_add", {{2, 40, 41, 5}, {5}}, {}});
  all.push_back({"bias_add", {{9, 700}, {700}}, {}});
  all.push_back({"bias_add", {{2, 7, 40, 41}, {7}}, {{"data_format", first}}});
  all.push_back({"bias_add", {{2, 7, 11, 13, 15}, {7}}, {{"data_format", first}}});
  for (const std::int64_t axis : {1, 3}) {
    const Shape c{axis == 1 ? 7 : 9};
    all.push_back({"batch_normalization",
                   {{3, 7, 40, 9}, c, c, c, c},
                   {{"epsilon", epsilon}, {"axis", axis}},
                   3});
  }
  for (const Value& reduced : {axes({0, 1, 2}), axes({0, 2, 3}), axes({0}), axes({1, 3})}) {
    all.push_back(
        {"normalize_batch_in_training",
         {{11, 13, 17, 10}},
         {{"gamma", None{}}, {"beta", None{}}, {"reduction_axes", reduced}, {"epsilon", epsilon}},
         24310});
  }
  for (const Shape& shape : {Shape{3, 5000}, Shape{700, 9}, Shape{130, 70, 5}}) {
    for (const std::int64_t axis : {0, 1}) {
      const std::int64_t length = shape[static_cast<std::size_t>(axis)];
      const std::map<std::string, Value, std::less<>> along{{"axis", axis}};
      all.push_back({"l2_normalize", {shape}, along, length});
      all.push_back({"softmax", {shape}, along, length});
      all.push_back({"cumsum", {shape}, along, length});
      all.push_back({"cumprod", {shape}, along, length});
      for (const bool from_logits : {false, true}) {
        all.push_back({"categorical_crossentropy",
                       {shape, shape},
                       {{"axis", axis}, {"from_logits", from_logits}},
                       length,
                       0.05L});
      }
    }
  }
  all.push_back({"l2_normalize", {{90, 91}}, {}, 8190});
  for (const bool from_logits : {false, true}) {
    all.push_back(
        {"binary_crossentropy", {{90, 91}, {90, 91}}, {{"from_logits", from_logits}}, 2, 0});
  }
}

std::vector<Large> larges_of_integers() {
  std::vector<Large> all;
  const Value outer = List{std::int64_t{0}, std::int64_t{2}};
  for (const char* unary : {"abs", "square", "sign", "round", "operator.neg"})
    all.push_back({unary, {{5000}}, {}});
  for (const char* binary :
       {"maximum", "minimum", "operator.add", "operator.sub", "operator.mul", "equal", "less"}) {
    all.push_back({binary, {{70, 90}, {90}}, {}});
    all.push_back({binary, {{70, 90}, {70, 1}}, {}});
    all.push_back({binary, {{9}, {700, 9}}, {}});
  }
  for (const char* reduction : {"sum", "mean", "var", "max", "min", "any", "all"}) {
    all.push_back({reduction, {{9001}}, {}});
    for (const Value& axis :
         {Value(std::int64_t{0}), Value(std::int64_t{1}), Value(std::int64_t{2}), outer})
      all.push_back({reduction, {{11, 130, 17}}, {{"axis", axis}}});
  }
  for (const std::int64_t axis : {0, 1, 2}) {
    for (const char* search : {"argmax", "argmin", "cumsum"})
      all.push_back({search, {{11, 130, 17}}, {{"axis", axis}}});
    for (const char* product : {"prod", "cumprod"})
      all.push_back({product, {{7, 8, 9}}, {{"axis", axis}}});
  }
  return all;
}

std::vector<Large> larges() {
  std::vector<Large> all;
  for (const char* unary :
       {"abs", "square", "sqrt", "exp", "log", "round", "sign", "sin", "cos", "tanh", "relu", "elu",
        "softplus", "softsign", "sigmoid", "hard_sigmoid"}) {
    all.push_back({unary, {{5000}}, {}});
    all.push_back({unary, {{2049}}, {}});
  }
  for (const char* binary :
       {"maximum", "minimum", "greater", "greater_equal", "less", "less_equal", "equal",
        "not_equal", "operator.add", "operator.sub", "operator.mul"}) {
    all.push_back({binary, {{4999}, {4999}}, {}});
    all.push_back({binary, {{70, 90}, {90}}, {}});
    all.push_back({binary, {{9}, {700, 9}}, {}});
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
    all.push_back({search, {{5, 70, 600}}, {{"axis", middle}}});
  }
  all.push_back({"softmax", {{70, 300}}, {}, 300});
  all.push_back({"softmax", {{5000}}, {}, 5000});
  all.push_back({"dot", {{65, 130}, {130, 67}}, {}, 130});
  all.push_back({"dot", {{5, 130}, {3, 130, 7}}, {}, 130});
  all.push_back({"batch_dot", {{5, 33, 40}, {5, 40, 35}}, {}, 40});
  const Value axes = List{std::int64_t{1}, std::int64_t{2}};
  all.push_back({"batch_dot", {{5, 40, 33}, {5, 35, 40}}, {{"axes", axes}}, 40});
  add_windows(all);
  add_normalizations(all);
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, LargeInputs,
                         testing::Combine(testing::ValuesIn(larges()),
                                          testing::Values(DType::kFloat16, DType::kFloat32,
                                                          DType::kFloat64)));
INSTANTIATE_TEST_SUITE_P(All, LargeIntegers,
                         testing::Combine(testing::ValuesIn(larges_of_integers()),
                                          testing::Values(DType::kBool, DType::kUint8, DType::kInt8,
                                                          DType::kInt16, DType::kInt32,
                                                          DType::kInt64)));

}  // namespace
}  // namespace kassay::optimized::large_test
