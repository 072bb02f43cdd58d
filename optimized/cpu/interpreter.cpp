#include "reference/runtime/interpreter.h"

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
    const auto native = kernel_table().find(call.signature->function);
    if (native != kernel_table().end()) {
      const auto types = kernel.infer(call);
      Tensor result(types.front().dtype, types.front().shape);
      if (native->second(call, result)) return {result};
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
