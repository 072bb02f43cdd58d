// Elements that are moved without being interpreted.
#pragma once

namespace kassay::optimized::device {

// The most that a thread of a device loads at once: a group of elements.
struct alignas(16) Bits16 {
  unsigned long long low, high;
};

}  // namespace kassay::optimized::device
