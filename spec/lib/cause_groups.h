// Results grouped by cause, over all functions: one group per mistake instead of hundreds of results.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "spec/lib/results.h"
#include "spec/lib/specification.h"

namespace kassay {

// The results of one function with a cause.
struct CauseInFunction {
  std::string function;
  std::int64_t count = 0;               // results
  std::int64_t place = 0;               // how many results were added before the example
  const CaseResult* example = nullptr;  // the first of them; valid as long as the CauseGroups
};

struct CauseGroup {
  std::string cause;  // as in cause.h, with the name of its function, or "FUNCTION" for several
  std::string key;    // as in cause.h
  std::int64_t count = 0;                    // results
  std::map<Outcome, std::int64_t> outcomes;  // the same, by outcome
  // First those that fail in single calls: in a program, another function may be the cause. Then the one with most results.
  std::vector<CauseInFunction> functions;

  const CaseResult& example() const { return *functions.front().example; }
};

class CauseGroups {
 public:
  using Concerns = bool (*)(Outcome);
  // Groups the results whose outcome fulfils `concerns`, such as counts_against.
  explicit CauseGroups(Concerns concerns) : concerns_(concerns) {}

  // Ignores other results, but counts them in the places of examples.
  void add(const CaseResult& result);

  std::int64_t results() const { return results_; }
  // First the groups with a function that no larger group has, then the others; in both parts the
  // largest first, and groups of the same size by cause.
  std::vector<CauseGroup> groups() const;
  // The key of the group of a result that was added before: of its causes, the one that most results
  // share; of equally frequent ones, the first.
  std::string key_of(const CaseResult& result) const;
  // Results without a group, because there were kMostEntries: a backend whose messages never repeat
  // must not fill the memory.
  std::int64_t ungrouped() const { return ungrouped_; }
  // The cause of a group, with the specification's text of the reading, if it has one, and the share
  // that it explains: "the wrong reading axis-ignored, in 9 of the 12 failures of softmax:
  // The last axis, regardless of axis."
  std::string explained_cause(const CauseGroup& group, const Specification* specification) const;

  // Of causes, functions and outcomes together.
  static constexpr std::size_t kMostEntries = 4'000;

 private:
  struct Entry {
    std::int64_t count = 0, place = 0;
    CaseResult example;
  };
  std::string chosen(const std::vector<std::string>& causes) const;

  Concerns concerns_;
  std::map<std::tuple<std::vector<std::string>, std::string, Outcome>, Entry> entries_;
  std::unordered_map<std::string, std::int64_t> shares_;       // results that may have a cause
  std::unordered_map<std::string, std::int64_t> of_function_;  // results by function
  std::int64_t added_ = 0, results_ = 0, ungrouped_ = 0;
};

// "12 fail, 3 error", the most frequent outcome first.
std::string outcomes_text(const CauseGroup& group);
// "in 34 functions: abs 12, add 9 and 32 more" for several functions. Not yet printable.
std::string functions_text(const CauseGroup& group, std::size_t most);

}  // namespace kassay
