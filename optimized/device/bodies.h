// The work for each element of a result: one element after the other on the host, all at once on a device. The work for one element neither
// reads nor writes what the work for another one writes.
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
