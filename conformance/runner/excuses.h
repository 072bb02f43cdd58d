// Finds the cases and modes of waivers that excuse given results and no others.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "conformance/runner/case_globs.h"
#include "spec/lib/results.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

// The part of a waiver that selects results.
struct Excuse {
  std::vector<std::string> cases;    // as in Waiver
  std::vector<Mode> modes;           // as in Waiver: empty means all
  std::vector<std::size_t> results;  // those that it matches and no earlier excuse does
};

class Excuses {
 public:
  // `results` are as they were before waivers, and must outlive this object.
  explicit Excuses(const std::vector<CaseResult>& results);

  // Excuses that together match the results at these places. They match no other results, except
  // unsupported ones. None of the results at these places may have passed or be unsupported. A waiver
  // has one list of modes for all of its cases, so cases that fail in different modes need several
  // waivers; the one with the most results comes first.
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
