// Integers of any dtype, read one at a time.
#pragma once

#include "optimized/device/functions.h"

namespace kassay::optimized::device {

struct Integers {
  const void* data;
  int bytes;  // per integer
  bool is_signed;
  KASSAY_BOTH long long at(long long i) const {
    if (!is_signed) return static_cast<const unsigned char*>(data)[i];  // only uint8 is
    switch (bytes) {
      case 1:
        return static_cast<const signed char*>(data)[i];
      case 2:
        return static_cast<const short*>(data)[i];
      case 4:
        return static_cast<const int*>(data)[i];
      default:
        return static_cast<const long long*>(data)[i];
    }
  }
};

}  // namespace kassay::optimized::device
