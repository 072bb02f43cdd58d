// The runtime of the reference with native kernels and compiled plans.
#pragma once

#include <memory>
#include <vector>

#include "optimized/engine/options.h"
#include "optimized/level.h"
#include "reference/runtime/interpreter.h"
#include "reference/runtime/plan.h"

namespace kassay::optimized {

class Interpreter : public reference::Interpreter {
 public:
  explicit Interpreter(Edition edition);
  BackendInfo info() const override;

 protected:
  std::vector<Value> compute(const reference::Kernel& kernel,
                             const reference::BoundCall& call) override;
  bool makes_scans() const override { return options_.compiles && options_.makes_scans; }
  std::unique_ptr<reference::Executable> prepare(reference::Plan plan) override;

  const Level& level() const { return level_; }
  const engine::Options& options() const { return options_; }

 private:
  const Level& level_;
  const engine::Options options_;
};

}  // namespace kassay::optimized
