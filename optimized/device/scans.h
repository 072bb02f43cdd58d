// Scans: the commands of their turns, one after the other.
#pragma once

#include "optimized/device/parts.h"

namespace kassay::optimized::device {

// Records all turns of a call of internal.scan. A turn reads the elements of sequences where they are, and writes outputs to their final
// places. False if part of a turn is left to the host.
bool record_scan(const engine::Call& call, const Arrays& arrays, const Level& level,
                 const engine::Options& options, Recorder& recorder);

}  // namespace kassay::optimized::device
