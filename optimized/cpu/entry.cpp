#include "optimized/cpu/entry.h"

#include "optimized/cpu/internal_operations.h"

// The build says which name it has in the level that is compiled.
const kassay::optimized::Kernel* KASSAY_FIND_KERNEL(std::string_view operation) {
  const auto& functions = kassay::optimized::kernel_table();
  const auto found = functions.find(operation);
  return found != functions.end() ? &found->second
                                  : kassay::optimized::find_internal_kernel(operation);
}
