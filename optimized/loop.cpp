#include "optimized/loop.h"

#include <utility>

namespace kassay::optimized {
namespace {

thread_local std::vector<Loop>* notes = nullptr;

}  // namespace

LoopNotes::LoopNotes() : before_(std::exchange(notes, &noted_)) {}
LoopNotes::~LoopNotes() { notes = before_; }

std::optional<Loop> LoopNotes::take() {
  if (noted_.size() != 1) return std::nullopt;
  return std::exchange(noted_, {}).front();
}

bool notes_loops() { return notes != nullptr; }
void note(Loop loop) { notes->push_back(std::move(loop)); }

}  // namespace kassay::optimized
