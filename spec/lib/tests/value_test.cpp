#include "spec/lib/value.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "spec/lib/backend.h"
#include "spec/lib/json_text.h"
#include "spec/lib/json_value.h"
#include "spec/lib/tests/file_error.h"

namespace kassay::value_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class Thing : public Object {
 public:
  std::string describe() const override { return "a placeholder of shape (None, 3)"; }
};
Handle thing() { return std::make_shared<Thing>(); }

class Constant : public Callable {
 public:
  std::vector<Value> call(const Arguments&) const override { return {1.0}; }
};
Function constant() { return std::make_shared<Constant>(); }

Tensor tensor(DType dtype, Shape shape, const std::vector<double>& values) {
  Tensor result(dtype, std::move(shape));
  for (std::size_t i = 0; i < values.size(); ++i) {
    set_element(result, static_cast<std::int64_t>(i), values[i]);
  }
  return result;
}

Value read(const std::string& text) {
  return value_from_json(parse_json(text, "value.json", ""), "value.json");
}

TEST(Value, APlainValueIsDescribedAsPythonWritesIt) {
  EXPECT_EQ(describe(None{}), "None");
  EXPECT_EQ(describe(true), "True");
  EXPECT_EQ(describe(std::int64_t{3}), "3");
  EXPECT_EQ(describe(0.5), "0.5");
  EXPECT_EQ(describe("text"), "'text'");
  EXPECT_EQ(describe(List{None{}, 1.0}), "[None, 1.0]");
}

TEST(Value, WhatIsNoPlainValueIsDescribed) {
  EXPECT_EQ(describe(Tensor(DType::kFloat32, {2, 3})), "a float32 tensor of shape (2, 3)");
  EXPECT_EQ(describe(Tensor(DType::kInt32, {5})), "an int32 tensor of shape (5,)");
  EXPECT_EQ(describe(to_sparse(Tensor(DType::kFloat64, {2, 3}))),
            "a sparse float64 array of shape (2, 3)");
  EXPECT_EQ(describe(thing()), "a placeholder of shape (None, 3)");
  EXPECT_EQ(describe(constant()), "a function");
}

TEST(Value, PlainIsWhatOthersUnderstand) {
  for (const Value& value :
       {Value(None{}), Value(true), Value(std::int64_t{3}), Value(0.5), Value(std::string("a")),
        Value(Tensor(DType::kBool, {})), Value(to_sparse(Tensor(DType::kFloat32, {2}))),
        Value(List{}), Value(List{List{1.0}, None{}})}) {
    EXPECT_TRUE(is_plain(value)) << describe(value);
  }
}

TEST(Value, HandleAndFunctionAreNotPlainHoweverDeep) {
  EXPECT_FALSE(is_plain(thing()));
  EXPECT_FALSE(is_plain(constant()));
  EXPECT_FALSE(is_plain(List{1.0, List{thing()}}));
  EXPECT_FALSE(is_plain(List{List{List{constant()}}}));
}

TEST(Sparse, HoldsWhatIsNotZeroInRowMajorOrder) {
  const SparseTensor sparse = to_sparse(tensor(DType::kInt32, {2, 3}, {0, 5, 0, -7, 0, 9}));
  EXPECT_EQ(sparse.shape(), (Shape{2, 3}));
  EXPECT_EQ(sparse.coordinates().shape(), (Shape{3, 2}));
  EXPECT_THAT(sparse.coordinates().data<std::int64_t>(), ElementsAre(0, 1, 1, 0, 1, 2));
  EXPECT_THAT(sparse.values().data<std::int32_t>(), ElementsAre(5, -7, 9));
}

// The same shape, dtype and elements; NaN equals NaN.
void expect_round_trip(const Tensor& dense) {
  const Tensor back = to_dense(to_sparse(dense));
  EXPECT_EQ(back.dtype(), dense.dtype());
  ASSERT_EQ(back.shape(), dense.shape());
  for (std::int64_t i = 0; i < dense.size(); ++i) {
    const long double expected = element(dense, i), actual = element(back, i);
    EXPECT_TRUE(actual == expected || (std::isnan(actual) && std::isnan(expected))) << i;
  }
}

TEST(Sparse, ReadsBack) {
  expect_round_trip(tensor(DType::kFloat32, {2, 2, 2}, {0, 1, 0, 0, -2.5, 0, 0, 3}));
  expect_round_trip(tensor(DType::kBool, {4}, {1, 0, 0, 1}));
  expect_round_trip(tensor(DType::kFloat64, {2, 2}, {0, 0, 0, 0}));
}

TEST(Sparse, NaNAndInfinityAreNotZero) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Tensor dense = tensor(DType::kFloat16, {2, 2}, {kNaN, 0, -infinity, 0});
  EXPECT_EQ(to_sparse(dense).values().size(), 2);
  expect_round_trip(dense);
}

TEST(Sparse, NegativeZeroIsZero) {
  EXPECT_EQ(to_sparse(tensor(DType::kFloat32, {2}, {-0.0, 1})).values().size(), 1);
}

TEST(Sparse, EmptyReadsBack) {
  const Tensor dense(DType::kFloat32, {3, 0});
  const SparseTensor sparse = to_sparse(dense);
  EXPECT_EQ(sparse.coordinates().shape(), (Shape{0, 2}));
  EXPECT_EQ(sparse.values().shape(), Shape{0});
  expect_round_trip(dense);
}

TEST(Sparse, RankZeroReadsBack) {
  const Tensor dense = tensor(DType::kFloat32, {}, {7});
  EXPECT_EQ(to_sparse(dense).coordinates().shape(), (Shape{1, 0}));
  expect_round_trip(dense);
  expect_round_trip(tensor(DType::kFloat32, {}, {0}));
}

TEST(Value, IntAndFloatStayApart) {
  EXPECT_NE(read("1").get_if<std::int64_t>(), nullptr);
  EXPECT_NE(read("1.0").get_if<double>(), nullptr);
  EXPECT_NE(read("1e0").get_if<double>(), nullptr);
}

TEST(Value, EveryKindReadsBack) {
  const std::string text = R"([null,true,-3,0.5,1.0,"a",{"float":"-inf"},[[],"b"]])";
  EXPECT_EQ(dump_json(to_json(read(text))), text);
}

TEST(Value, NanHasAName) {
  EXPECT_EQ(dump_json(to_json(Value(-kNaN))), R"({"float":"nan"})");
  const Value back = read(R"({"float": "nan"})");
  ASSERT_NE(back.get_if<double>(), nullptr);
  EXPECT_TRUE(*back.get_if<double>() != *back.get_if<double>());
}

TEST(Value, FloatOfAnotherNameIsRefused) {
  EXPECT_THAT(file_error([] { read(R"([1, {"float": "infinity"}])"); }),
              HasSubstr("value.json: /1/float: "));
  EXPECT_THAT(file_error([] { read(R"({"float": 1.5})"); }), HasSubstr("expected \"inf\""));
}

TEST(Value, OtherObjectIsRefused) {
  EXPECT_THAT(file_error([] { read(R"({"double": "inf"})"); }), HasSubstr("\"double\""));
}

TEST(Value, TensorHasNoJson) {
  EXPECT_THROW(to_json(Value(List{Tensor(DType::kBool, {})})), std::invalid_argument);
}

TEST(ShortestText, ReadsBackWithFewestDigits) {
  EXPECT_EQ(shortest_text(0.1), "0.1");
  EXPECT_EQ(shortest_text(3.0), "3");
  EXPECT_EQ(shortest_text(-0.0), "-0");
  EXPECT_EQ(shortest_text(1e-7), "1e-07");
  EXPECT_EQ(shortest_text(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(shortest_text(-kNaN), "nan");
}

TEST(Edition, NameReadsBack) {
  for (const Edition edition : kEditions) EXPECT_EQ(parse_edition(edition_name(edition)), edition);
  EXPECT_EQ(parse_edition("en"), std::nullopt);
}

TEST(ErrorKind, NameReadsBack) {
  for (const char* name : {"value", "type", "index", "assertion", "not-implemented", "other"}) {
    ASSERT_TRUE(parse_error_kind(name)) << name;
    EXPECT_EQ(error_kind_name(*parse_error_kind(name)), name);
  }
  EXPECT_EQ(parse_error_kind("any"), std::nullopt);
}

}  // namespace
}  // namespace kassay::value_test
