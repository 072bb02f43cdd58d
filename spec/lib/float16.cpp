#include "spec/lib/float16.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kassay {
namespace {

constexpr int kFractionBits = 10;
constexpr int kMinExponent = -14;
constexpr int kMaxExponent = 15;
constexpr int kBias = 15;
constexpr std::uint16_t kInfinity = 0x7c00;
constexpr std::uint16_t kQuietNan = 0x7e00;

}  // namespace

Float16::Float16(long double value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const long double magnitude = std::fabs(value);
  if (std::isnan(value)) {
    bits_ = sign | kQuietNan;
  } else if (magnitude == 0) {
    bits_ = sign;
  } else if (std::isinf(value)) {
    bits_ = sign | kInfinity;
  } else {
    // The significand in units of the last place of the result; subnormals share the smallest
    // exponent.
    const int exponent = std::max(std::ilogb(magnitude), kMinExponent);
    if (exponent > kMaxExponent) {
      bits_ = sign | kInfinity;
      return;
    }
    const long double scaled = std::scalbn(magnitude, kFractionBits - exponent);
    const auto units = static_cast<std::uint32_t>(std::nearbyint(scaled));
    // A carry out of the fraction moves into the exponent field by itself, up to infinity.
    const std::uint32_t biased = static_cast<std::uint32_t>(exponent + kBias - 1) << kFractionBits;
    bits_ = static_cast<std::uint16_t>(sign | (biased + units));
  }
}

Float16::operator float() const {
  const float sign = (bits_ & 0x8000) != 0 ? -1.0F : 1.0F;
  const int exponent = (bits_ >> kFractionBits) & 0x1f;
  const int fraction = bits_ & 0x3ff;
  if (exponent == 0x1f) {
    return fraction != 0 ? std::copysign(std::numeric_limits<float>::quiet_NaN(), sign)
                         : sign * std::numeric_limits<float>::infinity();
  }
  if (exponent == 0)
    return sign * std::ldexp(static_cast<float>(fraction), kMinExponent - kFractionBits);
  return sign * std::ldexp(static_cast<float>(fraction + 0x400), exponent - kBias - kFractionBits);
}

}  // namespace kassay
