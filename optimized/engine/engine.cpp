#include "optimized/engine/engine.h"

#include <fstream>
#include <utility>
#include <vector>

#include "optimized/engine/program.h"
#include "optimized/engine/program_cache.h"

namespace kassay::optimized {
namespace {

class Compiled : public reference::Executable {
 public:
  Compiled(reference::Plan plan, const Level& level, const engine::Options& options)
      : plan_(std::move(plan)), level_(level), options_(options) {}

  ~Compiled() override {
    programs_.for_each([&](const engine::Program& program) { add_times(program); });
  }
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;

  std::vector<Value> run(reference::Session& session, const std::vector<Value>& feeds) override {
    const auto make = [&](const std::vector<reference::StaticType>& types) {
      auto program = std::make_unique<engine::Program>(plan_, types, level_, options_);
      if (!options_.print_to.empty())
        std::ofstream(options_.print_to, std::ios::app) << program->describe() << "\n";
      return program;
    };
    const auto give_up = [&](const engine::Program& program) { add_times(program); };
    return programs_.find(feeds, make, give_up).run(session, feeds);
  }

 private:
  void add_times(const engine::Program& program) const {
    if (!options_.time_to.empty())
      std::ofstream(options_.time_to, std::ios::app) << program.describe_times() << "\n";
  }

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
