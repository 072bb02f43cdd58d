// The tables of kernels, by what they are about.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "optimized/device/recorder.h"

namespace kassay::optimized::device {

// By the name of the function or internal operation.
using KernelTable = std::map<std::string, Kernel, std::less<>>;

const KernelTable& alignment_kernels();
const KernelTable& comparison_kernels();
const KernelTable& copy_kernels();
const KernelTable& entry_kernels();
const KernelTable& extreme_kernels();
const KernelTable& formula_kernels();
const KernelTable& joining_kernels();
const KernelTable& loss_kernels();
const KernelTable& normalization_kernels();
const KernelTable& pooling_kernels();
const KernelTable& product_kernels();
const KernelTable& random_kernels();
const KernelTable& reduction_kernels();
const KernelTable& window_kernels();

}  // namespace kassay::optimized::device
