#include "optimized/cpu/random.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include "optimized/cpu/certain_rounding.h"
#include "optimized/cpu/parallel.h"
#include "optimized/cpu/vector_math.h"
#include "optimized/cpu/vectors.h"
#include "reference/arrays/philox.h"

namespace kassay::optimized {
namespace {

using reference::Real;

// Elements at a time: their words, values and error bounds stay in the first-level cache.
constexpr std::int64_t kDraws = kRoundedTogether;
constexpr int kRounds = 10;
constexpr std::uint64_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
constexpr std::uint32_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
constexpr double kTwoToMinus32 = 0x1p-32, kTwoToMinus64 = 0x1p-64;

template <class T>
using Draws = std::array<T, kDraws>;

std::uint32_t low_word(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
std::uint32_t high_word(std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32); }

struct Bits {
  Draws<std::uint64_t> first, second;
};

using Words = Vector<std::uint64_t>;  // each lane in its low half
constexpr std::int64_t kLanes = kVectorLanes<std::uint64_t>;
// Vectors at a time: the multiplications of one hide the latency of the others.
constexpr int kTogether = 2;
static_assert(kDraws % (kTogether * kLanes) == 0);

// Ignores the high halves.
Words products_of_low_halves(Words x, Words y) {
#if defined(__AVX512F__)
  return reinterpret_cast<Words>(
      _mm512_maskz_mul_epu32(0xFF, reinterpret_cast<__m512i>(x), reinterpret_cast<__m512i>(y)));
#elif defined(__AVX2__)
  return reinterpret_cast<Words>(
      _mm256_mul_epu32(reinterpret_cast<__m256i>(x), reinterpret_cast<__m256i>(y)));
#elif defined(__SSE2__)
  return reinterpret_cast<Words>(
      _mm_mul_epu32(reinterpret_cast<__m128i>(x), reinterpret_cast<__m128i>(y)));
#else
  return (x & 0xFFFFFFFF) * (y & 0xFFFFFFFF);
#endif
}

// 128 bits for each place: Philox4x32-10. Draws for whole vectors.
void draw_bits(const Draws<std::uint64_t>& places, std::int64_t count, RandomStream stream,
               std::uint32_t attempt, Bits& bits) {
  const Words multiplier0 = Words{} + kMultiplier0, multiplier1 = Words{} + kMultiplier1;
  for (std::int64_t i = 0; i < count; i += kTogether * kLanes) {
    Words c0[kTogether], c1[kTogether], c2[kTogether], c3[kTogether];
    for (int v = 0; v < kTogether; ++v) {
      c0[v] = vector_at(places.data() + i + v * kLanes);
      c1[v] = c0[v] >> 32;
      c2[v] = Words{} + stream.draw;
      c3[v] = Words{} + attempt;
    }
    std::uint32_t key0 = low_word(stream.seed), key1 = high_word(stream.seed);
#pragma GCC unroll 10
    for (int round = 0; round < kRounds; ++round) {
      for (int v = 0; v < kTogether; ++v) {
        const Words product0 = products_of_low_halves(c0[v], multiplier0);
        const Words product1 = products_of_low_halves(c2[v], multiplier1);
        c0[v] = (product1 >> 32) ^ c1[v] ^ key0;
        c1[v] = product1;
        c2[v] = (product0 >> 32) ^ c3[v] ^ key1;
        c3[v] = product0;
      }
      key0 += kWeyl0;
      key1 += kWeyl1;
    }
    for (int v = 0; v < kTogether; ++v) {
      vector_at(bits.first.data() + i + v * kLanes) = c1[v] << 32 | (c0[v] & 0xFFFFFFFF);
      vector_at(bits.second.data() + i + v * kLanes) = c3[v] << 32 | (c2[v] & 0xFFFFFFFF);
    }
  }
}

// In [0, 1]; within 2^-53 of the exact number.
double nearly(std::uint64_t bits) {
  return static_cast<double>(high_word(bits)) * kTwoToMinus32 +
         static_cast<double>(low_word(bits)) * kTwoToMinus64;
}

// The formulas of the reference, for one element.
Real unit(std::uint64_t bits) { return std::scalbn(static_cast<Real>(bits), -64); }
Real exact_normal(std::uint64_t first, std::uint64_t second) {
  const Real radius = std::sqrt(-2 * std::log(1 - unit(first)));
  return radius * std::cos(2 * std::numbers::pi_v<Real> * unit(second));
}
Real exact_normal(std::uint64_t place, RandomStream stream, std::uint32_t attempt) {
  const auto words = reference::philox({low_word(place), high_word(place), stream.draw, attempt},
                                       {low_word(stream.seed), high_word(stream.seed)});
  return exact_normal(static_cast<std::uint64_t>(words[1]) << 32 | words[0],
                      static_cast<std::uint64_t>(words[3]) << 32 | words[2]);
}
Real exact_truncated(std::uint64_t place, RandomStream stream, double bound) {
  Real z = exact_normal(place, stream, 0);
  for (std::uint32_t attempt = 1; std::fabs(z) > bound; ++attempt)
    z = exact_normal(place, stream, attempt);
  return z;
}

// Calls work(to, places, count) for each block of elements.
template <class Work>
void for_each_block(Tensor& result, Work&& work) {
  with_type_of(result.dtype(), [&](auto sample) {
    using T = decltype(sample);
    T* const to = result.mutable_data<T>().data();
    constexpr std::int64_t kCost = 16;  // of one draw, in elements
    parallel_blocks(result.size(), kDraws, kCost, [&](std::int64_t begin, std::int64_t end) {
      Draws<std::uint64_t> places{};
      for (std::int64_t i = 0; i < end - begin; ++i)
        places[static_cast<std::size_t>(i)] = static_cast<std::uint64_t>(begin + i);
      work(to + begin, places, end - begin);
    });
  });
}

// Numbers with mean 0 and standard deviation 1, and bounds of their errors: for vector functions within four units in the last place and
// the roundings between them, with a margin.
struct Normals {
  Draws<double> values, errors;
};
constexpr double kNormalError = 0x1p-45;

// Bound by the logarithm and the cosine: about 6 ns per element on one thread, including 2 ns for Philox.
void nearly_normal(const Bits& bits, std::int64_t count, Normals& normals) {
#pragma omp simd
  for (std::int64_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    // 1 - u = high + low exactly; log(high + low) is log(high) + low / high, up to a term of low^2.
    const std::uint64_t rest = 0 - bits.first[at];
    const double upper = static_cast<double>(high_word(rest)) * kTwoToMinus32;
    const double lower = static_cast<double>(low_word(rest)) * kTwoToMinus64;
    const double high = rest == 0 ? 1 : upper + lower;
    const double low = rest == 0 ? 0 : lower - (high - upper);
    const double radius = std::sqrt(-2 * (vlog(high) + low / high));
    normals.values[at] = radius * vcos(2 * std::numbers::pi * nearly(bits.second[at]));
    normals.errors[at] = radius * kNormalError;
  }
}

constexpr double kScalingError = 0x1p-50;

// center + spread z, with bounds of its error.
void scale(Normals& normals, std::int64_t count, double center, double spread) {
#pragma omp simd
  for (std::int64_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double product = spread * normals.values[at];
    normals.values[at] = center + product;
    normals.errors[at] = std::fabs(spread) * normals.errors[at] +
                         (std::fabs(center) + std::fabs(product)) * kScalingError;
  }
}

// Draws again numbers farther than `bound` from 0; `unsure` are those that need long double.
void draw_again(Normals& normals, const Draws<std::uint64_t>& places, std::int64_t count,
                RandomStream stream, double bound, Draws<bool>& unsure) {
  Draws<std::int64_t> rejected;  // their places in the block
  std::int64_t left = 0;
  const auto look_at = [&](std::int64_t at, double value, double error) {
    const auto i = static_cast<std::size_t>(at);
    normals.values[i] = value;
    normals.errors[i] = error;
    if (std::fabs(value) > bound + error) {
      rejected[static_cast<std::size_t>(left++)] = at;
    } else if (!(std::fabs(value) < bound - error)) {
      unsure[i] = true;
    }
  };
  for (std::int64_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    look_at(i, normals.values[at], normals.errors[at]);
  }
  for (std::uint32_t attempt = 1; left > 0; ++attempt) {
    const std::int64_t drawn = left;
    const Draws<std::int64_t> again = rejected;
    Draws<std::uint64_t> chosen{};
    for (std::int64_t k = 0; k < drawn; ++k) {
      const auto at = static_cast<std::size_t>(k);
      chosen[at] = places[static_cast<std::size_t>(again[at])];
    }
    Bits bits{};
    Normals more{};
    draw_bits(chosen, drawn, stream, attempt, bits);
    nearly_normal(bits, drawn, more);
    left = 0;
    for (std::int64_t k = 0; k < drawn; ++k) {
      const auto at = static_cast<std::size_t>(k);
      look_at(again[at], more.values[at], more.errors[at]);
    }
  }
}

}  // namespace

bool draw_uniform(RandomStream stream, double center, double spread, Tensor& result) {
  if (!is_floating(result.dtype())) return false;
  const double error = (std::fabs(center) + std::fabs(spread)) * kScalingError;
  for_each_block(
      result, [&]<class T>(T* to, const Draws<std::uint64_t>& places, std::int64_t count) {
        if constexpr (!std::is_integral_v<T>) {
          Bits bits{};
          Normals numbers{};
          Draws<bool> doubtful;
          draw_bits(places, count, stream, 0, bits);
#pragma omp simd
          for (std::int64_t i = 0; i < count; ++i) {
            const auto at = static_cast<std::size_t>(i);
            numbers.values[at] = center + spread * nearly(bits.first[at]);
            numbers.errors[at] = error;
          }
          round_certainly(numbers.values.data(), numbers.errors.data(), count, to, doubtful.data(),
                          [&](std::int64_t i) -> Real {
                            return center + spread * unit(bits.first[static_cast<std::size_t>(i)]);
                          });
        }
      });
  return true;
}

bool draw_normal(RandomStream stream, double center, double spread, std::optional<double> bound,
                 Tensor& result) {
  if (!is_floating(result.dtype())) return false;
  for_each_block(
      result, [&]<class T>(T* to, const Draws<std::uint64_t>& places, std::int64_t count) {
        if constexpr (!std::is_integral_v<T>) {
          const auto exact = [&](std::int64_t i) -> Real {
            const std::uint64_t place = places[static_cast<std::size_t>(i)];
            const Real z =
                bound ? exact_truncated(place, stream, *bound) : exact_normal(place, stream, 0);
            return center + spread * z;
          };
          // For float64, all bits need this slow way: about 900 ns per element on one thread.
          if constexpr (std::is_same_v<T, double>) {
            for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<double>(exact(i));
            return;
          }
          Bits bits{};
          Normals normals{};
          Draws<bool> doubtful, unsure{};
          draw_bits(places, count, stream, 0, bits);
          nearly_normal(bits, count, normals);
          if (bound) draw_again(normals, places, count, stream, *bound, unsure);
          scale(normals, count, center, spread);
          round_certainly(normals.values.data(), normals.errors.data(), count, to, doubtful.data(),
                          exact);
          for (std::int64_t i = 0; bound && i < count; ++i) {
            if (unsure[static_cast<std::size_t>(i)]) to[i] = static_cast<T>(exact(i));
          }
        }
      });
  return true;
}

bool draw_bernoulli(RandomStream stream, double p, Tensor& result) {
  // bits 2^-64 < p: bits below the next integer, or all bits.
  const Real limit = std::ceil(std::scalbn(static_cast<Real>(p), 64));
  const bool always = limit >= 0x1p64L;
  const std::uint64_t below = always ? 0 : static_cast<std::uint64_t>(limit);
  for_each_block(result,
                 [&]<class T>(T* to, const Draws<std::uint64_t>& places, std::int64_t count) {
                   Bits bits{};
                   draw_bits(places, count, stream, 0, bits);
                   const T one = static_cast<T>(1.0L), zero = static_cast<T>(0.0L);
                   for (std::int64_t i = 0; i < count; ++i)
                     to[i] = always || bits.first[static_cast<std::size_t>(i)] < below ? one : zero;
                 });
  return true;
}

}  // namespace kassay::optimized
