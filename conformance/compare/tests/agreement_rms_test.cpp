// The root mean square of the differences of two answers: which elements count, and where its limit is.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "conformance/compare/agreement.h"
#include "conformance/compare/tests/answers.h"

namespace kassay::compare::testing::agreement_rms_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Elements near 1 of magnitude 64, so that r, the unit of the rms, is this.
constexpr double kMagnitude = 64;
constexpr double kUnit = 0x1p-24 * kMagnitude;
// Two answers may be 2 (1 + 1 + sqrt(64) / 2) = 12 units apart in the rms, and each of their elements
// 2 (2 (1 + sqrt(64))) = 36 units and 2 ulps.
constexpr Accuracy kAccuracy{1, 64, 0};
constexpr double kRmsLimit = 12;

// Pairs of elements with their magnitudes.
class Pairs {
 public:
  Pairs& add(int count, double first, double second, double magnitude = kMagnitude) {
    for (int i = 0; i < count; ++i) {
      first_.push_back(first);
      second_.push_back(second);
      magnitudes_.push_back(magnitude);
    }
    return *this;
  }
  // Elements that are so many units apart.
  Pairs& apart(int count, double units, double magnitude = kMagnitude) {
    return add(count, 1, 1 + units * kUnit, magnitude);
  }

  Agreement agreement(const Accuracy& accuracy = kAccuracy) const {
    const Shape shape = {static_cast<std::int64_t>(first_.size())};
    ExpectedTensor truth = expected(DType::kFloat32, shape, first_, magnitudes_);
    const Case test_case = case_expecting({truth}, accuracy);
    return compare_answers(answer({tensor(DType::kFloat32, shape, first_)}),
                           answer({tensor(DType::kFloat32, shape, second_)}), test_case,
                           test_case.expectation);
  }
  bool agree() const { return !agreement().disagreement; }

 private:
  std::vector<double> first_, second_, magnitudes_;
};

TEST(AgreementRms, IsToldWithItsLimit) {
  const Agreement agreement = Pairs().apart(64, 20).agreement();
  ASSERT_TRUE(agreement.disagreement);
  EXPECT_EQ(agreement.disagreement->check, Check::kRms);
  EXPECT_EQ(agreement.disagreement->difference, 20);
  EXPECT_EQ(agreement.disagreement->limit, kRmsLimit);
  EXPECT_EQ(agreement.disagreement->elements, 64);
  EXPECT_EQ(agreement.margin, 20 / kRmsLimit);
}

TEST(AgreementRms, AtItsLimitAgrees) {
  EXPECT_TRUE(Pairs().apart(64, kRmsLimit).agree());
  EXPECT_FALSE(Pairs().apart(64, kRmsLimit + 0.125).agree());
}

TEST(AgreementRms, IsNotTakenBelow64Elements) { EXPECT_TRUE(Pairs().apart(63, 20).agree()); }

TEST(AgreementRms, IsNotTakenWhereAnElementDiffers) {
  const Agreement agreement = Pairs().apart(63, 20).apart(1, 64).agreement();
  ASSERT_TRUE(agreement.disagreement);
  EXPECT_EQ(agreement.disagreement->check, Check::kElement);
}

TEST(AgreementRms, IsNotTakenWithoutTerms) {
  // A step of 1 is 2048 units where the magnitude is so small. Two answers may be two ulps and two units apart.
  const Agreement agreement = Pairs().add(64, 1, 1 + 0x1p-23, 0x1p-10).agreement({1, 0, 0});
  EXPECT_FALSE(agreement.disagreement);
  EXPECT_EQ(agreement.margin, 2048 / (2 * (2048 + 1.0)));
}

TEST(AgreementRms, MarginIsThatOfTheRmsWhereItIsLarger) {
  EXPECT_EQ(Pairs().apart(64, 9).agreement().margin, 9 / kRmsLimit);
}

TEST(AgreementRms, MarginIsThatOfAnElementWhereItIsLarger) {
  // The rms of one difference of 32 among 256 is 2; the element is near its limit of 36 units.
  const Agreement agreement = Pairs().apart(255, 0).apart(1, 32).agreement();
  EXPECT_NEAR(agreement.margin, 32 / 36.0, 0.01);
}

// An element that does not count among the 64 that it takes.
struct Uncounted {
  std::string name;
  double first, second, magnitude;
};

class AgreementRmsLeavesOut : public ::testing::TestWithParam<Uncounted> {};

TEST_P(AgreementRmsLeavesOut, ElementWithoutUse) {
  const auto& [name, first, second, magnitude] = GetParam();
  EXPECT_TRUE(Pairs().apart(63, 20).add(1, first, second, magnitude).agree());
  EXPECT_FALSE(Pairs().apart(64, 20).add(1, first, second, magnitude).agree());
}

TEST(AgreementRms, ElementsWithoutMagnitudeDoNotLowerIt) {
  EXPECT_FALSE(Pairs().apart(64, 20).add(640, 1, 1, 0).agree());
}

INSTANTIATE_TEST_SUITE_P(
    Elements, AgreementRmsLeavesOut,
    ::testing::Values(Uncounted{"ThatIsInfiniteInBoth", kInfinity, kInfinity, kMagnitude},
                      Uncounted{"WithoutMagnitude", 1, 1, 0},
                      Uncounted{"OfInfiniteMagnitude", 1, 1, kInfinity}),
    [](const ::testing::TestParamInfo<Uncounted>& info) { return info.param.name; });

TEST(AgreementRms, CountsElementsOfSmallMagnitude) {
  // Their unit is so much smaller.
  EXPECT_FALSE(Pairs().add(64, 0x1p-7, 0x1p-7 * (1 + 20 * 0x1p-24 * 64), 0.5).agree());
}

TEST(AgreementRms, CountsAnElementThatIsFiniteInOne) {
  // Half a step from the overflow threshold, and half a unit.
  const double max = float_format(DType::kFloat32).max;
  EXPECT_FALSE(Pairs().apart(63, 20).add(1, max, kInfinity, max).agree());
  EXPECT_FALSE(Pairs().apart(63, 20).add(1, kInfinity, max, max).agree());
}

TEST(AgreementRms, ElementsThatMightBeFiniteCountInTheMean) {
  // 64 of 128 differ by d: the rms is d / sqrt(2).
  const auto agree = [](double units) {
    return Pairs().apart(64, units).add(64, kInfinity, kInfinity).agree();
  };
  EXPECT_TRUE(agree(16.875));
  EXPECT_FALSE(agree(17));
}

}  // namespace
}  // namespace kassay::compare::testing::agreement_rms_test
