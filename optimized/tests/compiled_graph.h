// A session for graphs whose functions are compiled.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "optimized/engine/engine.h"
#include "reference/graph/tests/graph.h"

namespace kassay::optimized {

// Compiles the results of `function`, and counts the calls that are not compiled.
class CompilingExecutor : public reference::CountingExecutor {
 public:
  std::unique_ptr<reference::Executable> prepare(reference::Plan plan) override {
    return compile(std::move(plan), level_to_use(), engine::Options{});
  }
};

class CompiledGraph : public reference::Graph {
 protected:
  // cppcheck-suppress duplInheritedMember ; instead of those of Graph
  Value call(std::string_view function, std::vector<Value> arguments) {
    return compiled_.apply(function, std::move(arguments)).front();
  }
  // cppcheck-suppress duplInheritedMember
  Function function(List inputs, List outputs, List updates = {}) {
    return std::get<Function>(
        call("function", {std::move(inputs), std::move(outputs), std::move(updates), List{}}));
  }

  CompilingExecutor compiling_;
  reference::Session compiled_{Edition::kKo, compiling_};
};

}  // namespace kassay::optimized
