// The programs of a plan: one for each combination of shapes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "reference/runtime/symbol.h"

namespace kassay::optimized::engine {

// Those that served last; others are made again.
template <class Program>
class ProgramCache {
 public:
  using Types = std::vector<reference::StaticType>;

  // `make(types)` makes one; `give_up(program)` is told of one that is given up.
  template <class Make, class GiveUp>
  Program& find(const std::vector<Value>& feeds, Make&& make, GiveUp&& give_up) {
    const auto found =
        std::ranges::find_if(entries_, [&](const Entry& entry) { return fit(entry.types, feeds); });
    if (found != entries_.end()) {
      std::rotate(entries_.begin(), found, found + 1);
      return *entries_.front().program;
    }
    Entry entry;
    for (const Value& feed : feeds) entry.types.push_back(reference::type_of(feed));
    entry.program = make(entry.types);
    if (entries_.size() == kMostPrograms) {
      give_up(*entries_.back().program);
      entries_.pop_back();
    }
    entries_.insert(entries_.begin(), std::move(entry));
    return *entries_.front().program;
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Entry& entry : entries_) visit(*entry.program);
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
      return type.sparse && *type.shape == std::get<SparseTensor>(feed).shape;
    });
  }

  std::vector<Entry> entries_;  // the first one is the one that served last
};

}  // namespace kassay::optimized::engine
