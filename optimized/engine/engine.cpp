#include "optimized/engine/engine.h"

#include <algorithm>
#include <fstream>
#include <utility>
#include <vector>

#include "optimized/engine/program.h"

namespace kassay::optimized {
namespace {

// Of one plan; those that served last. Others are compiled again.
constexpr std::size_t kMostPrograms = 16;

class Compiled : public reference::Executable {
 public:
  Compiled(reference::Plan plan, const Level& level, const engine::Options& options)
      : plan_(std::move(plan)), level_(level), options_(options) {}

  ~Compiled() override {
    for (const Entry& entry : entries_) add_times(*entry.program);
  }
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;

  std::vector<Value> run(reference::Session& session, const std::vector<Value>& feeds) override {
    return program_for(feeds).run(session, feeds);
  }

 private:
  struct Entry {
    std::vector<reference::StaticType> types;
    std::unique_ptr<engine::Program> program;
  };

  static bool fit(const std::vector<reference::StaticType>& types,
                  const std::vector<Value>& feeds) {
    return std::ranges::equal(types, feeds, [](const auto& type, const Value& feed) {
      if (const auto* tensor = feed.get_if<Tensor>())
        return !type.sparse && *type.shape == tensor->shape();
      return type.sparse && *type.shape == std::get<SparseTensor>(feed).shape;
    });
  }

  void add_times(const engine::Program& program) const {
    if (!options_.time_to.empty())
      std::ofstream(options_.time_to, std::ios::app) << program.describe_times() << "\n";
  }

  // The first one is the one that served last.
  engine::Program& program_for(const std::vector<Value>& feeds) {
    const auto found =
        std::ranges::find_if(entries_, [&](const Entry& entry) { return fit(entry.types, feeds); });
    if (found != entries_.end()) {
      std::rotate(entries_.begin(), found, found + 1);
      return *entries_.front().program;
    }
    Entry entry;
    for (const Value& feed : feeds) entry.types.push_back(reference::type_of(feed));
    entry.program = std::make_unique<engine::Program>(plan_, entry.types, level_, options_);
    if (!options_.print_to.empty())
      std::ofstream(options_.print_to, std::ios::app) << entry.program->describe() << "\n";
    if (entries_.size() == kMostPrograms) {
      add_times(*entries_.back().program);
      entries_.pop_back();
    }
    entries_.insert(entries_.begin(), std::move(entry));
    return *entries_.front().program;
  }

  const reference::Plan plan_;
  const Level& level_;
  const engine::Options options_;
  std::vector<Entry> entries_;
};

}  // namespace

std::unique_ptr<reference::Executable> compile(reference::Plan plan, const Level& level,
                                               const engine::Options& options) {
  if (!options.compiles) return step_by_step(std::move(plan));
  return std::make_unique<Compiled>(std::move(plan), level, options);
}

}  // namespace kassay::optimized
