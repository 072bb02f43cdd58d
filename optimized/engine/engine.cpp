#include "optimized/engine/engine.h"

#include <utility>
#include <vector>

#include "optimized/engine/program.h"
#include "optimized/engine/program_cache.h"

namespace kassay::optimized {
namespace {

class Compiled : public reference::Executable {
 public:
  Compiled(reference::Plan plan, const Level& level, const engine::Options& options)
      : plan_(std::move(plan)), level_(level), options_(options), programs_(options) {}

  std::vector<Value> run(reference::Session& session, const std::vector<Value>& feeds) override {
    const auto make = [&](const std::vector<reference::StaticType>& types) {
      return std::make_unique<engine::Program>(plan_, types, level_, options_);
    };
    return programs_.find(feeds, make).run(session, feeds);
  }

 private:
  const reference::Plan plan_;
  const Level& level_;
  const engine::Options options_;
  engine::ProgramCache<engine::Program> programs_;
};

}  // namespace

std::unique_ptr<reference::Executable> compile(reference::Plan plan, const Level& level,
                                               const engine::Options& options) {
  if (!options.compiles) return step_by_step(std::move(plan));
  return std::make_unique<Compiled>(std::move(plan), level, options);
}

}  // namespace kassay::optimized
