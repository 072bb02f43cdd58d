#include "optimized/cpu/entry.h"

#include "optimized/cpu/internal_operations.h"

// The build says which name it has in the level that is compiled.
const kassay::optimized::Kernel* KASSAY_FIND_KERNEL(std::string_view operation) {
  using namespace kassay::optimized;
  constexpr std::string_view kBack = "move_back.";
  const bool is_back = operation.starts_with(kBack);
  const auto& functions = kernel_table();
  const auto found = functions.find(is_back ? operation.substr(kBack.size()) : operation);
  if (found == functions.end()) return find_internal_kernel(operation);
  return is_back ? found->second.back.get() : &found->second;
}
