// What backends support: results counted by function, by the dtype of the case, and by what was asked
// for, the value or the gradient.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/report.h"
#include "spec/lib/dtype.h"

namespace kassay::reports {

// Counts of results, each of one case in one mode, by their outcome before waivers. So a failure that
// is waived was tried, and is supported, but not right.
struct Support {
  std::int64_t tried = 0;      // every outcome but "not-run"
  std::int64_t supported = 0;  // of the tried ones, every outcome but "unsupported"
  std::int64_t right = 0;  // of the supported ones, "pass", "pass-accepted" and "unexpected-pass"

  // Results of an outcome before waivers.
  void add(Outcome outcome, std::int64_t count = 1);
  void add(const Support& part);

  bool operator==(const Support&) const = default;
};

// Only what was tried, by the dtype of the case; none: the vectors lack the case.
using SupportByDType = std::map<std::optional<DType>, Support>;
Support total(const SupportByDType& parts);
// "float32"; "unknown" for none.
std::string_view column_name(std::optional<DType> dtype);

struct FunctionSupport {
  SupportByDType value;     // of results in every mode but these two:
  SupportByDType gradient;  // of results in modes gradient and second-gradient
};

// Whether results of the mode count for the gradient.
bool is_gradient(std::string_view mode);

struct SupportRow {
  std::string function, category;     // unchanged from the files
  std::vector<FunctionSupport> runs;  // in the order of Report::runs
};

// Every function of the editions that were run, in the order of the specification. Functions that it
// lacks follow by name.
std::vector<SupportRow> support_of(const Report& report);

}  // namespace kassay::reports
