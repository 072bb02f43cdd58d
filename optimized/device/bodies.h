// What is done for each element of a result: one after the other on the host, all at once on a device. What it does for one neither reads
// nor writes what it writes for another.
#pragma once

#include <variant>

#include "optimized/device/bodies/copies.h"
#include "optimized/device/bodies/entries.h"
#include "optimized/device/bodies/moves.h"
#include "optimized/device/bodies/windows.h"

namespace kassay::optimized::device {

using Body = std::variant<
    Move<unsigned char>, Move<unsigned short>, Move<unsigned int>, Move<unsigned long long>,
    SeeWindows<unsigned char>, SeeWindows<unsigned short>, SeeWindows<unsigned int>,
    SeeWindows<unsigned long long>, BringWindowsBack<Half>, BringWindowsBack<float>,
    BringWindowsBack<double>, MarkFirstMaxima<Half>, MarkFirstMaxima<float>,
    MarkFirstMaxima<double>, FindFirstMaxima<Half>, FindFirstMaxima<float>, FindFirstMaxima<double>,
    BringFirstMaximaBack<Half>, BringFirstMaximaBack<float>, BringFirstMaximaBack<double>,
    PoolLargest<Half>, PoolLargest<float>, PoolLargest<double>, PoolAverage<Half>,
    PoolAverage<float>, PoolAverage<double>, GatherEntries<unsigned char>,
    GatherEntries<unsigned short>, GatherEntries<unsigned int>, GatherEntries<unsigned long long>,
    NumberRows, MergeRuns, CollectRows<Half>, CollectRows<float>, CollectRows<double>, MarkClasses,
    SumCopies<Half>, SumCopies<float>, SumCopies<double>, Interpolate<Half>, Interpolate<float>,
    Interpolate<double>, Fill<unsigned char>, Fill<unsigned short>, Fill<unsigned int>,
    Fill<unsigned long long>, Sequence<bool, long long>, Sequence<unsigned char, long long>,
    Sequence<signed char, long long>, Sequence<short, long long>, Sequence<int, long long>,
    Sequence<long long, long long>, Sequence<Half, double>, Sequence<float, double>,
    Sequence<double, double>>;

}  // namespace kassay::optimized::device
