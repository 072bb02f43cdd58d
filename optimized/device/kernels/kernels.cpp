#include "optimized/device/kernels/kernels.h"

namespace kassay::optimized::device {

const Kernel* find_kernel(std::string_view operation) {
  for (const KernelTable& (*const table)() :
       {alignment_kernels, comparison_kernels, copy_kernels, entry_kernels, extreme_kernels,
        formula_kernels, joining_kernels, loss_kernels, normalization_kernels, pooling_kernels,
        product_kernels, random_kernels, reduction_kernels, window_kernels}) {
    const auto found = table().find(operation);
    if (found != table().end()) return &found->second;
  }
  return nullptr;
}

}  // namespace kassay::optimized::device
