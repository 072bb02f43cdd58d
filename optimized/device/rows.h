// What a team of threads (team.h) does for each row of something.
//
// A team has size() members, of which each has its rank().
//   team.each(n, f)           f(i) for each i below n, shared among the members; then all wait for each other
//   team.reduce(n, identity, f, combine)
//                             f(0), ..., f(n - 1) combined; every member gets it. The order follows from n and the size of the team
//   team.scan(n, identity, f, combine, store)
//                             store(i, f(0), ..., f(i) combined) for each i below n
#pragma once

#include "optimized/device/rows/alignment.h"
#include "optimized/device/rows/correlations.h"
#include "optimized/device/rows/extremes.h"
#include "optimized/device/rows/losses.h"
#include "optimized/device/rows/moments.h"
#include "optimized/device/rows/products.h"
#include "optimized/device/rows/sums.h"

namespace kassay::optimized::device {

using RowBody = OneOfAll<AlignmentRowBodies, CorrelationRowBodies, ExtremeRowBodies, LossRowBodies,
                         MomentRowBodies, ProductRowBodies, SumRowBodies>;

}  // namespace kassay::optimized::device
