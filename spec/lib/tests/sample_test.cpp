// Samples in a vector file: each damaged in one place.
#include <gmock/gmock.h>

#include "spec/lib/function_vectors.h"
#include "spec/lib/tests/file_error.h"
#include "spec/lib/tests/vectors_directory.h"
#include "spec/lib/vectors.h"

namespace kassay::sample_test {
namespace {

using Json = nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Json sample(const Json& distribution) {
  return {{"kind", "sample"}, {"dtype", "float32"}, {"shape", {2}}, {"distribution", distribution}};
}

Json uniform() { return {{"name", "uniform"}, {"low", -1}, {"high", 2.5}}; }

// Two samples of a uniform distribution.
class VectorsWithSamples : public VectorsDirectory {
 public:
  VectorsWithSamples() {
    first()["modes"] = {"eager"};
    first().erase("gradient");
    first()["expect"]["outputs"] = {sample(uniform()), sample(uniform())};
    first()["expect"]["accuracy"]["terms"] = 0;
    first()["readings"] = Json::array();
  }
};

std::vector<Case> read(VectorsDirectory& vectors) {
  return read_cases(vectors.write(), "softmax", Tier::kCore);
}

// The error of reading the second sample with these members added or replaced.
std::string error_with(const Json& members) {
  VectorsWithSamples vectors;
  vectors.first()["expect"]["outputs"][1].update(members);
  return file_error([&] { read(vectors); });
}

std::string error_of(const Json& distribution) {
  return error_with({{"distribution", distribution}});
}

template <class T>
T read_distribution(const Json& distribution) {
  VectorsWithSamples vectors;
  vectors.first()["expect"]["outputs"][0]["distribution"] = distribution;
  const std::vector<Case> cases = read(vectors);
  return std::get<T>(std::get<ExpectedSample>(cases[0].expectation.outputs[0]).distribution);
}

TEST(Sample, IsReadWhole) {
  VectorsWithSamples vectors;
  vectors.first()["expect"]["outputs"][1].update(
      {{"constant_axes", {0}}, {"same_draw_as", 0}, {"independent_of", {0}}});
  const std::vector<Case> cases = read(vectors);
  const auto& first = std::get<ExpectedSample>(cases[0].expectation.outputs[0]);
  EXPECT_EQ(first.dtype, DType::kFloat32);
  EXPECT_EQ(first.shape, Shape{2});
  EXPECT_TRUE(first.constant_axes.empty());
  EXPECT_FALSE(first.same_draw_as);
  const auto& second = std::get<ExpectedSample>(cases[0].expectation.outputs[1]);
  EXPECT_THAT(second.constant_axes, ElementsAre(0));
  EXPECT_EQ(second.same_draw_as, 0);
  EXPECT_THAT(second.independent_of, ElementsAre(0));
}

TEST(Sample, EveryDistributionIsRead) {
  const auto read_uniform = read_distribution<UniformDistribution>(uniform());
  EXPECT_EQ(read_uniform.low, -1);
  EXPECT_EQ(read_uniform.high, 2.5);
  const auto normal =
      read_distribution<NormalDistribution>({{"name", "normal"}, {"mean", -1}, {"std", 3}});
  EXPECT_EQ(normal.mean, -1);
  EXPECT_EQ(normal.std, 3);
  const auto truncated = read_distribution<TruncatedNormalDistribution>(
      {{"name", "truncated-normal"}, {"mean", 1}, {"std", 3}, {"bound", 2}});
  EXPECT_EQ(truncated.bound, 2);
  const auto clipped = read_distribution<ClippedNormalDistribution>(
      {{"name", "clipped-normal"}, {"mean", 1}, {"std", 3}, {"bound", 1.5}});
  EXPECT_EQ(clipped.bound, 1.5);
  const auto bernoulli = read_distribution<BernoulliDistribution>(
      {{"name", "bernoulli"}, {"p", 0.25}, {"value", "value"}});
  EXPECT_EQ(bernoulli.p, 0.25);
  EXPECT_EQ(element(*bernoulli.value, 1), 0.5L);
}

TEST(Sample, UnknownDistribution) {
  EXPECT_THAT(error_of({{"name", "gauss"}}), HasSubstr("\"gauss\" is not a distribution"));
}

TEST(Sample, StandardDeviationOfZero) {
  EXPECT_THAT(error_of({{"name", "normal"}, {"mean", 0}, {"std", 0}}),
              HasSubstr("/outputs/1/distribution/std"));
}

TEST(Sample, EmptyRange) {
  EXPECT_THAT(error_of({{"name", "uniform"}, {"low", 1}, {"high", 1}}), HasSubstr("\"low\""));
}

TEST(Sample, CertainBernoulli) {
  EXPECT_THAT(error_of({{"name", "bernoulli"}, {"p", 1}}), HasSubstr("nothing to chance"));
}

TEST(Sample, ValuesOfAnotherDtype) {
  EXPECT_THAT(error_of({{"name", "bernoulli"}, {"p", 0.5}, {"value", "input"}}),
              HasSubstr("float64"));
}

TEST(Sample, MisspelledParameter) {
  EXPECT_THAT(error_of({{"name", "normal"}, {"mean", 0}, {"std", 1}, {"variance", 1}}),
              HasSubstr("variance"));
}

TEST(Sample, AxisThatTheShapeLacks) {
  EXPECT_THAT(error_with({{"constant_axes", {1}}}), HasSubstr("no such axis"));
}

TEST(Sample, RelationToItself) {
  EXPECT_THAT(error_with({{"same_draw_as", 1}}), HasSubstr("output 1 is not an earlier sample"));
}

TEST(Sample, RelationToAValue) {
  VectorsWithSamples vectors;
  vectors.first()["expect"]["outputs"][0] = {{"kind", "value"}, {"value", 1}};
  vectors.first()["expect"]["outputs"][1]["independent_of"] = {0};
  EXPECT_THAT(file_error([&] { read(vectors); }), HasSubstr("output 0 is not an earlier sample"));
}

TEST(Sample, ValuesWithoutAccuracy) {
  VectorsWithSamples vectors;
  vectors.first()["expect"]["outputs"][1]["distribution"] = {
      {"name", "bernoulli"}, {"p", 0.5}, {"value", "value"}};
  vectors.first()["expect"].erase("accuracy");
  EXPECT_THAT(file_error([&] { read(vectors); }), HasSubstr("\"accuracy\""));
}

TEST(Sample, ValuesWithTerms) {
  VectorsWithSamples vectors;
  vectors.first()["expect"]["outputs"][1]["distribution"] = {
      {"name", "bernoulli"}, {"p", 0.5}, {"value", "value"}};
  vectors.first()["expect"]["accuracy"]["terms"] = 3;
  EXPECT_THAT(file_error([&] { read(vectors); }), HasSubstr("no magnitude"));
}

}  // namespace
}  // namespace kassay::sample_test
