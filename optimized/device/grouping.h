// Commands that move elements bit by bit move groups of them as one larger element: fewer and wider loads, fewer divisions.
#pragma once

#include "optimized/device/command.h"

namespace kassay::optimized::device {

// The same command with the largest groups that addresses, sizes and strides allow, at most 16 bytes. It becomes a copy if the order does
// not change.
Command grouped(Each each);

}  // namespace kassay::optimized::device
