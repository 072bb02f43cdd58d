// The work of a team of threads for each row of something (teams.h).
//
// A team has size() members, each with its rank(). A body of rows with Lines may share its block with others, so its calls of team
// functions must come in an order that does not depend on its row.
//   team.each(n, f)           f(i) for each i below n, shared among the members; then all wait for each other
//   team.reduce(n, identity, f, combine)
//                             f(0), ..., f(n - 1) combined; every member gets it. The order follows from n and the size of the team
//   team.make(n, f, store)    store(i, f(i)) for each i below n; a member reads several before it stores them
//   team.scan(n, identity, f, combine, store)
//                             store(i, f(0), ..., f(i) combined) for each i below n
// room<A>() is memory of Body::kRoomBytes that all members share.
#pragma once

#include "optimized/device/rows/alignment.h"
#include "optimized/device/rows/correlations.h"
#include "optimized/device/rows/extremes.h"
#include "optimized/device/rows/losses.h"
#include "optimized/device/rows/moments.h"
#include "optimized/device/rows/products.h"
#include "optimized/device/rows/sums.h"
#include "optimized/device/rows/transpositions.h"

namespace kassay::optimized::device {

using RowBody = OneOfAll<AlignmentRowBodies, CorrelationRowBodies, ExtremeRowBodies, LossRowBodies,
                         MomentRowBodies, ProductRowBodies, SumRowBodies, TranspositionRowBodies>;

}  // namespace kassay::optimized::device
