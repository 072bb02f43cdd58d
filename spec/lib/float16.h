// IEEE 754 binary16 as a storage type: every conversion rounds once, to nearest, ties to even.
#pragma once

#include <cstdint>

namespace kassay {

class Float16 {
 public:
  Float16() = default;
  explicit Float16(long double value);
  static Float16 from_bits(std::uint16_t bits) {
    Float16 result;
    result.bits_ = bits;
    return result;
  }
  std::uint16_t bits() const { return bits_; }
  explicit operator float() const;
  explicit operator double() const { return static_cast<float>(*this); }
  explicit operator long double() const { return static_cast<float>(*this); }

 private:
  std::uint16_t bits_ = 0;
};
static_assert(sizeof(Float16) == 2);

}  // namespace kassay
