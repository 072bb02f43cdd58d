// Faulty expectations of samples, each with one fault, and right ones.
#include "conformance/compare/sample_fault.h"

#include <gtest/gtest.h>

#include <limits>

#include "conformance/compare/tests/generated.h"

namespace kassay::compare::testing::sample_fault_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Vector {
  std::string name;
  std::vector<ExpectedSample> samples;  // the last one is asked for
  Accuracy accuracy;
  std::string fault;  // a part of the message; empty if there is no fault
};

class VectorOfASample : public ::testing::TestWithParam<Vector> {};

TEST_P(VectorOfASample, IsAtFaultOrNot) {
  const Vector& vector = GetParam();
  const std::vector<ExpectedOutput> outputs(vector.samples.begin(), vector.samples.end());
  const std::string fault = fault_of_sample(outputs, outputs.size() - 1, vector.accuracy);
  EXPECT_EQ(fault.empty(), vector.fault.empty()) << fault;
  EXPECT_NE(fault.find(vector.fault), std::string::npos) << fault;
}

ExpectedSample half(Distribution distribution) {
  return sample({2}, std::move(distribution), DType::kFloat16);
}
ExpectedSample with_values(double first, double second, DType dtype = DType::kFloat16) {
  return sample({2}, BernoulliDistribution{0.5, tensor(DType::kFloat64, {2}, {first, second})},
                dtype);
}
ExpectedSample with_values(const Tensor& values) {
  return half(BernoulliDistribution{0.5, values});
}

ExpectedSample independent(ExpectedSample expected, std::vector<int> of,
                           std::vector<std::int64_t> constant_axes = {}) {
  expected.independent_of = std::move(of);
  expected.constant_axes = std::move(constant_axes);
  return expected;
}
ExpectedSample same_as_first(ExpectedSample expected) {
  expected.same_draw_as = 0;
  return expected;
}
ExpectedSample of_shape(Shape shape) { return sample(std::move(shape), NormalDistribution{0, 1}); }

constexpr char kNotTold[] = "is too close to 0 or infinity";

INSTANTIATE_TEST_SUITE_P(
    Samples, VectorOfASample,
    ::testing::Values(
        // A float16 holds whole numbers up to 2,048.
        Vector{"Ends", {half(UniformDistribution{-3, 5})}, {}, ""},
        Vector{"LowEnd", {half(UniformDistribution{0.1, 1})}, {}, "0.1 is not a float16"},
        Vector{"HighEnd", {half(UniformDistribution{0, 2049})}, {}, "2049 is not a float16"},
        Vector{"Width", {half(UniformDistribution{-2048, 1})}, {}, "2049 is not a float16"},
        Vector{"UniformIntegers",
               {sample({2}, UniformDistribution{0, 1}, DType::kInt32)},
               {},
               "a uniform sample is of a floating dtype"},
        Vector{"NormalOfAnyMean", {half(NormalDistribution{0.1, 0.3})}, {}, ""},
        Vector{"FlagsOfIntegers",
               {sample({2}, BernoulliDistribution{0.5, {}}, DType::kInt32)},
               {},
               ""},
        Vector{"ValuesOfIntegers",
               {with_values(1, 1, DType::kInt32)},
               {},
               "the values of a sample are of a floating dtype"},
        Vector{"ValuesOfAnotherDtype",
               {with_values(tensor(DType::kFloat32, {2}, {1, 1}))},
               {},
               "float64 and of its shape"},
        Vector{"ValuesOfAnotherShape",
               {with_values(tensor(DType::kFloat64, {2, 1}, {1, 1}))},
               {},
               "float64 and of its shape"},
        Vector{"ValuesWithTerms", {with_values(1, 1)}, {0, 1, 0}, "terms need one"},
        Vector{"Values", {with_values(1, -3)}, {4, 0, 0.5}, ""},
        Vector{"SmallestNormalValue", {with_values(1, 0x1p-14)}, {}, ""},
        Vector{"SubnormalValue", {with_values(1, 0x1p-15)}, {}, kNotTold},
        Vector{"ValueThatItsLimitMakesSubnormal", {with_values(1, 0x1p-14)}, {1, 0, 0}, kNotTold},
        Vector{"LargestValue", {with_values(1, -65504)}, {}, ""},
        Vector{"ValueThatItsLimitLetsOverflow", {with_values(1, -65504)}, {1, 0, 0}, kNotTold},
        Vector{"ValueOneStepBelowTheLargest", {with_values(1, 65472)}, {1, 0, 0}, ""},
        Vector{"ValueWhoseTwoStepsOverflow", {with_values(1, 65472)}, {2, 0, 0}, kNotTold},
        Vector{"ValueWithinItsAbsoluteTolerance", {with_values(1, 2)}, {0, 0, 2}, kNotTold},
        Vector{"NaNValue", {with_values(1, kNaN)}, {}, kNotTold},
        Vector{"IndependentOfOneOfItsShape",
               {of_shape({2, 3}), independent(of_shape({2, 3}), {0})},
               {},
               ""},
        Vector{"IndependentOfOneOfAnotherShape",
               {of_shape({3, 2}), independent(of_shape({2, 3}), {0})},
               {},
               "shape by shape"},
        Vector{"IndependentOfASecondOneOfAnotherShape",
               {of_shape({2, 3}), of_shape({6}), independent(of_shape({2, 3}), {0, 1})},
               {},
               "shape by shape"},
        Vector{"IndependentOfOneThatIsDrawnAlike",
               {of_shape({1, 3}), independent(of_shape({2, 3}), {0}, {0})},
               {},
               ""},
        Vector{"IndependentOfOneThatIsDrawnOtherwise",
               {of_shape({2, 3}), independent(of_shape({2, 3}), {0}, {1})},
               {},
               "shape by shape"},
        Vector{"SameDrawOfItsShape", {of_shape({2}), same_as_first(of_shape({2}))}, {}, ""},
        Vector{"SameDrawOfAnotherShape",
               {of_shape({3}), same_as_first(of_shape({2}))},
               {},
               "outputs of one draw must have the same shape"}),
    [](const ::testing::TestParamInfo<Vector>& info) { return info.param.name; });

}  // namespace
}  // namespace kassay::compare::testing::sample_fault_test
