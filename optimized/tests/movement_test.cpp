// Functions that move elements, at larger sizes than in the golden vectors: every bit equals the reference's.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "optimized/optimized.h"
#include "optimized/tests/sample.h"
#include "reference/reference.h"

namespace kassay::optimized::movement_test {
namespace {

struct Move {
  std::string function;
  std::vector<Shape> shapes;
  std::map<std::string, Value, std::less<>> keyword;
  bool listed = false;  // whether the tensors are one list
};

void PrintTo(const Move& move, std::ostream* out) {
  *out << move.function;
  for (const Shape& shape : move.shapes) *out << " " << to_string(shape);
  for (const auto& [name, value] : move.keyword) *out << " " << name << "=" << describe(value);
}

Value ints(std::initializer_list<std::int64_t> numbers) {
  List list;
  for (const std::int64_t number : numbers) list.emplace_back(number);
  return list;
}

Value pairs(std::initializer_list<Value> all) { return List(all); }

// All bit patterns of a dtype with few of them, and many of a dtype with many.
Tensor elements(DType dtype, const Shape& shape) {
  Tensor tensor(dtype, shape);
  for (std::int64_t i = 0; i < tensor.size(); ++i)
    set_element(tensor, i,
                static_cast<long double>(i * 7919 % 104729 % (dtype == DType::kBool ? 2 : 30011)));
  return tensor;
}

Arguments arguments_of(const Move& move, const std::vector<Value>& tensors) {
  Arguments arguments{{}, move.keyword};
  if (move.listed) {
    arguments.positional.emplace_back(List(tensors));
  } else {
    arguments.positional = tensors;
  }
  return arguments;
}

class Movement : public testing::TestWithParam<std::tuple<Move, DType>> {};

TEST_P(Movement, IsThatOfTheReference) {
  const auto& [move, dtype] = GetParam();
  std::vector<Value> tensors;
  for (const Shape& shape : move.shapes) tensors.emplace_back(elements(dtype, shape));
  const Arguments arguments = arguments_of(move, tensors);
  const Tensor actual = evaluated(*make_optimized(Edition::kKo), move.function, arguments);
  const Tensor expected = evaluated(*make_reference(Edition::kKo), move.function, arguments);
  ASSERT_EQ(actual.dtype(), expected.dtype());
  ASSERT_EQ(actual.shape(), expected.shape());
  ASSERT_TRUE(std::ranges::equal(actual.bytes(), expected.bytes()));
}

class Gradient : public testing::TestWithParam<Move> {};

// The gradient of the sum of squares of the function's result; sums are exact, because the elements are integers.
std::vector<Tensor> gradients(Backend& backend, const Move& move) {
  std::vector<Value> variables;
  for (const Shape& shape : move.shapes) {
    variables.push_back(backend.call("variable", {{elements(DType::kFloat32, shape)}, {}}).front());
  }
  const Value y = backend.call(move.function, arguments_of(move, variables)).front();
  const Value square = backend.call("square", {{y}, {}}).front();
  const Value sum = backend.call("sum", {{square}, {}}).front();
  const Value all = backend.call("gradients", {{sum, List(variables)}, {}}).front();
  std::vector<Tensor> results;
  for (const Value& each : std::get<List>(all))
    results.push_back(std::get<Tensor>(backend.call("eval", {{each}, {}}).front()));
  return results;
}

TEST_P(Gradient, IsThatOfTheReference) {
  const auto actual = gradients(*make_optimized(Edition::kKo), GetParam());
  const auto expected = gradients(*make_reference(Edition::kKo), GetParam());
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    ASSERT_EQ(actual[i].shape(), expected[i].shape());
    ASSERT_TRUE(std::ranges::equal(actual[i].bytes(), expected[i].bytes()));
  }
}

std::vector<Move> moves() {
  std::vector<Move> all;
  const Value last = std::int64_t{-1}, first = std::int64_t{0}, middle = std::int64_t{1};
  const Value two = std::int64_t{2}, three = std::int64_t{3}, seven = std::int64_t{7};
  // Squares for every size of element, with and without remainders; few rows, few columns.
  for (const Shape& shape : std::vector<Shape>{{128, 192},
                                               {131, 67},
                                               {3, 9001},
                                               {9001, 3},
                                               {2, 513},
                                               {4, 700},
                                               {700, 4},
                                               {5, 3000},
                                               {3000, 5},
                                               {17, 1, 19, 23},
                                               {40000}})
    all.push_back({"transpose", {shape}, {}});
  for (const Value& pattern : {ints({0, 2, 3, 1}), ints({0, 3, 1, 2}), ints({3, 2, 1, 0}),
                               ints({1, 0, 2, 3}), ints({2, 3, 0, 1}), ints({0, 2, 1, 3}),
                               ints({3, 0, 2, 1}), ints({0, 1, 2, 3}), ints({-1, 0, 1, -2})}) {
    all.push_back({"permute_dimensions", {{3, 30, 31, 3}}, {{"pattern", pattern}}});
    all.push_back({"permute_dimensions", {{2, 6, 70, 65}}, {{"pattern", pattern}}});
  }
  for (const Value& axes : {ints({0}), ints({1}), ints({2}), ints({0, 2}), ints({0, 1, 2})})
    all.push_back({"reverse", {{33, 21, 50}}, {{"axes", axes}}});
  for (const Value& axis : {first, middle, last}) {
    for (const Value& rep : {two, three, seven})
      all.push_back({"repeat_elements", {{11, 30, 25}}, {{"rep", rep}, {"axis", axis}}});
    all.push_back({"concatenate", {{24, 7, 9}, {24, 7, 9}, {24, 7, 9}}, {{"axis", axis}}, true});
    all.push_back({"stack", {{24, 7, 60}, {24, 7, 60}, {24, 7, 60}}, {{"axis", axis}}, true});
  }
  all.push_back(
      {"concatenate", {{300, 1}, {300, 64}, {300, 0}, {300, 13}}, {{"axis", last}}, true});
  all.push_back({"concatenate", {{1, 70000}, {1, 3}, {1, 40000}}, {{"axis", last}}, true});
  all.push_back({"stack", {{40000}, {40000}}, {{"axis", last}}, true});
  all.push_back({"repeat_elements", {{40, 3}}, {{"rep", std::int64_t{300}}, {"axis", middle}}});
  all.push_back({"repeat", {{70, 130}}, {{"n", seven}}});
  all.push_back({"repeat", {{7, 13}}, {{"n", std::int64_t{500}}}});
  all.push_back({"tile", {{13, 17, 19}}, {{"n", ints({2, 3, 4})}}});
  all.push_back({"tile", {{30, 40}}, {{"n", ints({30, 1})}}});
  all.push_back({"tile", {{5, 3}}, {{"n", ints({90, 80})}}});
  all.push_back({"tile", {{5, 3}}, {{"n", ints({0, 2})}}});
  all.push_back(
      {"slice", {{40, 50, 30}}, {{"start", ints({3, 7, 2})}, {"size", ints({30, 41, 9})}}});
  all.push_back({"slice", {{70, 900}}, {{"start", ints({0, -700})}, {"size", ints({70, 600})}}});
  all.push_back({"temporal_padding", {{9, 60, 70}}, {{"padding", ints({3, 5})}}});
  const Value rows = ints({1, 2}), columns = ints({3, 1}), none = ints({0, 0});
  for (const char* format : {"channels_last", "channels_first"}) {
    const Value data_format = std::string(format);
    all.push_back({"spatial_2d_padding",
                   {{3, 40, 41, 5}},
                   {{"padding", pairs({rows, columns})}, {"data_format", data_format}}});
    all.push_back({"spatial_3d_padding",
                   {{2, 9, 10, 11, 12}},
                   {{"padding", pairs({rows, none, columns})}, {"data_format", data_format}}});
    all.push_back(
        {"resize_images",
         {{2, 11, 20, 17}},
         {{"height_factor", two}, {"width_factor", three}, {"data_format", data_format}}});
    all.push_back({"resize_volumes",
                   {{2, 3, 5, 7, 9}},
                   {{"depth_factor", three},
                    {"height_factor", two},
                    {"width_factor", seven},
                    {"data_format", data_format}}});
  }
  for (const char* name : {"identity", "flatten", "batch_flatten", "expand_dims"})
    all.push_back({name, {{70, 600}}, {}});
  all.push_back({"reshape", {{70, 600}}, {{"shape", ints({-1, 100})}}});
  all.push_back({"squeeze", {{70, 1, 600}}, {{"axis", middle}}});
  Tensor indices(DType::kInt32, {30, 70});
  for (std::int64_t i = 0; i < indices.size(); ++i) set_element(indices, i, i * 31 % 97 - 48);
  for (const Shape& shape : std::vector<Shape>{{97}, {97, 2}, {97, 33}, {97, 600}})
    all.push_back({"gather", {shape}, {{"indices", indices}}});
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, Movement,
                         testing::Combine(testing::ValuesIn(moves()),
                                          testing::Values(DType::kBool, DType::kInt16,
                                                          DType::kFloat16, DType::kFloat32,
                                                          DType::kInt64)));
INSTANTIATE_TEST_SUITE_P(All, Gradient, testing::ValuesIn(moves()));

// Results share elements that stay in order, and assignments do not change arrays returned earlier.
TEST(SharedElements, KeepTheirValuesWhenAVariableIsAssigned) {
  const auto backend = make_optimized(Edition::kKo);
  const Value variable =
      backend->call("variable", {{elements(DType::kFloat32, {20, 30})}, {}}).front();
  const Value flat = backend->call("flatten", {{variable}, {}}).front();
  const auto before = std::get<Tensor>(backend->call("eval", {{flat}, {}}).front());
  backend->call("set_value", {{variable, Tensor(DType::kFloat32, {20, 30})}, {}});
  const auto after = std::get<Tensor>(backend->call("eval", {{flat}, {}}).front());
  EXPECT_EQ(element(before, 1), element(elements(DType::kFloat32, {20, 30}), 1));
  EXPECT_EQ(element(after, 1), 0);
}

}  // namespace
}  // namespace kassay::optimized::movement_test
