// The results of a run, counted by function, mode, dtype and outcome: small enough to keep in a repository, and enough for
// a scoreboard and a support matrix.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "reports/matrix/support.h"
#include "reports/report.h"
#include "reports/summary.h"
#include "spec/lib/dtype.h"

namespace kassay::reports {

// An earlier run of the same backend.
struct EarlierRun {
  std::string started, backend_version, vectors_hash;
  std::map<std::string, std::int64_t> counts;  // results by outcome
  std::int64_t functions = 0;                  // that it supported
};

struct RunCounts {
  // Mode, dtype of the case (none: the vectors lack it), and outcome before waivers.
  using Part = std::tuple<std::string, std::optional<DType>, Outcome>;
  struct Function {
    std::string category;
    std::map<Part, std::int64_t> parts;

    Support value() const;     // of results in every mode but the modes of gradients
    Support gradient() const;  // of these
  };

  std::string label;
  ResultsHeader header;
  RunSummary summary;
  std::map<std::string, Function, std::less<>> functions;
  std::vector<EarlierRun> earlier;  // comparable ones, the oldest first

  Support total() const;
};

// Sums up counts by outcome. Waived results are supported, and not right.
Support support_of(const std::map<std::string, std::int64_t>& counts);

// The counts of a run, with its earlier runs in the report's history.
RunCounts counts_of(const ReportRun& run, const Report& report);

}  // namespace kassay::reports
