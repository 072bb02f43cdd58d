// The history of a backend: one line of JSON per run, in a file that runs append to
// (spec/schema/history.json).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reports/summary.h"
#include "spec/lib/results.h"

namespace kassay::reports {

// The data that is kept about a run.
struct HistoryEntry {
  std::string kassay_version;
  std::string started;  // UTC, ISO 8601
  std::string backend_argument, backend_name, backend_version, backend_device;
  std::string specification_hash, vectors_hash;
  std::string tier, edition;
  std::vector<std::string> asked_profiles;  // to which the run was limited; none: the whole tier
  bool complete = false;  // all of these was run: nothing was filtered, sharded or cut short
  Claim claim = Claim::kNothingJudged;
  std::map<std::string, std::int64_t> counts;      // results by outcome name
  std::map<std::string, ProfileVerdict> profiles;  // by id
  std::int64_t functions = 0, supported = 0;       // in the run; those of them that are not fully
                                                   // unsupported
  // Of the supported functions, and how many functions the edition has; unknown in lines of earlier
  // versions.
  std::optional<std::int64_t> right, wrong, of_edition;
  double seconds = 0;
};

HistoryEntry history_entry(const Results& results);

// Without the newline.
std::string to_line(const HistoryEntry& entry);

struct History {
  std::vector<HistoryEntry> entries;  // in the order of the file
  bool cut_off = false;  // its last line is incomplete and was not read: a writer was killed
};

// A missing or empty file has no entries. Throws FileError naming the line at fault.
History read_history(const std::string& file);

}  // namespace kassay::reports
