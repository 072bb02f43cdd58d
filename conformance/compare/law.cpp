#include "conformance/compare/law.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace kassay::compare {
namespace {

constexpr double kPeak = 0.4;    // above the largest value of the standard normal density
constexpr double kSlope = 0.25;  // above the largest |z| times that density

double normal_density(double z) { return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi); }
double normal_share(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

// Second and fourth moment of a standard normal number cut at `bound`, and the share within it.
struct CutMoments {
  explicit CutMoments(double bound)
      : within(1 - 2 * normal_share(-bound)),
        second(1 - 2 * bound * normal_density(bound) / within),
        fourth(3 - 2 * (bound * bound * bound + 3 * bound) * normal_density(bound) / within) {}
  double within, second, fourth;
};

// The common part of all normal distributions; `mean` and `std` are the values before any cut.
ContinuousLaw normal_law(double mean, double std, double roundoff) {
  ContinuousLaw law;
  law.mean = mean;
  law.std = std;
  law.reach = std::numeric_limits<double>::infinity();
  law.range = {-std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  law.relative_shift = 5 * roundoff;
  law.absolute_shift = roundoff * std::fabs(mean);
  law.transform = [mean, std](double y) { return normal_share((y - mean) / std); };
  law.share_up_to = [](double s) { return s; };
  law.transform_shift = kSlope * law.relative_shift + kPeak * law.absolute_shift / std;
  return law;
}

void cut(ContinuousLaw& law, double bound, double second, double fourth, double roundoff) {
  // Here std is still that of the uncut distribution. Rounded are the bound, std, their product,
  // mean and the sum.
  const double edge = bound * law.std;
  const double end = edge + 4 * roundoff * edge + 2 * roundoff * std::fabs(law.mean);
  law.range = {law.mean - end, law.mean + end};
  law.std *= std::sqrt(second);
  law.fourth_moment = fourth / (second * second);
  law.reach = edge / law.std;
}

struct MakeLaw {
  double roundoff;

  ContinuousLaw operator()(const UniformDistribution& uniform) const {
    const double width = uniform.high - uniform.low;
    ContinuousLaw law;
    law.mean = (uniform.low + uniform.high) / 2;
    law.std = width / std::sqrt(12.0);
    law.fourth_moment = 1.8;
    law.reach = std::sqrt(3.0);
    law.range = {uniform.low, uniform.high};
    law.absolute_shift =
        4 * roundoff * width + roundoff * std::max(std::fabs(uniform.low), std::fabs(uniform.high));
    law.transform = [low = uniform.low, width](double y) { return (y - low) / width; };
    law.share_up_to = [](double s) { return s; };
    law.transform_shift = law.absolute_shift / width;
    return law;
  }
  ContinuousLaw operator()(const NormalDistribution& normal) const {
    return normal_law(normal.mean, normal.std, roundoff);
  }
  ContinuousLaw operator()(const TruncatedNormalDistribution& normal) const {
    ContinuousLaw law = normal_law(normal.mean, normal.std, roundoff);
    const CutMoments moments(normal.bound);
    const double below = normal_share(-normal.bound);
    law.transform = [normal, below, within = moments.within](double y) {
      return (normal_share((y - normal.mean) / normal.std) - below) / within;
    };
    law.transform_shift /= moments.within;
    cut(law, normal.bound, moments.second, moments.fourth, roundoff);
    return law;
  }
  ContinuousLaw operator()(const ClippedNormalDistribution& normal) const {
    ContinuousLaw law = normal_law(normal.mean, normal.std, roundoff);
    const CutMoments moments(normal.bound);
    const double below = normal_share(-normal.bound);
    law.share_up_to = [below](double s) { return s < below ? 0 : s < 1 - below ? s : 1; };
    const double square = normal.bound * normal.bound;
    const double outside = 1 - moments.within;
    cut(law, normal.bound, moments.within * moments.second + outside * square,
        moments.within * moments.fourth + outside * square * square, roundoff);
    return law;
  }
  ContinuousLaw operator()(const BernoulliDistribution&) const { return {}; }
};

}  // namespace

ContinuousLaw law_of(const Distribution& distribution, DType dtype) {
  ContinuousLaw law = std::visit(MakeLaw{float_format(dtype).roundoff}, distribution);
  if (!std::holds_alternative<ClippedNormalDistribution>(distribution)) {
    law.most_likely = 2 * (law.transform_shift + std::exp2(-fewest_random_bits(dtype)));
  }
  return law;
}

int fewest_random_bits(DType dtype) {
  switch (dtype) {
    case DType::kFloat16:
      return 10;
    case DType::kFloat32:
      return 23;
    default:
      return 31;
  }
}

Interval probabilities_of(const BernoulliDistribution& distribution, DType dtype) {
  const double shift = is_floating(dtype) ? 4 * float_format(dtype).roundoff : 0;
  return {std::max(0.0, distribution.p - shift), std::min(1.0, distribution.p + shift)};
}

}  // namespace kassay::compare
