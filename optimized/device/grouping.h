// Commands that move elements whatever they are, made to move groups of them as one larger element: fewer and wider loads, fewer divisions.
#pragma once

#include "optimized/device/command.h"

namespace kassay::optimized::device {

// The same with the largest groups that addresses, sizes and strides allow, at most 16 bytes; a copy, where nothing changes its order.
Command grouped(Each each);

}  // namespace kassay::optimized::device
