// The kernels and compiled plans of the processor, for the runtime of the reference.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "optimized/engine/options.h"
#include "optimized/level.h"
#include "reference/graph/plan.h"
#include "reference/graph/session.h"

namespace kassay::optimized {

class Processor : public reference::Executor {
 public:
  Processor();
  std::vector<Value> compute(const reference::Kernel& kernel,
                             const reference::BoundCall& call) override;
  std::unique_ptr<reference::Executable> prepare(reference::Plan plan) override;
  std::unique_ptr<reference::Turns> make_turns(reference::Session& session,
                                               std::int64_t count) override;
  void describe(BackendInfo& info) const override;

  const Level& level() const { return level_; }
  const engine::Options& options() const { return options_; }

 private:
  const Level& level_;
  const engine::Options options_;
};

}  // namespace kassay::optimized
