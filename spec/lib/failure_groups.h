// Failures by cause: the results that count against a backend, grouped so that one mistake is one
// entry and not hundreds of results.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "spec/lib/results.h"
#include "spec/lib/specification.h"

namespace kassay {

// Why a result counts against the backend, as far as results of the same mistake have it in common:
// the wrong reading that the answer matches, what of the answer differs, or the message with "#" for
// each number. One line, not yet printable. Precondition: it counts against the backend.
std::string failure_cause(const CaseResult& result);

struct FailureGroup {
  std::string function;
  Outcome outcome = Outcome::kFail;
  std::string cause;
  std::int64_t count = 0;
  CaseResult example;      // the first of them
  std::int64_t place = 0;  // of the example: how many results were added before it, of any outcome
};

class FailureGroups {
 public:
  // Ignores a result that does not count against the backend.
  void add(const CaseResult& result);

  std::int64_t results() const { return results_; }
  // The largest first; groups of one size by function and cause.
  std::vector<const FailureGroup*> largest_first() const;
  // Results of further causes once there are kMostGroups: a backend whose messages never repeat
  // must not fill the memory.
  std::int64_t ungrouped() const { return ungrouped_; }
  // The cause of one of the groups, with what the specification says of the reading, if it has it,
  // and how much it explains: "the wrong reading axis-ignored, in 9 of the 12 results against
  // softmax: The last axis, whatever axis says."
  std::string explained_cause(const FailureGroup& group, const Specification* specification) const;

  static constexpr std::size_t kMostGroups = 1'000;

 private:
  std::map<std::tuple<std::string, Outcome, std::string>, FailureGroup> groups_;
  std::map<std::string, std::int64_t> against_;  // results by function
  std::int64_t added_ = 0, results_ = 0, ungrouped_ = 0;
};

}  // namespace kassay
