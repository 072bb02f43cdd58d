// What is done for each element of a result: one after the other on the host, all at once on a device. What it does for one neither reads
// nor writes what it writes for another.
#pragma once

#include "optimized/device/bodies/copies.h"
#include "optimized/device/bodies/entries.h"
#include "optimized/device/bodies/losses.h"
#include "optimized/device/bodies/moves.h"
#include "optimized/device/bodies/normalization.h"
#include "optimized/device/bodies/random.h"
#include "optimized/device/bodies/windows.h"

namespace kassay::optimized::device {

using Body = OneOfAll<CopyBodies, EntryBodies, LossBodies, MoveBodies, NormalizationBodies,
                      RandomBodies, WindowBodies>;

}  // namespace kassay::optimized::device
