// Products and correlations as rows: sums that a device computes with kassay's kernels instead of a library's.
#pragma once

#include "optimized/device/command.h"

namespace kassay::optimized::device {

Rows direct(const Product& product);
Rows direct(const Correlation& correlation);

}  // namespace kassay::optimized::device
