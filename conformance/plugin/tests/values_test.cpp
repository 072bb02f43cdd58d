// Values that pass through a plug-in come back unchanged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "conformance/plugin/tests/plugin_in_test.h"

namespace kassay::plugin::values_test {
namespace {

class Values : public PluginInTest {
 protected:
  // Gives its first argument.
  Value echo(const Value& value) {
    return one(
        [this](const kassay_arguments& arguments, kassay_results* results) -> kassay_error* {
          give(results, arguments.positional[0]);
          return nullptr;
        },
        {{value}, {}});
  }
  // Gives a tensor that the plug-in owns.
  Tensor given(const DLTensor& tensor) {
    const Value value = one([&](auto&, kassay_results* results) -> kassay_error* {
      give(results, &tensor);
      return nullptr;
    });
    return *value.get_if<Tensor>();
  }
};

std::vector<float> floats(const Tensor& tensor) {
  const auto data = tensor.data<float>();
  return {data.begin(), data.end()};
}

TEST_F(Values, None) { EXPECT_TRUE(echo(None{}).is_none()); }
TEST_F(Values, Bool) { EXPECT_TRUE(std::get<bool>(echo(true))); }
TEST_F(Values, Int) { EXPECT_EQ(std::get<std::int64_t>(echo(std::int64_t{-7})), -7); }
TEST_F(Values, Float) { EXPECT_EQ(std::get<double>(echo(0.5)), 0.5); }
TEST_F(Values, String) { EXPECT_EQ(std::get<std::string>(echo(std::string("same"))), "same"); }

TEST_F(Values, ListInAList) {
  const Value value = echo(List{std::int64_t{1}, List{std::string("a"), None{}}, List{}});
  const List& list = *value.get_if<List>();
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(std::get<std::string>(list[1].get_if<List>()->at(0)), "a");
  EXPECT_TRUE(list[2].get_if<List>()->empty());
}

class TensorsOf : public Values, public testing::WithParamInterface<DType> {};

TEST_P(TensorsOf, DType) {
  Tensor tensor(GetParam(), {2, 3});
  for (std::int64_t i = 0; i < tensor.size(); ++i) set_element(tensor, i, i % 2 == 0 ? 1 : 0);
  const Value value = echo(tensor);
  const Tensor& same = *value.get_if<Tensor>();
  EXPECT_EQ(same.dtype(), GetParam());
  EXPECT_EQ(same.shape(), tensor.shape());
  EXPECT_TRUE(std::ranges::equal(same.bytes(), tensor.bytes()));
}

INSTANTIATE_TEST_SUITE_P(Every, TensorsOf,
                         testing::Values(DType::kBool, DType::kUint8, DType::kInt8, DType::kInt16,
                                         DType::kInt32, DType::kInt64, DType::kFloat16,
                                         DType::kFloat32, DType::kFloat64),
                         [](const auto& dtype) { return std::string(dtype_name(dtype.param)); });

TEST_F(Values, EmptyTensor) {
  EXPECT_EQ(echo(Tensor(DType::kFloat32, {2, 0, 3})).get_if<Tensor>()->shape(), (Shape{2, 0, 3}));
}

TEST_F(Values, TensorOfRankZero) {
  Tensor scalar(DType::kFloat64, {});
  scalar.mutable_data<double>()[0] = 2.5;
  EXPECT_EQ(echo(scalar).get_if<Tensor>()->data<double>()[0], 2.5);
}

TEST_F(Values, TensorsAreLentCompactAndAligned) {
  one(
      [](const kassay_arguments& arguments, kassay_results*) -> kassay_error* {
        const DLTensor& tensor = *arguments.positional[0].as.tensor;
        EXPECT_EQ(tensor.strides[0], 3);
        EXPECT_EQ(tensor.strides[1], 1);
        EXPECT_EQ(tensor.byte_offset, 0u);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(tensor.data) % 256, 0u);
        return nullptr;
      },
      {{Tensor(DType::kFloat32, {2, 3})}, {}});
}

TEST_F(Values, TransposedStrides) {
  float data[] = {1, 2, 3, 4, 5, 6};
  std::int64_t shape[] = {3, 2}, strides[] = {1, 3};
  const Tensor tensor = given({data, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, shape, strides, 0});
  EXPECT_THAT(floats(tensor), testing::ElementsAre(1, 4, 2, 5, 3, 6));
}

TEST_F(Values, NegativeStridesAndAnOffset) {
  float data[] = {0, 1, 2, 3};
  std::int64_t shape[] = {3}, strides[] = {-1};
  const Tensor tensor =
      given({data, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, strides, 3 * sizeof(float)});
  EXPECT_THAT(floats(tensor), testing::ElementsAre(3, 2, 1));
}

TEST_F(Values, StrideZeroRepeats) {
  float data[] = {7};
  std::int64_t shape[] = {3}, strides[] = {0};
  const Tensor tensor = given({data, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, strides, 0});
  EXPECT_THAT(floats(tensor), testing::ElementsAre(7, 7, 7));
}

TEST_F(Values, WithoutStridesItIsCompact) {
  float data[] = {1, 2, 3, 4};
  std::int64_t shape[] = {2, 2};
  const Tensor tensor = given({data, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, shape, nullptr, 0});
  EXPECT_THAT(floats(tensor), testing::ElementsAre(1, 2, 3, 4));
}

TEST_F(Values, WhatIsGivenIsCopiedAtOnce) {
  const Value value = one([&](auto&, kassay_results* results) -> kassay_error* {
    float data[] = {1};
    std::int64_t shape[] = {1};
    const DLTensor tensor{data, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, nullptr, 0};
    give(results, &tensor);
    data[0] = 2;
    return nullptr;
  });
  EXPECT_EQ(floats(*value.get_if<Tensor>()), std::vector<float>{1});
}

TEST_F(Values, ANewTensorBeginsAsNoResult) {
  const Value value = one([&](auto&, kassay_results* results) -> kassay_error* {
    give(results, new_floats({2}));
    return nullptr;
  });
  EXPECT_TRUE(std::ranges::all_of(value.get_if<Tensor>()->bytes(),
                                  [](std::byte each) { return each == std::byte{0xff}; }));
}

TEST_F(Values, ANewTensorOfImpossibleShapeIsNull) {
  one([&](auto&, auto*) -> kassay_error* {
    EXPECT_EQ(new_floats({2, -1}), nullptr);
    EXPECT_EQ(new_floats({std::int64_t{1} << 62, 16}), nullptr);
    EXPECT_EQ(new_floats({0, std::int64_t{1} << 62, 16}), nullptr);
    return nullptr;
  });
}

TEST_F(Values, SparseArgument) {
  Tensor dense(DType::kFloat32, {2, 3});
  dense.mutable_data<float>()[4] = 8;
  one(
      [](const kassay_arguments& arguments, kassay_results*) -> kassay_error* {
        EXPECT_EQ(arguments.positional[0].kind, KASSAY_SPARSE);
        const kassay_sparse& sparse = arguments.positional[0].as.sparse;
        EXPECT_EQ(sparse.rank, 2);
        EXPECT_EQ(sparse.shape[1], 3);
        EXPECT_EQ(sparse.values->shape[0], 1);
        EXPECT_EQ(static_cast<const std::int64_t*>(sparse.coordinates->data)[1], 1);
        return nullptr;
      },
      {{to_sparse(dense)}, {}});
}

TEST_F(Values, KeywordsComeWithTheirNames) {
  one(
      [](const kassay_arguments& arguments, kassay_results*) -> kassay_error* {
        EXPECT_EQ(arguments.positional_count, 0u);
        EXPECT_EQ(arguments.keyword_count, 2u);
        EXPECT_STREQ(arguments.keyword[0].name, "axis");
        EXPECT_EQ(arguments.keyword[0].value.as.integer, -1);
        EXPECT_STREQ(arguments.keyword[1].name, "keepdims");
        return nullptr;
      },
      {{}, {{"axis", std::int64_t{-1}}, {"keepdims", true}}});
}

TEST_F(Values, SeveralAreATuple) {
  const std::vector<Value> values = call([&](auto&, kassay_results* results) -> kassay_error* {
    give(results, {KASSAY_INT, {.integer = 1}});
    give(results, {KASSAY_INT, {.integer = 2}});
    return nullptr;
  });
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(std::get<std::int64_t>(values[1]), 2);
}

TEST_F(Values, NothingGivenIsNone) {
  EXPECT_TRUE(one([](auto&, auto*) -> kassay_error* { return nullptr; }).is_none());
}

}  // namespace
}  // namespace kassay::plugin::values_test
