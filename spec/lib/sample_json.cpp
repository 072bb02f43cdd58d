#include "spec/lib/sample_json.h"

#include <algorithm>
#include <cmath>

namespace kassay {
namespace {

constexpr char kUniform[] = "uniform";
constexpr char kNormal[] = "normal";
constexpr char kTruncatedNormal[] = "truncated-normal";
constexpr char kClippedNormal[] = "clipped-normal";
constexpr char kBernoulli[] = "bernoulli";

struct Name {
  std::string operator()(const UniformDistribution&) const { return kUniform; }
  std::string operator()(const NormalDistribution&) const { return kNormal; }
  std::string operator()(const TruncatedNormalDistribution&) const { return kTruncatedNormal; }
  std::string operator()(const ClippedNormalDistribution&) const { return kClippedNormal; }
  std::string operator()(const BernoulliDistribution&) const { return kBernoulli; }
};

double finite(const JsonNode& node) {
  const double number = node.number();
  if (!std::isfinite(number)) node.fail("expected a finite number");
  return number;
}

double positive(const JsonNode& node) {
  const double number = finite(node);
  if (!(number > 0)) node.fail("expected a number above 0");
  return number;
}

UniformDistribution read_uniform(const JsonNode& node) {
  node.allow_only({"name", "low", "high"});
  const UniformDistribution uniform{finite(node.at("low")), finite(node.at("high"))};
  if (!(uniform.low < uniform.high)) node.fail("\"low\" must be below \"high\"");
  return uniform;
}

NormalDistribution read_normal(const JsonNode& node) {
  node.allow_only({"name", "mean", "std"});
  return {finite(node.at("mean")), positive(node.at("std"))};
}

template <class Bounded>
Bounded read_bounded_normal(const JsonNode& node) {
  node.allow_only({"name", "mean", "std", "bound"});
  return {finite(node.at("mean")), positive(node.at("std")), positive(node.at("bound"))};
}

BernoulliDistribution read_bernoulli(const JsonNode& node, const Shape& shape,
                                     const TensorFile& tensors) {
  node.allow_only({"name", "p", "value"});
  BernoulliDistribution bernoulli{positive(node.at("p")), std::nullopt};
  if (bernoulli.p >= 1) node.at("p").fail("a probability of 0 or 1 leaves nothing to chance");
  const auto name = node.find("value");
  if (!name) return bernoulli;
  const auto found = tensors.tensors.find(name->text());
  if (found == tensors.tensors.end()) {
    name->fail("the safetensors file has no tensor \"" + name->text() + "\"");
  }
  if (found->second.dtype() != DType::kFloat64 || found->second.shape() != shape) {
    name->fail("the tensor " + name->text() + " is not float64" + to_string(shape));
  }
  bernoulli.value = found->second;
  return bernoulli;
}

Distribution read_distribution(const JsonNode& node, const Shape& shape,
                               const TensorFile& tensors) {
  const JsonNode name = node.at("name");
  if (name.text() == kUniform) return read_uniform(node);
  if (name.text() == kNormal) return read_normal(node);
  if (name.text() == kTruncatedNormal) {
    return read_bounded_normal<TruncatedNormalDistribution>(node);
  }
  if (name.text() == kClippedNormal) return read_bounded_normal<ClippedNormalDistribution>(node);
  if (name.text() == kBernoulli) return read_bernoulli(node, shape, tensors);
  name.fail("\"" + name.text() + "\" is not a distribution");
}

}  // namespace

std::string distribution_name(const Distribution& distribution) {
  return std::visit(Name{}, distribution);
}

ExpectedSample read_sample(const JsonNode& node, const TensorFile& tensors) {
  node.allow_only({"kind", "dtype", "shape", "distribution", "constant_axes", "same_draw_as",
                   "independent_of"});
  ExpectedSample sample;
  sample.dtype = node.at("dtype").word(parse_dtype, "dtype of the API");
  for (const JsonNode& dimension : node.at("shape").elements()) {
    sample.shape.push_back(dimension.count());
  }
  sample.distribution = read_distribution(node.at("distribution"), sample.shape, tensors);
  if (const auto axes = node.find("constant_axes")) {
    for (const JsonNode& axis : axes->distinct_elements()) {
      sample.constant_axes.push_back(axis.count());
      if (sample.constant_axes.back() >= static_cast<std::int64_t>(sample.shape.size())) {
        axis.fail("the shape has no such axis");
      }
    }
  }
  if (const auto other = node.find("same_draw_as")) {
    sample.same_draw_as = other->small_count();
  }
  if (const auto others = node.find("independent_of")) {
    for (const JsonNode& other : others->distinct_elements()) {
      sample.independent_of.push_back(other.small_count());
    }
  }
  return sample;
}

}  // namespace kassay
