// What is done for each element of a result: one after the other on the host, all at once on a device. What it does for one neither reads
// nor writes what it writes for another.
#pragma once

#include <variant>

#include "optimized/device/bodies/moves.h"
#include "optimized/device/bodies/normalization.h"
#include "optimized/device/bodies/random.h"

namespace kassay::optimized::device {

using Body = std::variant<
    Move<unsigned char>, Move<unsigned short>, Move<unsigned int>, Move<unsigned long long>,
    Standards<Half, Half>, Standards<float, float>, Standards<double, double>,
    Standards<double, Half>, Standards<double, float>, Standardize<Half>, Standardize<float>,
    Standardize<double>, Round<Half>, Round<float>, Round<double>, UniformNumbers<Half>,
    UniformNumbers<float>, UniformNumbers<double>, NormalNumbers<Half>, NormalNumbers<float>,
    NormalNumbers<double>, BinomialNumbers<unsigned char>, BinomialNumbers<unsigned short>,
    BinomialNumbers<unsigned int>, BinomialNumbers<unsigned long long>>;

}  // namespace kassay::optimized::device
