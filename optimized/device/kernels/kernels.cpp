#include "optimized/device/kernels/kernels.h"

namespace kassay::optimized::device {

// The tables of the other files in this folder.
const KernelTable& alignment_kernels();
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

const Kernel* find_kernel(std::string_view operation) {
  for (const KernelTable& (*const table)() :
       {alignment_kernels, copy_kernels, entry_kernels, extreme_kernels, formula_kernels,
        joining_kernels, loss_kernels, normalization_kernels, pooling_kernels, product_kernels,
        random_kernels, reduction_kernels, window_kernels}) {
    const auto found = table().find(operation);
    if (found != table().end()) return &found->second;
  }
  return nullptr;
}

}  // namespace kassay::optimized::device
