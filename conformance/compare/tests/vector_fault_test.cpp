// Expectations that are at fault, each in one respect, and those that only look so.
#include <gtest/gtest.h>

#include <limits>

#include "conformance/compare/tensor_comparison.h"
#include "conformance/compare/tests/answers.h"

namespace kassay::compare::testing::vector_fault_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr Accuracy kTerms{0, 4, 0};

struct Vector {
  std::string name;
  ExpectedTensor tensor;
  Accuracy accuracy;
  std::string fault;  // a part of the message; empty if there is no fault
};

class VectorOfATensor : public ::testing::TestWithParam<Vector> {};

TEST_P(VectorOfATensor, IsAtFaultOrNot) {
  const Vector& vector = GetParam();
  const std::string fault = fault_of(vector.tensor, vector.accuracy);
  EXPECT_EQ(fault.empty(), vector.fault.empty()) << fault;
  EXPECT_NE(fault.find(vector.fault), std::string::npos) << fault;
}

ExpectedTensor stored_as(DType dtype, DType stored) {
  return {dtype, {1}, tensor(stored, {1}, {1}), std::nullopt, std::nullopt};
}

ExpectedTensor with_magnitude(Tensor magnitude) {
  ExpectedTensor result = expected(DType::kFloat32, {2}, {1, 1});
  result.magnitude = std::move(magnitude);
  return result;
}

ExpectedTensor half(double value) { return expected(DType::kFloat16, {1}, {value}); }

INSTANTIATE_TEST_SUITE_P(
    Tensors, VectorOfATensor,
    ::testing::Values(
        Vector{"FloatStoredAsItsDtype", stored_as(DType::kFloat32, DType::kFloat32), {}, "stored"},
        Vector{"FloatStoredAsFloat64", stored_as(DType::kFloat32, DType::kFloat64), {}, ""},
        Vector{"IntStoredAsAnotherInt", stored_as(DType::kInt32, DType::kInt64), {}, "stored"},
        Vector{"IntStoredAsItsDtype", stored_as(DType::kInt32, DType::kInt32), {kNaN, 0, 0}, ""},
        Vector{"NegativeUlps", half(1), {-0.5, 0, 0}, "not a valid limit"},
        Vector{"NegativeTerms", half(1), {0, -1, 0}, "not a valid limit"},
        Vector{"NegativeAbsoluteTolerance", half(1), {0, 0, -1}, "not a valid limit"},
        Vector{"InfiniteUlps", half(1), {kInfinity, 0, 0}, "not a valid limit"},
        Vector{"NaNTerms", half(1), {0, kNaN, 0}, "not a valid limit"},
        Vector{"InfiniteAbsoluteTolerance", half(1), {0, 0, kInfinity}, "not a valid limit"},
        Vector{"HalfAnUlp", half(0.1), {0.5, 0, 0}, ""},
        Vector{"SmallAbsoluteTolerance", half(0.1), {0, 0, 1e-3}, ""},
        Vector{"NoMagnitudeForOneTerm", half(1), {0, 1, 0}, "there is no magnitude"},
        Vector{"MagnitudeOfAnotherDtype", with_magnitude(tensor(DType::kFloat32, {2}, {1, 1})),
               kTerms, "not of the shape (2,) in float64"},
        Vector{"MagnitudeOfAnotherShape", with_magnitude(tensor(DType::kFloat64, {1, 2}, {1, 1})),
               kTerms, "not of the shape (2,) in float64"},
        Vector{"ConditionThatIsNaN",
               with_magnitude(tensor(DType::kFloat64, {2}, {0, kNaN})),
               {1, 0, 0},
               "is nan at [1]"},
        Vector{"Condition", with_magnitude(tensor(DType::kFloat64, {2}, {0, 3})), {1, 0, 0}, ""},
        Vector{"NegativeMagnitudeBehindARightOne",
               with_magnitude(tensor(DType::kFloat64, {2}, {1, -1})), kTerms, "is -1 at [1]"},
        Vector{"MagnitudeOfZero", expected(DType::kFloat32, {1}, {1}, {0}), kTerms, ""},
        Vector{"InfiniteMagnitudeOfInfinity",
               expected(DType::kFloat32, {1}, {kInfinity}, {kInfinity}), kTerms, ""},
        Vector{"InexactBehindAnExactOne",
               expected(DType::kFloat32, {1, 2}, {1, 0.1}),
               {},
               "0.1 is not a float32 at [0, 1]"},
        Vector{"ExactNaN", half(kNaN), {}, ""}, Vector{"ExactInfinity", half(-kInfinity), {}, ""},
        // The largest float16 is 65,504; what is 65,520 or more rounds to infinity.
        Vector{"ExactBelowTheOverflowThreshold", half(65519), {}, "65519 is not a float16"},
        Vector{"ExactAtTheOverflowThreshold", half(65520), {}, ""},
        Vector{"ExactBelowTheNegativeThreshold", half(-65521), {}, ""}),
    [](const ::testing::TestParamInfo<Vector>& info) { return info.param.name; });

TEST(VectorAtFault, IsToldWithTheAnswer) {
  const Verdict verdict = compare_tensor(tensor(DType::kFloat32, {3}, {1, 1, 1}),
                                         stored_as(DType::kFloat32, DType::kInt32), {}, false);
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->check, Check::kVector);
  EXPECT_NE(verdict.failure->expected.find("int32"), std::string::npos);
  EXPECT_NE(verdict.failure->actual.find("(3,)"), std::string::npos);
  EXPECT_EQ(verdict.note,
            "a float32 tensor of shape (1,) is stored as an int32 tensor of shape (1,)");
}

TEST(OneTerm, HasItsMagnitudeInTheLimit) {
  // 2 (1 + 1) u 8.
  const Verdict verdict =
      compare_tensor(tensor(DType::kFloat32, {1}, {1 + 0x1p-19}),
                     expected(DType::kFloat32, {1}, {1}, {8}), {0, 1, 0}, false);
  EXPECT_TRUE(verdict.passed);
  EXPECT_EQ(verdict.margin, 1);
}

}  // namespace
}  // namespace kassay::compare::testing::vector_fault_test
