#include "reports/diff/comparison.h"

#include <algorithm>
#include <utility>

#include "reports/shards.h"
#include "reports/text.h"
#include "spec/lib/error.h"
#include "spec/lib/vectors.h"

namespace kassay::reports {

ReportRun read_run(const std::string& which, const std::vector<std::string>& files,
                   std::vector<std::string>& notices) {
  std::vector<ReportRun> runs = join_shards(read_runs(files, notices), notices);
  if (runs.size() > 1) {
    throw FileError(runs[1].files.front(), "line 1",
                    "this is not another shard of the run in " + runs[0].files.front(),
                    "Several files of the " + which +
                        " run must be its shards: the same backend, vectors, tier and "
                        "selection, each shard once.");
  }
  return std::move(runs.front());
}

std::vector<CaseChange> read_case_changes(const ResultsHeader& old, const ResultsHeader& now,
                                          const std::string& vectors,
                                          std::vector<std::string>& notices) {
  if (!is_older(old.specification_version, now.specification_version)) return {};
  const std::string unknown =
      "Which cases the specification changed or retired between these runs is not known: ";
  try {
    Manifest manifest = read_manifest(vectors);
    if (is_older(manifest.version, now.specification_version)) {
      notices.push_back(unknown + "the vectors in " + vectors + " are of an earlier version.");
      return {};
    }
    return std::move(manifest.changes);
  } catch (const FileError& error) {
    notices.push_back(unknown + error.what());
    return {};
  }
}

namespace {

void keep_common(Diff& diff) {
  const std::int64_t gone = std::ranges::count_if(
      diff.changes, [](const Change& change) { return !change.now.has_value(); });
  const std::int64_t added = diff.count(ChangeKind::kNew);
  if (gone + added == 0) return;
  std::erase_if(diff.changes, [](const Change& change) { return !change.old || !change.now; });
  diff.notices.push_back("Only what both runs have is compared: " + count_of(gone, "result") +
                         " of the old run and " + grouped_digits(added) +
                         " of the new one are left out.");
}

}  // namespace

RunComparison compare_runs(const std::vector<std::string>& old_files,
                           const std::vector<std::string>& now_files,
                           const DiffSettings& settings) {
  std::vector<std::string> notices;
  ReportRun old = read_run("old", old_files, notices);
  ReportRun now = read_run("new", now_files, notices);
  const std::vector<CaseChange> case_changes =
      read_case_changes(old.results.header, now.results.header, settings.vectors, notices);
  Diff diff = diff_results(old.results, now.results, settings.margin_factor, case_changes);
  diff.notices.insert(diff.notices.begin(), notices.begin(), notices.end());
  if (settings.common) keep_common(diff);
  return {std::move(old), std::move(now), std::move(diff)};
}

}  // namespace kassay::reports
