// Philox4x32-10: random bits as a pure function of a key and a counter (J. K. Salmon, M. A. Moraes,
// R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
#pragma once

#include <array>
#include <cstdint>

namespace kassay::reference {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

// 128 bits, as 32-bit words.
std::array<std::uint32_t, 4> philox(PhiloxCounter counter, PhiloxKey key);

}  // namespace kassay::reference
