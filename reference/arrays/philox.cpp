#include "reference/arrays/philox.h"

namespace kassay::reference {
namespace {

constexpr int kRounds = 10;
constexpr std::uint64_t kMultiplier0 = 0xD2511F53;
constexpr std::uint64_t kMultiplier1 = 0xCD9E8D57;
// The increment of the key in each round: the golden ratio and sqrt(3) - 1, as fractions of 2^32.
constexpr std::uint32_t kWeyl0 = 0x9E3779B9;
constexpr std::uint32_t kWeyl1 = 0xBB67AE85;

std::uint32_t high(std::uint64_t product) { return static_cast<std::uint32_t>(product >> 32); }
std::uint32_t low(std::uint64_t product) { return static_cast<std::uint32_t>(product); }

}  // namespace

std::array<std::uint32_t, 4> philox(PhiloxCounter counter, PhiloxKey key) {
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t product0 = kMultiplier0 * counter[0];
    const std::uint64_t product1 = kMultiplier1 * counter[2];
    counter = {high(product1) ^ counter[1] ^ key[0], low(product1),
               high(product0) ^ counter[3] ^ key[1], low(product0)};
    key = {key[0] + kWeyl0, key[1] + kWeyl1};
  }
  return counter;
}

}  // namespace kassay::reference
