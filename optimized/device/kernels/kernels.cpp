#include "optimized/device/kernels/kernels.h"

namespace kassay::optimized::device {

const Kernel* find_kernel(std::string_view operation) {
  for (const KernelTable* const table :
       {&product_kernels(), &reduction_kernels(), &window_kernels(), &normalization_kernels(),
        &random_kernels(), &alignment_kernels()}) {
    const auto found = table->find(operation);
    if (found != table->end()) return &found->second;
  }
  return nullptr;
}

}  // namespace kassay::optimized::device
