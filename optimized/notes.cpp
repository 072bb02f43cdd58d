#include "optimized/notes.h"

#include <utility>

namespace kassay::optimized {
namespace {

thread_local Notes* notes = nullptr;

}  // namespace

Notes::Notes() : before_(std::exchange(notes, this)) {}
Notes::~Notes() { notes = before_; }

std::optional<Loop> Notes::loop() const {
  if (loops_.size() != 1 || !moves_.empty() || !totals_.empty()) return std::nullopt;
  return loops_.front();
}

std::optional<Move> Notes::move() const {
  const auto all = moves();
  return all && all->size() == 1 ? std::optional(all->front()) : std::nullopt;
}

std::optional<std::vector<Move>> Notes::moves() const {
  if (!loops_.empty() || !totals_.empty()) return std::nullopt;
  return moves_;
}

std::optional<Total> Notes::total() const {
  if (totals_.size() != 1 || !loops_.empty() || !moves_.empty()) return std::nullopt;
  return totals_.front();
}

bool takes_notes() { return notes != nullptr; }
void note(Loop loop) { notes->loops_.push_back(std::move(loop)); }
void note(Move move) { notes->moves_.push_back(std::move(move)); }
void note(Total total) { notes->totals_.push_back(std::move(total)); }

}  // namespace kassay::optimized
