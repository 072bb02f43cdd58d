// float16 in bulk: kernels compute in float32 and convert a block at a time.
#pragma once

#include <cstdint>

#include "spec/lib/float16.h"

namespace kassay::optimized {

void widen(const Float16* from, float* to, std::int64_t count);
void narrow(const float* from, Float16* to, std::int64_t count);  // to nearest, ties to even

}  // namespace kassay::optimized
