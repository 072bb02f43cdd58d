#include "reference/ops/random/drawing.h"

namespace kassay::reference {
namespace {

// Scatters consecutive numbers over all of 64 bits (the finalizer of splitmix64).
std::uint64_t scattered(std::uint64_t number) {
  number += 0x9e3779b97f4a7c15;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

}  // namespace

RandomStream stream_of(const Seed& seed, const Draw& draw) {
  const auto evaluation = static_cast<std::uint32_t>(draw.evaluation);
  if (seed) return {static_cast<std::uint64_t>(*seed), evaluation};
  return {scattered(draw.operation), evaluation};
}

}  // namespace kassay::reference
