// Graphs with scans as recurrences.
#pragma once

#include "optimized/engine/scan/scan_builder.h"
#include "reference/graph/tests/graph.h"

namespace kassay::optimized {

// Whether rnn, map_fn and the folds become scans, or the calls of all steps.
inline void set_scans(reference::CountingExecutor& executor, bool scans) {
  executor.turns = nullptr;
  if (!scans) return;
  executor.turns = [](reference::Session& session, std::int64_t count) {
    return std::make_unique<engine::ScanBuilder>(session, count);
  };
}

}  // namespace kassay::optimized
