#include "reference/arrays/random.h"

#include <cmath>
#include <numbers>

#include "reference/arrays/philox.h"

namespace kassay::reference {
namespace {

struct Bits {
  std::uint64_t first, second;
};

std::uint32_t low_word(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
std::uint32_t high_word(std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32); }
std::uint64_t wide_word(std::uint32_t low, std::uint32_t high) {
  return static_cast<std::uint64_t>(high) << 32 | low;
}

// 128 bits for an element; `attempt` counts how often it is drawn again. The counter has a word for each of its parts, so different parts
// never give the same counter.
Bits bits_at(RandomStream stream, std::int64_t element, std::uint32_t attempt = 0) {
  const auto place = static_cast<std::uint64_t>(element);
  const auto words = philox({low_word(place), high_word(place), stream.draw, attempt},
                            {low_word(stream.seed), high_word(stream.seed)});
  return {wide_word(words[0], words[1]), wide_word(words[2], words[3])};
}

// In [0, 1). A Real has 64 bits, so this is exact.
Real unit(std::uint64_t bits) { return std::scalbn(static_cast<Real>(bits), -64); }

// The Box-Muller method. The first uniform number is in (0, 1], where the logarithm is finite.
Real normal_from(Bits bits) {
  const Real radius = std::sqrt(-2 * std::log(1 - unit(bits.first)));
  return radius * std::cos(2 * std::numbers::pi_v<Real> * unit(bits.second));
}

template <class Element>
Array drawn(const Shape& shape, const Element& element) {
  Array result(shape);
  std::int64_t place = 0;
  for (Real& value : result.flat()) value = element(place++);
  return result;
}

}  // namespace

Array uniform(const Shape& shape, RandomStream stream) {
  return drawn(shape, [&](std::int64_t i) { return unit(bits_at(stream, i).first); });
}

Array normal(const Shape& shape, RandomStream stream) {
  return drawn(shape, [&](std::int64_t i) { return normal_from(bits_at(stream, i)); });
}

Array truncated_normal(const Shape& shape, Real bound, RandomStream stream) {
  return drawn(shape, [&](std::int64_t i) {
    Real z = normal_from(bits_at(stream, i));
    for (std::uint32_t attempt = 1; std::fabs(z) > bound; ++attempt) {
      z = normal_from(bits_at(stream, i, attempt));
    }
    return z;
  });
}

Array bernoulli(const Shape& shape, Real p, RandomStream stream) {
  return drawn(shape,
               [&](std::int64_t i) { return unit(bits_at(stream, i).first) < p ? Real{1} : 0; });
}

}  // namespace kassay::reference
