// How verdicts are made.
#pragma once

#include <limits>
#include <string>
#include <utility>

#include "conformance/compare/compare.h"

namespace kassay::compare {

inline Verdict no_difference() {
  Verdict verdict;
  verdict.passed = true;
  return verdict;
}

// A difference that has no finite error.
inline Verdict difference(std::string check, std::string expected, std::string actual,
                          std::string note = "") {
  Verdict verdict;
  verdict.margin = std::numeric_limits<double>::infinity();
  verdict.note = std::move(note);
  Failure& failure = verdict.failure.emplace();
  failure.check = std::move(check);
  failure.expected = std::move(expected);
  failure.actual = std::move(actual);
  failure.error = std::numeric_limits<double>::infinity();
  return verdict;
}

}  // namespace kassay::compare
