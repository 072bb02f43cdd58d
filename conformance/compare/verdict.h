// How verdicts are made.
#pragma once

#include <limits>
#include <string>
#include <utility>

#include "conformance/compare/compare.h"

namespace kassay::compare {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline Verdict no_difference() {
  Verdict verdict;
  verdict.passed = true;
  return verdict;
}

// A difference without a finite error.
inline Verdict difference(Check check, std::string expected, std::string actual,
                          std::string note = "") {
  Verdict verdict;
  verdict.margin = kInfinity;
  verdict.note = std::move(note);
  Failure& failure = verdict.failure.emplace();
  failure.check = check;
  failure.expected = std::move(expected);
  failure.actual = std::move(actual);
  failure.error = kInfinity;
  return verdict;
}

}  // namespace kassay::compare
