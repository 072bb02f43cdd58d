// Right generators pass, exact ones and those that are as coarse as their dtype; what a verdict on
// a sample says; vectors that are at fault.
#include <gtest/gtest.h>

#include "conformance/compare/tests/generated.h"

namespace kassay::compare::testing::sample_test {
namespace {

constexpr DType kFloats[] = {DType::kFloat16, DType::kFloat32, DType::kFloat64};
const Shape kShape = {200, 300};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The checks that fail, over all dtypes and seeds.
std::string failing_ever(const Distribution& distribution, const Generator& generator,
                         const Shape& shape = kShape) {
  std::string checks;
  for (const DType dtype : kFloats) {
    for (const std::uint64_t seed : kSeeds) {
      checks +=
          failing(generated(dtype, shape, generator, seed), sample(shape, distribution, dtype));
    }
  }
  return checks;
}

TEST(RightSample, Uniform) {
  EXPECT_EQ(failing_ever(UniformDistribution{0, 1}, uniform(0, 1)), "");
  EXPECT_EQ(failing_ever(UniformDistribution{-3, 5}, uniform(-3, 5)), "");
}

TEST(RightSample, Normal) {
  EXPECT_EQ(failing_ever(NormalDistribution{0, 1}, normal(0, 1)), "");
  EXPECT_EQ(failing_ever(NormalDistribution{-3, 0.5}, normal(-3, 0.5)), "");
}

TEST(RightSample, TruncatedNormal) {
  EXPECT_EQ(failing_ever(TruncatedNormalDistribution{0, 1, 2}, truncated_normal(0, 1)), "");
  EXPECT_EQ(failing_ever(TruncatedNormalDistribution{1.5, 3, 2}, truncated_normal(1.5, 3)), "");
}

TEST(RightSample, ClippedNormal) {
  EXPECT_EQ(failing_ever(ClippedNormalDistribution{0, 1, 2}, clipped_normal(0, 1)), "");
}

TEST(RightSample, Bernoulli) {
  EXPECT_EQ(failing_ever(BernoulliDistribution{0.3, {}}, bernoulli(0.3)), "");
  EXPECT_EQ(failing_ever(BernoulliDistribution{0.9, {}}, bernoulli(0.9)), "");
}

TEST(RightSample, LargestOfTheVectors) {
  for (const std::uint64_t seed : kSeeds) {
    EXPECT_EQ(failing(generated(DType::kFloat32, {1000, 1000}, normal(0, 1), seed),
                      sample({1000, 1000}, NormalDistribution{0, 1})),
              "");
  }
}

// `bits` random bits, cut off, as a backend takes them that computes in a small dtype.
Generator coarse_uniform(int bits) {
  return [bits](Engine& engine) {
    return std::ldexp(std::floor(std::ldexp(uniform01(engine), bits)), -bits);
  };
}

TEST(RightSample, UniformOfTheBitsThatTheDtypeHas) {
  const std::pair<DType, int> cases[] = {
      {DType::kFloat16, 10}, {DType::kFloat32, 23}, {DType::kFloat64, 31}};
  for (const auto& [dtype, bits] : cases) {
    for (const std::uint64_t seed : kSeeds) {
      const Tensor tensor = generated(dtype, {400, 500}, coarse_uniform(bits), seed);
      EXPECT_EQ(failing(tensor, sample({400, 500}, UniformDistribution{0, 1}, dtype)), "");
    }
  }
}

// Two uniform numbers make one normal number.
TEST(RightSample, NormalOfTheBitsThatTheDtypeHas) {
  const std::pair<DType, int> cases[] = {{DType::kFloat32, 23}, {DType::kFloat64, 31}};
  for (const auto& [dtype, bits] : cases) {
    const Generator normal = [uniform = coarse_uniform(bits)](Engine& engine) {
      const double radius = std::sqrt(-2 * std::log(1 - uniform(engine)));
      return 2 + 0.5 * radius * std::cos(2 * std::acos(-1.0) * uniform(engine));
    };
    const Shape shape = {999, 501};
    for (const std::uint64_t seed : kSeeds) {
      EXPECT_EQ(failing(generated(dtype, shape, normal, seed),
                        sample(shape, NormalDistribution{2, 0.5}, dtype)),
                "");
    }
  }
}

TEST(RightSample, HalfPrecision) {
  for (const std::uint64_t seed : kSeeds) {
    EXPECT_EQ(failing(generated(DType::kFloat16, kShape, normal(-1.5, 0.25), seed),
                      sample(kShape, NormalDistribution{-1.5, 0.25}, DType::kFloat16)),
              "");
    EXPECT_EQ(failing(generated(DType::kFloat16, kShape, truncated_normal(1.5, 0.25), seed),
                      sample(kShape, TruncatedNormalDistribution{1.5, 0.25, 2}, DType::kFloat16)),
              "");
  }
}

TEST(RightSample, FlagsFromAComparisonInHalfPrecision) {
  const Generator flags = [](Engine& engine) {
    return coarse_uniform(10)(engine) <= 0.3 ? 1.0 : 0.0;
  };
  for (const std::uint64_t seed : kSeeds) {
    const Tensor tensor = generated(DType::kFloat16, {640, 640}, flags, seed);
    EXPECT_EQ(failing(tensor, sample({640, 640}, BernoulliDistribution{0.3, {}}, DType::kFloat16)),
              "");
  }
}

TEST(RightSample, HalfPrecisionMayRoundToTheUpperEnd) {
  const Tensor tensor = generated(DType::kFloat16, kShape, uniform(0, 1));
  bool reached = false;
  for (std::int64_t i = 0; i < tensor.size(); ++i) reached |= element(tensor, i) == 1;
  EXPECT_TRUE(reached);
  EXPECT_EQ(failing(tensor, sample(kShape, UniformDistribution{0, 1}, DType::kFloat16)), "");
}

TEST(RightSample, IndependentOutputs) {
  ExpectedSample second = sample(kShape, NormalDistribution{0, 1});
  second.independent_of = {0};
  for (const std::uint64_t seed : kSeeds) {
    Engine engine(seed);
    const Tensor first = generated(DType::kFloat32, kShape, normal(0, 1), engine);
    const Tensor other = generated(DType::kFloat32, kShape, normal(0, 1), engine);
    EXPECT_EQ(failing(first, other, sample(kShape, NormalDistribution{0, 1}), second), "");
  }
}

TEST(RightSample, FewNumbersHaveARangeOnly) {
  const Tensor constant = tensor(DType::kFloat32, {3}, {0.5, 0.5, 0.5});
  EXPECT_EQ(failing(constant, sample({3}, UniformDistribution{0, 1})), "");
  EXPECT_EQ(failing(constant, sample({3}, UniformDistribution{1, 2})), "range");
}

TEST(RightSample, ScalarAndEmptyTensor) {
  EXPECT_EQ(failing(tensor(DType::kFloat32, {}, {0.5}), sample({}, UniformDistribution{0, 1})), "");
  EXPECT_EQ(failing(tensor(DType::kFloat32, {0, 3}, {}), sample({0, 3}, NormalDistribution{0, 1})),
            "");
}

// How often a right generator comes near its limits: with limits at 1e-9, margins above 0.9 have a
// probability of about 1e-7.
TEST(RightSample, MarginsAreFarFromTheLimits) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Tensor tensor = generated(DType::kFloat32, {20, 60}, uniform(0, 1), seed);
    const Verdict verdict =
        compare(answer({tensor}), {{sample({20, 60}, UniformDistribution{0, 1})}, {}}, {}, false);
    EXPECT_LT(verdict.margin, 0.9) << seed;
    EXPECT_GT(verdict.margin, 0.0) << seed;
  }
}

Case case_of(const ExpectedSample& expected) { return case_expecting({expected}); }

TEST(SampleVerdict, SaysHowFarTheVarianceIsOff) {
  const Tensor wrong = generated(DType::kFloat32, kShape, normal(0, std::sqrt(2.0)));
  const CaseResult result =
      judged(answer({wrong}), case_of(sample(kShape, NormalDistribution{0, 2})));
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_EQ(result.failure->check, Check::kVariance);
  EXPECT_TRUE(contains(result.message, "50 % too small")) << result.message;
  EXPECT_TRUE(contains(result.message, "with a probability of less than 1e-300")) << result.message;
  EXPECT_GT(result.margin, 1);
}

TEST(SampleVerdict, SaysHowUnlikelyAMeanIs) {
  const Tensor wrong = generated(DType::kFloat32, kShape, normal(0.04, 1));
  const CaseResult result =
      judged(answer({wrong}), case_of(sample(kShape, NormalDistribution{0, 1})));
  EXPECT_EQ(result.failure->check, Check::kMean);
  EXPECT_TRUE(contains(result.message, "expected the mean to be 0 to within 0.02"))
      << result.message;
  EXPECT_TRUE(contains(result.message, "with a probability of at most ")) << result.message;
}

TEST(SampleVerdict, SaysWhatShareIsNotTruncated) {
  const Tensor wrong = generated(DType::kFloat32, kShape, normal(0, 1));
  const CaseResult result =
      judged(answer({wrong}), case_of(sample(kShape, TruncatedNormalDistribution{0, 1, 2})));
  EXPECT_EQ(result.failure->check, Check::kRange);
  EXPECT_NEAR(static_cast<double>(result.failure->mismatched), 0.0455 * 60000, 300);
  EXPECT_TRUE(contains(result.message, "more than 2 standard deviations")) << result.message;
}

TEST(SampleVerdict, SaysHowManyRandomBitsThereAre) {
  const Tensor draw = generated(DType::kFloat64, kShape, coarse_uniform(24));
  const CaseResult result =
      judged(answer({draw}), case_of(sample(kShape, UniformDistribution{0, 1}, DType::kFloat64)));
  EXPECT_TRUE(contains(result.message,
                       "Every number is a multiple of 2^-24 of the range: 24 random "
                       "bits, and float64 has at least 31."))
      << result.message;
  EXPECT_TRUE(
      contains(result.message, "output 0 is not a plausible sample of 60000 draws: expected"))
      << result.message;
}

TEST(SampleVerdict, SaysThatElementsRepeat) {
  ExpectedSample second = sample(kShape, NormalDistribution{0, 1});
  second.independent_of = {0};
  const Tensor draw = generated(DType::kFloat32, kShape, normal(0, 1));
  const Case test_case = case_expecting({sample(kShape, NormalDistribution{0, 1}), second});
  const CaseResult result = judged(answer({draw, draw}), test_case);
  EXPECT_EQ(result.failure->output, 1);
  EXPECT_TRUE(contains(result.message, "The same numbers come again")) << result.message;
}

TEST(SampleVerdict, WrongReadingIsNamed) {
  Case test_case = case_of(sample(kShape, TruncatedNormalDistribution{0, 1, 2}));
  test_case.readings = {
      {"clipped", false, {{sample(kShape, ClippedNormalDistribution{0, 1, 2})}, {}}}};
  const Tensor clipped = generated(DType::kFloat32, kShape, clipped_normal(0, 1));
  EXPECT_EQ(judged(answer({clipped}), test_case).reading, "clipped");
}

TEST(SampleVerdict, ATensorIsExpected) {
  EXPECT_EQ(failing_check(answer({Value(0.5)}), {sample({}, UniformDistribution{0, 1})}), "value");
}

std::string fault(const ExpectedSample& expected, const Accuracy& accuracy = {}) {
  Case test_case = case_of(expected);
  test_case.accuracy = accuracy;
  const CaseResult result = judged(answer({Tensor(expected.dtype, expected.shape)}), test_case);
  EXPECT_EQ(result.outcome, Outcome::kError);
  return result.message;
}

TEST(SampleFault, UniformWhoseEndsTheDtypeDoesNotHold) {
  EXPECT_TRUE(contains(fault(sample({2}, UniformDistribution{0, 0.1})), "0.1 is not a float32"));
}

TEST(SampleFault, NormalOfIntegers) {
  EXPECT_TRUE(contains(fault(sample({2}, NormalDistribution{0, 1}, DType::kInt32)), "floating"));
}

TEST(SampleFault, ValueThatIsZero) {
  const Tensor values = tensor(DType::kFloat64, {2}, {1, 0});
  EXPECT_TRUE(contains(fault(sample({2}, BernoulliDistribution{0.5, values})), "too close to 0"));
}

TEST(SampleFault, ValueThatOverflows) {
  const Tensor values = tensor(DType::kFloat64, {2}, {1, 65504});
  EXPECT_TRUE(
      contains(fault(sample({2}, BernoulliDistribution{0.5, values}, DType::kFloat16), {4, 0, 0}),
               "infinity"));
}

TEST(SampleFault, IndependentOutputsOfDifferentShapes) {
  ExpectedSample second = sample({3}, UniformDistribution{0, 1});
  second.independent_of = {0};
  const Case test_case = case_expecting({sample({2}, UniformDistribution{0, 1}), second});
  const Answer zeros = answer({Tensor(DType::kFloat32, {2}), Tensor(DType::kFloat32, {3})});
  const CaseResult result = judged(zeros, test_case);
  EXPECT_TRUE(contains(result.message, "shape by shape")) << result.message;
}

}  // namespace
}  // namespace kassay::compare::testing::sample_test
