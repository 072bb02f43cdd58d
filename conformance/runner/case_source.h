// Distributes the selected cases among the threads of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "conformance/runner/selection.h"
#include "spec/lib/results.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

// Thread-safe. A function's vectors are released when the last of its cases is done.
class CaseSource {
 public:
  struct Task {
    std::shared_ptr<const FunctionVectors> vectors;
    std::size_t index;
    std::vector<Mode> modes;
  };

  // `earlier`: results of an earlier run, or null; cases that have results there are skipped.
  CaseSource(SelectedCases selected, const Results* earlier);

  // At most `count` cases; none once all are taken.
  std::vector<Task> next(std::int64_t count);

 private:
  std::optional<Task> next_one();

  SelectedCases selected_;
  std::set<ModeOfCase> done_;
  std::mutex mutex_;
  std::size_t function_ = 0, position_ = 0;
};

}  // namespace kassay::runner
