#include "reference/runtime/interpreter.h"

#include "optimized/cpu/internal_operations.h"
#include "optimized/cpu/kernel.h"
#include "optimized/optimized.h"

namespace kassay {
namespace optimized {
namespace {

class Interpreter : public reference::Interpreter {
 public:
  using reference::Interpreter::Interpreter;

  BackendInfo info() const override {
    BackendInfo info = reference::Interpreter::info();
    info.name = "kassay optimized";
    std::erase_if(info.native,
                  [](const std::string& name) { return !kernel_table().contains(name); });
    return info;
  }

 protected:
  std::vector<Value> compute(const reference::Kernel& kernel, const BoundCall& call) override {
    const std::string& function = call.signature->function;
    const auto found = kernel_table().find(function);
    const Kernel* native =
        found != kernel_table().end() ? &found->second : find_internal_kernel(function);
    if (native != nullptr) {
      const auto types = kernel.infer(call);
      Tensor result(types.front().dtype, types.front().shape);
      if ((*native)(call, result)) return {result};
    }
    return reference::Interpreter::compute(kernel, call);
  }
};

}  // namespace
}  // namespace optimized

std::unique_ptr<Backend> make_optimized(Edition edition) {
  return std::make_unique<optimized::Interpreter>(edition);
}

}  // namespace kassay
