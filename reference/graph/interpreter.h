// The interpreter: binds the arguments of a call and finds the kernel.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "reference/graph/session.h"
#include "spec/lib/backend.h"

namespace kassay::reference {

// Computes with the kernels, step by step.
class KernelExecutor : public Executor {
 public:
  std::vector<Value> compute(const Kernel& kernel, const BoundCall& call) override;
};

class Interpreter : public Backend {
 public:
  explicit Interpreter(Edition edition,
                       std::unique_ptr<Executor> executor = std::make_unique<KernelExecutor>());

  BackendInfo info() const override;
  void reset() override;
  std::vector<Value> call(std::string_view function, const Arguments& arguments) override;

 private:
  Edition edition_;
  std::unique_ptr<Executor> executor_;
  std::unique_ptr<Session> session_;
};

}  // namespace kassay::reference
