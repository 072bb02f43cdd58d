// The common properties of the failing results of each function in a run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "conformance/rules/learn.h"
#include "spec/lib/results.h"
#include "spec/lib/specification.h"

namespace kassay::rules {

// The rules of one function.
struct Finding {
  std::string function;
  Rules rules;  // empty if every result fails
  // For each rule, the wrong part of its results: "elements of output 1 are wrong where |x| >= 2.5"; or empty.
  std::vector<std::string> where;
  // Functions that also fail in single calls, if each failure is a program that calls one of them.
  std::vector<std::string> fails_with = {};
  // The functions that fail only in programs that call this one.
  std::vector<std::string> also_fail = {};

  // A sentence for each rule that covers a twentieth of the failures or more: "fails exactly where axis is negative (all 12
  // failures, none of 340 other results)". If other functions may be the cause, one sentence names them.
  std::vector<std::string> sentences() const;
};

// Without functions that the finding of another function may explain.
std::vector<Finding> without_explained(std::vector<Finding> findings);

class Outcomes {
 public:
  // Adds a judged result; ignores others. A waived failure is a failure.
  void add(const CaseResult& result);

  // The findings of functions with good rules, most failures first, including failures that they may explain; then those of
  // functions that may only fail because of others. Uses the cases in the vectors and leaves out results of other cases. Throws FileError.
  std::vector<Finding> findings(const std::string& vectors_directory, const std::string& edition,
                                const Specification& specification) const;

 private:
  struct WrongElements {
    int output = 0;
    Shape shape;
    std::string map;  // as in Failure
  };
  struct Seen {
    std::string mode;
    bool failed = false;
    WrongElements wrong = {};  // the map is empty if elements were not compared, or are too many
  };
  struct Programs;
  class OfFunction;

  std::map<std::string, std::multimap<std::string, Seen>> functions_;  // by function, then case
  std::map<std::string, int> maps_;  // how many maps of wrong elements are kept, by function
};

}  // namespace kassay::rules
