// Rules that separate failing from passing samples: conjunctions of at most three conditions.
//
// A rule must pay: naming it, and the exceptions to it, must take fewer bits than listing the failures (minimum description
// length). So a rule of few failures must be simple, and one that only happens to fit is not stated. The failures
// that a rule does not cover may have another rule. Deterministic: the order of the conditions breaks ties.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/rules/facts.h"

namespace kassay::rules {

struct Sample {
  Facts facts;
  bool failed = false;
};

struct Condition {
  std::string fact;       // of Facts::conditions or Facts::numbers
  bool negated = false;   // it does not hold
  bool compares = false;  // a number with the threshold
  bool above = false;     // at least the threshold; else below it
  double threshold = 0;

  bool holds(const Facts& facts) const;
  std::string text()
      const;  // "axis is negative", "axis is not negative", "the largest element of x >= 2.5"
};

struct Rule {
  std::vector<Condition> conditions;
  std::int64_t failures = 0;      // covered by it, and by no earlier rule
  std::int64_t false_alarms = 0;  // samples that it covers and that pass

  bool holds(const Facts& facts) const;
};

struct Rules {
  std::vector<Rule> rules;
  std::int64_t failures = 0, passes = 0;  // of all samples

  bool holds(const Facts& facts) const;  // any of them
};

// Empty if no rule is good enough.
Rules learn(const std::vector<Sample>& samples);

}  // namespace kassay::rules
