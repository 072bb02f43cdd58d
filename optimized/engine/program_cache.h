// The programs of a plan: one for each combination of shapes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "optimized/engine/options.h"
#include "reference/graph/symbol.h"

namespace kassay::optimized::engine {

// The programs used last; others are made again. If the options ask for it, writes the description of each program when it is made, and its
// times when it is discarded.
template <class Program>
class ProgramCache {
 public:
  using Types = std::vector<reference::StaticType>;

  explicit ProgramCache(const Options& options)
      : print_to_(options.print_to), time_to_(options.time_to) {}
  ~ProgramCache() {
    for (const Entry& entry : entries_) give_up(*entry.program);
  }
  ProgramCache(const ProgramCache&) = delete;
  ProgramCache& operator=(const ProgramCache&) = delete;

  // `make(types)` makes a program.
  template <class Make>
  Program& find(const std::vector<Value>& feeds, Make&& make) {
    const auto found =
        std::ranges::find_if(entries_, [&](const Entry& entry) { return fit(entry.types, feeds); });
    if (found != entries_.end()) {
      std::rotate(entries_.begin(), found, found + 1);
      return *entries_.front().program;
    }
    Entry entry;
    for (const Value& feed : feeds) entry.types.push_back(reference::type_of(feed));
    entry.program = make(entry.types);
    if (!print_to_.empty())
      std::ofstream(print_to_, std::ios::app) << entry.program->describe() << "\n";
    if (entries_.size() == kMostPrograms) {
      give_up(*entries_.back().program);
      entries_.pop_back();
    }
    entries_.insert(entries_.begin(), std::move(entry));
    return *entries_.front().program;
  }

 private:
  struct Entry {
    Types types;
    std::unique_ptr<Program> program;
  };

  static constexpr std::size_t kMostPrograms = 16;

  static bool fit(const Types& types, const std::vector<Value>& feeds) {
    return std::ranges::equal(types, feeds, [](const auto& type, const Value& feed) {
      if (const auto* tensor = feed.get_if<Tensor>())
        return !type.sparse && *type.shape == tensor->shape();
      return type.sparse && *type.shape == std::get<SparseTensor>(feed).shape();
    });
  }

  void give_up(const Program& program) const {
    if (!time_to_.empty())
      std::ofstream(time_to_, std::ios::app) << program.describe_times() << "\n";
  }

  const std::string print_to_, time_to_;
  std::vector<Entry> entries_;  // the most recently used one first
};

}  // namespace kassay::optimized::engine
