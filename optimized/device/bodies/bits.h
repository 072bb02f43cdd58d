// What is moved whatever it is.
#pragma once

namespace kassay::optimized::device {

// As much as a thread of a device loads at once: a group of elements.
struct alignas(16) Bits16 {
  unsigned long long low, high;
};

}  // namespace kassay::optimized::device
