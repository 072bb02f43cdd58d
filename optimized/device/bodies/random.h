// Random numbers, as in the reference (reference/arrays/random.h): each is a function of its stream and its place.
#pragma once

#include "optimized/device/bodies/listed.h"
#include "optimized/device/wide.h"

namespace kassay::optimized::device {

struct RandomBits {
  unsigned long long first, second;
};

struct RandomStream {
  unsigned long long seed;
  const unsigned long long* evaluation;  // each run fills it in

  // Philox4x32-10 (reference/arrays/philox.h). `attempt` counts how often the element is drawn again.
  KASSAY_BOTH RandomBits bits(long long place, unsigned int attempt) const {
    constexpr unsigned long long kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
    constexpr unsigned int kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
    constexpr int kRounds = 10;
    const auto low = [](unsigned long long word) { return static_cast<unsigned int>(word); };
    const auto high = [](unsigned long long word) { return static_cast<unsigned int>(word >> 32); };
    const auto number = static_cast<unsigned long long>(place);
    unsigned int c0 = low(number), c1 = high(number), c2 = low(*evaluation), c3 = attempt;
    unsigned int k0 = low(seed), k1 = high(seed);
    for (int round = 0; round < kRounds; ++round) {
      const unsigned long long product0 = kMultiplier0 * c0, product1 = kMultiplier1 * c2;
      c0 = high(product1) ^ c1 ^ k0;
      c1 = low(product1);
      c2 = high(product0) ^ c3 ^ k1;
      c3 = low(product0);
      k0 += kWeyl0;
      k1 += kWeyl1;
    }
    return {static_cast<unsigned long long>(c1) << 32 | c0,
            static_cast<unsigned long long>(c3) << 32 | c2};
  }
};

// bits * 2^-64
KASSAY_BOTH inline Wide unit(unsigned long long bits) {
  return exact_sum(static_cast<double>(static_cast<unsigned int>(bits >> 32)) * 0x1p-32,
                   static_cast<double>(static_cast<unsigned int>(bits)) * 0x1p-64);
}

// A number whose distance from `value` is at most `error`.
struct Near {
  double value, error;
};

// center + spread x
KASSAY_BOTH inline Near scaled(Near x, double center, double spread) {
  const double product = spread * x.value;
  return {center + product,
          absolute(spread) * x.error + (absolute(center) + absolute(product)) * 0x1p-50};
}
KASSAY_BOTH inline Wide scaled(Wide x, double center, double spread) {
  return to_64_bits(add({center, 0}, to_64_bits(multiply({spread, 0}, x))));
}

// Stores the number with the reference's rounding: if every number within the error rounds to the same one, this is the result; otherwise
// exact() is computed. For float64, exact() is always computed.
template <class T, class Exact>
KASSAY_BOTH inline void store_rounded(T* to, Near number, Exact&& exact) {
  const double low = number.value - number.error, high = number.value + number.error;
  const auto rounded_low = Conversion<T, double>::of(low);
  const bool is_certain = sizeof(T) < sizeof(double) && (low < 0) == (high < 0) &&
                          rounded_low == Conversion<T, double>::of(high);
  if (is_certain) {
    store(to, rounded_low);
  } else if (number.error < __builtin_huge_val()) {
    store(to, narrowed_to<T>(exact()));
  } else {  // a center or a spread that is not finite
    store(to, Conversion<T, double>::of(number.value));
  }
}

template <class T>
struct UniformNumbers {
  static constexpr const char* kName = "uniform numbers";
  T* y;
  RandomStream stream;
  double center, spread;
  KASSAY_BOTH void operator()(long long i) const {
    const Wide number = unit(stream.bits(i, 0).first);
    store_rounded(y + i, scaled(Near{number.high, 0x1p-53}, center, spread),
                  [&] { return scaled(number, center, spread); });
  }
};

// The Box-Muller method. The first uniform number is subtracted from 1.
KASSAY_BOTH inline Near nearly_normal(RandomBits bits) {
  const unsigned long long rest = 0 - bits.first;
  const Wide number = rest == 0 ? Wide{1, 0} : unit(rest);
  // log(high + low) is log(high) + low / high, up to a term of low^2.
  const double radius = square_root(-2 * (logarithm(number.high) + number.low / number.high));
  constexpr double kTwoPi = 6.283185307179586;
  // The bound covers functions within four units in the last place and the roundings between them, with a margin.
  return {radius * cosine(kTwoPi * unit(bits.second).high), radius * 0x1p-45};
}
// The steps of the reference, each rounded correctly to 64 bits. The reference's logarithm and cosine are not always rounded correctly:
// about one float64 number in 15,000 differs in its last bit.
KASSAY_BOTH inline Wide exactly_normal(RandomBits bits) {
  const unsigned long long rest = 0 - bits.first;
  const Wide logarithm_of_rest = to_64_bits(logarithm(rest == 0 ? Wide{1, 0} : unit(rest)));
  const Wide radius = to_64_bits(square_root(multiply({-2, 0}, logarithm_of_rest)));
  constexpr Wide kTwoPi = {0x1.921FB54442D18p+2, 0x1.1A8p-52};  // to 64 bits
  const Wide angle = to_64_bits(multiply(kTwoPi, unit(bits.second)));
  return to_64_bits(multiply(radius, to_64_bits(cosine(angle))));
}
KASSAY_BOTH inline bool is_beyond(double bound, RandomBits bits, Near near) {
  if (absolute(near.value) < bound - near.error) return false;
  if (absolute(near.value) > bound + near.error) return true;
  const Wide exact = exactly_normal(bits);
  const Wide beyond = add(exact.high < 0 ? negate(exact) : exact, {-bound, 0});
  return beyond.high > 0;
}

template <class T>
struct NormalNumbers {
  static constexpr const char* kName = "normal numbers";
  T* y;
  RandomStream stream;
  double center, spread, bound;  // a number farther than that from 0 is drawn again
  KASSAY_BOTH void operator()(long long i) const {
    RandomBits bits = stream.bits(i, 0);
    Near near = nearly_normal(bits);
    for (unsigned int attempt = 1; is_beyond(bound, bits, near); ++attempt) {
      bits = stream.bits(i, attempt);
      near = nearly_normal(bits);
    }
    store_rounded(y + i, scaled(near, center, spread),
                  [&] { return scaled(exactly_normal(bits), center, spread); });
  }
};

// Stores `one` with some probability, otherwise 0, for elements of any dtype.
template <class Bits>
struct BinomialNumbers {
  static constexpr const char* kName = "binomial numbers";
  Bits* y;
  RandomStream stream;
  unsigned long long below;  // bits below it give `one`
  bool always;
  Bits one;
  KASSAY_BOTH void operator()(long long i) const {
    y[i] = always || stream.bits(i, 0).first < below ? one : Bits{0};
  }
};

using RandomBodies = Listed<UniformNumbers<Half>, UniformNumbers<float>, UniformNumbers<double>,
                            NormalNumbers<Half>, NormalNumbers<float>, NormalNumbers<double>,
                            BinomialNumbers<unsigned char>, BinomialNumbers<unsigned short>,
                            BinomialNumbers<unsigned int>, BinomialNumbers<unsigned long long>>;

}  // namespace kassay::optimized::device
