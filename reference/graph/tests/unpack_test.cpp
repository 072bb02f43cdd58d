#include "reference/graph/unpack.h"

#include <gtest/gtest.h>

#include <limits>

#include "spec/lib/error.h"

namespace kassay::reference::unpack_test {
namespace {

template <class T>
T unpacked(const Value& value) {
  T result{};
  unpack(value, "argument", result);
  return result;
}

template <class T>
std::string message(const Value& value) {
  try {
    unpacked<T>(value);
  } catch (const ApiError& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(Unpack, AnIntServesAsFloat) { EXPECT_EQ(unpacked<double>(std::int64_t{3}), 3.0); }

TEST(Unpack, AFloatIsNotAnInt) { EXPECT_THROW(unpacked<std::int64_t>(3.0), ApiError); }

TEST(Unpack, AnIntIsNotABool) { EXPECT_THROW(unpacked<bool>(std::int64_t{1}), ApiError); }

TEST(Unpack, AnUnknownDTypeIsATypeError) {
  EXPECT_THROW(unpacked<DType>(std::string("float8")), ApiError);
}

TEST(Unpack, ANumberIsAnArrayOfRankZero) { EXPECT_EQ(unpacked<Array>(2.5).shape(), Shape{}); }

TEST(Unpack, AStringIsNotATensor) { EXPECT_THROW(unpacked<Tensor>(std::string("x")), ApiError); }

TEST(Unpack, NoneIsAnEmptyOptional) {
  EXPECT_FALSE(unpacked<std::optional<double>>(None{}).has_value());
}

TEST(Unpack, OneAxisIsAListOfOne) {
  EXPECT_EQ(*unpacked<Axes>(std::int64_t{2}).named, (std::vector<std::int64_t>{2}));
}

TEST(Unpack, AxesMayBeNone) { EXPECT_FALSE(unpacked<Axes>(None{}).named.has_value()); }

TEST(Unpack, AnIntegerTensorIsAShape) {
  Tensor sizes(DType::kInt32, {2});
  sizes.mutable_data<std::int32_t>()[0] = 4;
  sizes.mutable_data<std::int32_t>()[1] = 5;
  EXPECT_EQ(unpacked<Dimensions>(sizes).sizes, (Shape{4, 5}));
}

TEST(Unpack, AFloatTensorIsNotAShape) {
  EXPECT_THROW(unpacked<Dimensions>(Tensor(DType::kFloat32, {2})), ApiError);
}

TEST(Unpack, AFloatTensorIsNotAnIntegerTensor) {
  EXPECT_EQ(unpacked<IntegerType>(Tensor(DType::kUint8, {2})).shape, (Shape{2}));
  EXPECT_EQ(message<IntegerType>(Tensor(DType::kFloat32, {2})),
            "argument argument takes integers, not a float32 tensor of shape (2,); cast it to "
            "int32 or int64");
}

TEST(Unpack, WholeNumbersMayBeFloats) {
  Tensor numbers(DType::kFloat32, {2});
  set_element(numbers, 1, -3);
  EXPECT_EQ(unpacked<WholeNumbers>(numbers).flat(), (std::vector<Real>{0, -3}));
}

TEST(Unpack, AFractionIsNotAWholeNumber) {
  Tensor numbers(DType::kFloat32, {2});
  set_element(numbers, 1, 1.5);
  EXPECT_EQ(message<WholeNumbers>(numbers),
            "argument argument takes whole numbers, not 1.500000; round it or cast it to int32");
}

TEST(Unpack, ANumberOutsideInt64IsNotAWholeNumber) {
  EXPECT_EQ(whole_number(-0x1p63L, "argument"), std::numeric_limits<std::int64_t>::min());
  for (const Real number :
       {0x1p63L, std::numeric_limits<Real>::infinity(), std::numeric_limits<Real>::quiet_NaN()}) {
    EXPECT_THROW(whole_number(number, "argument"), ApiError);
  }
}

TEST(Unpack, NestedListsAreAnArray) {
  const Array array =
      unpacked<Nested>(List{List{std::int64_t{1}, 2.5}, List{true, std::int64_t{-4}}}).array;
  EXPECT_EQ(array.shape(), (Shape{2, 2}));
  EXPECT_EQ(array.flat(), (std::vector<Real>{1, 2.5, 1, -4}));
}

TEST(Unpack, RaggedListsAreNotAnArray) {
  EXPECT_THROW(unpacked<Nested>(List{List{1.0}, List{1.0, 2.0}}), ApiError);
}

TEST(Unpack, TheArgumentIsNamedInTheError) {
  try {
    unpacked<bool>(std::string("yes"));
    FAIL();
  } catch (const ApiError& error) {
    EXPECT_NE(std::string(error.what()).find("argument"), std::string::npos);
    EXPECT_EQ(error.kind(), ErrorKind::kType);
  }
}

}  // namespace
}  // namespace kassay::reference::unpack_test
