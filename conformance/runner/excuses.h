// The cases and modes of waivers that excuse some results and no others.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "conformance/runner/case_globs.h"
#include "spec/lib/results.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

// What a waiver says of the results that it concerns.
struct Excuse {
  std::vector<std::string> cases;    // as in Waiver
  std::vector<Mode> modes;           // as in Waiver: all where there is none
  std::vector<std::size_t> results;  // that it matches and that no excuse before it does
};

class Excuses {
 public:
  // Of results as they were before waivers, which must outlive this.
  explicit Excuses(const std::vector<CaseResult>& results);

  // Excuses that together match the results at these places, none of which passed or is
  // unsupported, and no other result but unsupported ones. A waiver has one list of modes for all of
  // its cases, so cases that fail in different modes need several; the one with most results comes
  // first.
  std::vector<Excuse> of(std::span<const std::size_t> places) const;

 private:
  using ModeSet = unsigned;  // a bit for each mode
  struct Outline {
    std::vector<std::string> ids;        // of the cases
    std::vector<std::size_t> case_of;    // by result
    std::vector<ModeSet> judged;         // by case: the modes with a result that is not unsupported
    std::vector<std::size_t> excusable;  // cases with a result that did not pass
  };
  explicit Excuses(const std::vector<CaseResult>& results, Outline outline);
  static Outline outline_of(const std::vector<CaseResult>& results);

  const std::vector<CaseResult>& results_;
  std::vector<std::size_t> case_of_;
  std::vector<ModeSet> judged_;
  CaseGlobs globs_;
};

}  // namespace kassay::runner
