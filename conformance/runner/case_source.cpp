#include "conformance/runner/case_source.h"

#include <string>
#include <utility>

#include "spec/lib/modes.h"

namespace kassay::runner {

CaseSource::CaseSource(SelectedCases selected, const Results* earlier)
    : selected_(std::move(selected)) {
  if (earlier == nullptr) return;
  for (const CaseResult& result : earlier->cases) done_.insert({result.case_id, result.mode});
}

std::vector<CaseSource::Task> CaseSource::next(std::int64_t count) {
  std::lock_guard lock(mutex_);
  std::vector<Task> tasks;
  while (std::ssize(tasks) < count) {
    std::optional<Task> task = next_one();
    if (!task) break;
    tasks.push_back(*std::move(task));
  }
  return tasks;
}

std::optional<CaseSource::Task> CaseSource::next_one() {
  while (function_ < selected_.functions.size()) {
    SelectedFunction& function = selected_.functions[function_];
    if (position_ == function.cases.size()) {
      function = {};
      ++function_;
      position_ = 0;
      continue;
    }
    SelectedCase& selected = function.cases[position_++];
    Task task{function.vectors, selected.index, std::move(selected.modes)};
    if (!done_.empty()) {
      const std::string& id = task.vectors->cases().at(task.index).id;
      std::erase_if(task.modes, [&](Mode mode) {
        return done_.contains({id, std::string(mode_name(mode))});
      });
    }
    if (!task.modes.empty()) return task;
  }
  return std::nullopt;
}

}  // namespace kassay::runner
