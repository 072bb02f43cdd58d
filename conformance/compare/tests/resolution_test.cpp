// How many different numbers a draw has: on draws that are coarse in one respect.
#include "conformance/compare/resolution.h"

#include <gtest/gtest.h>

#include <cmath>

#include "conformance/compare/tail_bounds.h"
#include "conformance/compare/tests/generated.h"

namespace kassay::compare::testing::resolution_test {
namespace {

constexpr double kProbability = 1e-10;

struct Resolution {
  Resolution(const Distribution& distribution, DType dtype, std::vector<double> numbers)
      : expected(sample({static_cast<std::int64_t>(numbers.size())}, distribution, dtype)),
        law(law_of(distribution, dtype)),
        draw{&expected, std::move(numbers), expected.shape},
        statistics(resolution(draw, law, kProbability)) {}

  Statistic named(const std::string& part) const {
    for (const Statistic& statistic : statistics) {
      EXPECT_EQ(statistic.check, Check::kResolution);
      if (statistic.name.find(part) != std::string::npos) return statistic;
    }
    ADD_FAILURE() << "no " << part;
    return {};
  }

  ExpectedSample expected;
  ContinuousLaw law;
  Draw draw;
  std::vector<Statistic> statistics;
};

// Numbers in [low, low + width) with so many random bits; the last bit is set in every second number.
std::vector<double> of_bits(int bits, double low = 0, double width = 1) {
  std::vector<double> numbers;
  for (int i = 0; i < 300; ++i) {
    const double step = 2.0 * i * std::floor(std::ldexp(1.0, bits - 1) / 300) + i % 2;
    numbers.push_back(low + width * std::ldexp(step, -bits));
  }
  return numbers;
}

std::vector<double> distinct(std::size_t count) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    numbers.push_back(std::sqrt(2.0) * static_cast<double>(i + 1) / static_cast<double>(count));
  }
  return numbers;
}

TEST(ResolutionStatistics, AreAsManyAsAreTaken) {
  const std::vector<double> numbers = distinct(256);
  const std::pair<Distribution, std::size_t> cases[] = {{UniformDistribution{0, 2}, 4},
                                                        {NormalDistribution{1, 1}, 3},
                                                        {TruncatedNormalDistribution{1, 1, 2}, 3}};
  for (const auto& [distribution, count] : cases) {
    for (const DType dtype : {DType::kFloat16, DType::kFloat32, DType::kFloat64}) {
      const std::size_t expected = count - (dtype == DType::kFloat16 ? 1 : 0);
      const Resolution found(distribution, dtype, numbers);
      EXPECT_EQ(found.statistics.size(), expected);
      EXPECT_EQ(resolution_statistics(found.draw, found.law), expected);
    }
  }
}

TEST(ResolutionStatistics, AreNoneOfALawWithAtoms) {
  const Resolution found(ClippedNormalDistribution{0, 1, 2}, DType::kFloat32, distinct(256));
  EXPECT_TRUE(found.statistics.empty());
  EXPECT_EQ(resolution_statistics(found.draw, found.law), 0U);
}

TEST(Repeated, NumbersAreCounted) {
  std::vector<double> numbers = distinct(256);
  numbers[3] = numbers[200];
  numbers[4] = numbers[200];
  numbers[9] = numbers[100];
  const Resolution found(NormalDistribution{1, 1}, DType::kFloat64, numbers);
  const Statistic statistic = found.named("equal to an earlier one");
  EXPECT_EQ(statistic.expected, 0);
  EXPECT_EQ(statistic.actual, 3);
  const double mean = 256.0 * 255 / 2 * found.law.most_likely;
  EXPECT_EQ(statistic.limit, many_events_limit(kProbability, mean) - 1);
  EXPECT_EQ(statistic.probability, many_events_probability(3, mean));
  EXPECT_EQ(statistic.hint, "Of 256 numbers only 253 are different.");
}

TEST(Repeated, NumbersMayBeAllThatThereAre) {
  // 1024 numbers of 10 random bits: more repetitions are likely than there are numbers.
  const Resolution found(UniformDistribution{0, 1}, DType::kFloat16,
                         std::vector<double>(1024, 0.5));
  EXPECT_EQ(found.named("equal to an earlier one").limit, 1024);
}

TEST(MostFrequent, NumberIsTheFirstOfThose) {
  std::vector<double> numbers = distinct(256);
  numbers[3] = numbers[4] = numbers[5] = 0.25;
  numbers[13] = numbers[14] = 0.125;
  numbers[23] = numbers[24] = numbers[25] = 0.5;
  const Resolution found(NormalDistribution{1, 1}, DType::kFloat32, numbers);
  const Statistic statistic = found.named("most frequent");
  EXPECT_EQ(statistic.expected, 1);
  EXPECT_EQ(statistic.actual, 3);
  EXPECT_EQ(statistic.limit, repetition_limit(kProbability, 256, found.law.most_likely) - 2);
  EXPECT_EQ(statistic.probability, repetition_probability(3, 256, found.law.most_likely));
  EXPECT_EQ(statistic.hint, "The number 0.25 comes again and again.");
}

TEST(MostFrequent, NumberMayBeTheSmallest) {
  std::vector<double> numbers = distinct(256);
  numbers[3] = numbers[4] = -1;
  EXPECT_EQ(Resolution(NormalDistribution{1, 1}, DType::kFloat32, numbers).named("most").actual, 2);
}

// Rounding is 4.625 u of the width of [-3, 5], and 5 u of that of [0, 1]: a float32 shows grids of 17
// bits, sixteen times that, and not of 18. A float64 shows more than the 29 that are asked for.
struct Grid {
  std::string name;
  DType dtype;
  double low, width;
  int told, fewest;
};

class RandomBits : public ::testing::TestWithParam<Grid> {};

TEST_P(RandomBits, AreToldAsFarAsRoundingLetsThem) {
  const Grid& grid = GetParam();
  const UniformDistribution uniform{grid.low, grid.low + grid.width};
  const auto statistic = [&](int bits) {
    return Resolution(uniform, grid.dtype, of_bits(bits, grid.low, grid.width)).named("bits");
  };
  const Statistic seen = statistic(grid.told);
  EXPECT_EQ(seen.expected, grid.fewest);
  EXPECT_EQ(seen.actual, grid.told);
  EXPECT_EQ(seen.limit, grid.fewest - grid.told - 0.5);
  EXPECT_FALSE(seen.passed());
  EXPECT_EQ(seen.probability, std::exp2(-299));
  EXPECT_EQ(seen.hint, "Every number is a multiple of 2^-" + std::to_string(grid.told) +
                           " of the range: " + std::to_string(grid.told) + " random bits, and " +
                           std::string(dtype_name(grid.dtype)) + " has at least " +
                           std::to_string(grid.fewest) + ".");
  const Statistic unseen = statistic(grid.told + 1);
  EXPECT_EQ(unseen.actual, grid.fewest);
  EXPECT_EQ(unseen.probability, 1);
  EXPECT_TRUE(unseen.passed());
  EXPECT_EQ(statistic(grid.told - 5).actual, grid.told - 5);
}

INSTANTIATE_TEST_SUITE_P(
    Dtypes, RandomBits,
    ::testing::Values(Grid{"Float32", DType::kFloat32, 0, 1, 17, 23},
                      Grid{"Float32OfAnotherRange", DType::kFloat32, -3, 8, 17, 23},
                      Grid{"Float32OfThirds", DType::kFloat32, 1, 3, 17, 23},
                      Grid{"Float32OfRoundingThatJustShowsIt", DType::kFloat32, 3, 1, 17, 23},
                      Grid{"Float64", DType::kFloat64, 0, 1, 29, 31}),
    [](const ::testing::TestParamInfo<Grid>& info) { return info.param.name; });

TEST(RandomBitsThatAreRounded, AreToldWithinTheRounding) {
  const auto bits = [](double roundoffs) {
    std::vector<double> numbers = of_bits(12);
    for (double& number : numbers) number += roundoffs * 0x1p-24;
    return Resolution(UniformDistribution{0, 1}, DType::kFloat32, numbers).named("bits").actual;
  };
  EXPECT_EQ(bits(4), 12);
  EXPECT_EQ(bits(6), 23);
}

TEST(RandomBitsOfAConstant, AreNone) {
  EXPECT_EQ(Resolution(UniformDistribution{0, 1}, DType::kFloat32, std::vector<double>(256, 0.0))
                .named("bits")
                .actual,
            0);
}

TEST(Digits, OfTheNarrowerType) {
  const std::pair<DType, std::string> cases[] = {{DType::kFloat32, "float16"},
                                                 {DType::kFloat64, "float32"}};
  for (const auto& [dtype, narrower] : cases) {
    std::vector<double> numbers(256, 0.25);
    const auto statistic = [&] {
      return Resolution(NormalDistribution{0, 1}, dtype, numbers)
          .named("share of numbers that " + narrower);
    };
    EXPECT_EQ(statistic().actual, 1);
    EXPECT_EQ(statistic().limit, 1 - 0.5 / 256);
    EXPECT_FALSE(statistic().passed());
    EXPECT_EQ(statistic().probability, std::exp2(-256));
    EXPECT_EQ(statistic().hint, "Every number is one that " + narrower +
                                    " holds: few of those of the dtype are there.");
    numbers[7] = dtype == DType::kFloat32 ? 0.1F : 0.1;
    EXPECT_EQ(statistic().actual, 255.0 / 256);
    EXPECT_TRUE(statistic().passed());
    EXPECT_EQ(statistic().probability, 1);
  }
}

TEST(LastOfAnOddCount, IsLookedAtWhereChanceCannotMakeItTheMean) {
  std::vector<double> numbers = distinct(257);
  const auto count = [&](DType dtype) {
    return Resolution(NormalDistribution{1, 1}, dtype, numbers).statistics.size();
  };
  EXPECT_EQ(count(DType::kFloat32), 3U);
  EXPECT_EQ(count(DType::kFloat64), 4U);
  numbers.pop_back();
  EXPECT_EQ(count(DType::kFloat64), 3U);
}

TEST(LastOfAnOddCount, IsTheMeanOrNot) {
  std::vector<double> numbers = distinct(257);
  numbers[0] = 1;
  const auto last = [&] {
    return Resolution(NormalDistribution{1, 1}, DType::kFloat64, numbers).named("last number");
  };
  EXPECT_EQ(last().actual, 0);
  EXPECT_EQ(last().probability, 1);
  EXPECT_TRUE(last().passed());
  numbers.back() = 1;
  EXPECT_EQ(last().actual, 1);
  EXPECT_FALSE(last().passed());
  EXPECT_EQ(last().hint,
            "The last of an odd count is the mean itself, as if it had not been drawn.");
  EXPECT_EQ(last().probability, law_of(NormalDistribution{1, 1}, DType::kFloat64).most_likely);
}

}  // namespace
}  // namespace kassay::compare::testing::resolution_test
