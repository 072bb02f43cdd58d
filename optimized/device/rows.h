// What a team of threads does for each row of something: on the host the team is one.
//
// A team has size() members, of which each has its rank().
//   team.each(n, f)           f(i) for each i below n, shared among the members; then all wait for each other
//   team.reduce(n, identity, f, combine)
//                             f(0), ..., f(n - 1) combined; every member gets it. The order follows from n and the size of the team
//   team.scan(n, identity, f, combine, store)
//                             store(i, f(0), ..., f(i) combined) for each i below n
#pragma once

#include <variant>

#include "optimized/device/rows/correlations.h"
#include "optimized/device/rows/extremes.h"
#include "optimized/device/rows/losses.h"
#include "optimized/device/rows/moments.h"
#include "optimized/device/rows/products.h"
#include "optimized/device/rows/sums.h"

namespace kassay::optimized::device {

using RowBody = std::variant<
    CorrelateRows<Half>, CorrelateRows<float>, CorrelateRows<double>, CorrelateToImageRows<Half>,
    CorrelateToImageRows<float>, CorrelateToImageRows<double>, CorrelateToKernelRows<Half>,
    CorrelateToKernelRows<float>, CorrelateToKernelRows<double>, SumRows<Half, Half>,
    SumRows<Half, double>, SumRows<double, Half>, SumRows<float, float>, SumRows<float, double>,
    SumRows<double, float>, SumRows<double, double>, SoftmaxRows<Half>, SoftmaxRows<float>,
    SoftmaxRows<double>, ExtremeRows<unsigned char>, ExtremeRows<signed char>, ExtremeRows<short>,
    ExtremeRows<int>, ExtremeRows<long long>, ExtremeRows<Half>, ExtremeRows<float>,
    ExtremeRows<double>, PositionRows<unsigned char>, PositionRows<signed char>,
    PositionRows<short>, PositionRows<int>, PositionRows<long long>, PositionRows<Half>,
    PositionRows<float>, PositionRows<double>, TruthRows<unsigned char>, TruthRows<unsigned short>,
    TruthRows<unsigned int>, TruthRows<unsigned long long>, TruthRows<Half>, TruthRows<float>,
    TruthRows<double>, AmongLargestRows, ProductRows<Half, Half>, ProductRows<Half, double>,
    ProductRows<double, Half>, ProductRows<float, float>, ProductRows<float, double>,
    ProductRows<double, float>, ProductRows<double, double>, IntegerRows<unsigned char>,
    IntegerRows<unsigned short>, IntegerRows<unsigned int>, IntegerRows<unsigned long long>,
    RunningRows<unsigned char>, RunningRows<unsigned short>, RunningRows<unsigned int>,
    RunningRows<unsigned long long>, RunningRows<Half>, RunningRows<float>, RunningRows<double>,
    VarianceRows<Half, Half>, VarianceRows<Half, double>, VarianceRows<double, Half>,
    VarianceRows<float, float>, VarianceRows<float, double>, VarianceRows<double, float>,
    VarianceRows<double, double>, LogSumExpRows<Half, Half>, LogSumExpRows<Half, double>,
    LogSumExpRows<double, Half>, LogSumExpRows<float, float>, LogSumExpRows<float, double>,
    LogSumExpRows<double, float>, LogSumExpRows<double, double>, NormalizedRows<Half>,
    NormalizedRows<float>, NormalizedRows<double>, CrossentropyRows<Half>, CrossentropyRows<float>,
    CrossentropyRows<double>, SparseCrossentropyRows<Half>, SparseCrossentropyRows<float>,
    SparseCrossentropyRows<double>>;

}  // namespace kassay::optimized::device
