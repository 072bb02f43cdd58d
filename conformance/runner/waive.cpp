#include "conformance/runner/waive.h"

#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "conformance/runner/profile_tally.h"
#include "conformance/runner/selection.h"
#include "conformance/runner/waivers.h"
#include "spec/lib/error.h"
#include "spec/lib/specification.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {
namespace {

constexpr char kModeOption[] = "--mode ";
constexpr char kFailedOption[] = "--filter-failed ";
constexpr char kResultsRemedy[] = "Name a file that `kassay run --out` wrote.";

// The value of a field that takes one of a fixed set of names.
template <class Value>
Value named_value(const std::optional<Value>& value, const std::string& file,
                  const std::string& name) {
  if (!value) throw FileError(file, "", "\"" + name + "\" is unknown here", kResultsRemedy);
  return *value;
}

}  // namespace

Selection selection_of(const Results& results, const std::string& file) {
  const ResultsHeader& header = results.header;
  Selection selection;
  selection.edition = named_value(parse_edition(header.edition), file, header.edition);
  selection.tier = named_value(parse_tier(header.tier), file, header.tier);
  selection.profiles = header.profiles;
  selection.shard_index = header.shard_index;
  selection.shard_count = header.shard_count;
  for (const std::string& entry : header.filter) {
    if (entry.starts_with(kModeOption)) {
      const std::string mode = entry.substr(std::string_view(kModeOption).size());
      selection.modes.push_back(named_value(parse_mode(mode), file, mode));
    } else if (entry.starts_with(kFailedOption)) {
      std::set<ModeOfCase>& only = selection.only.emplace();
      for (const CaseResult& result : results.cases) only.insert({result.case_id, result.mode});
    } else if (entry != "*") {
      selection.filter.push_back(entry);
    }
  }
  return selection;
}

void check_vectors_of_run(const ResultsHeader& header, const Manifest& manifest,
                          const std::string& file, const std::string& vectors_directory) {
  if (header.vectors_hash == manifest.hash) return;
  throw FileError(file, "", "the run used other vectors than those in " + vectors_directory,
                  "Name the vectors of that run with --vectors, or run again.");
}

RunReport apply_waivers(Results& results, const std::string& file,
                        const std::vector<std::string>& files,
                        const std::string& vectors_directory) {
  const Manifest manifest = read_manifest(vectors_directory);
  check_vectors_of_run(results.header, manifest, file, vectors_directory);
  const Specification specification = read_specification(vectors_directory);
  const Selection selection = selection_of(results, file);
  ProfileTally tally(specification, manifest, selection.edition, selection.tier);
  Waivers waivers(files, selection.edition);
  select_cases(vectors_directory, manifest, specification, selection, &tally, &waivers);
  waivers.hold_on(results.header.started);

  RunReport report;
  for (CaseResult& result : results.cases) {
    named_value(parse_mode(result.mode), file, result.mode);
    result = without_waivers(std::move(result));
    waivers.apply(result);
    report.summary.add(result);
    tally.add(result);
    report.seconds += result.seconds;
  }
  results.header.waivers = waivers.files();
  results.header.functions = specification.functions_in(results.header.edition);  // not in old ones
  report.header = results.header;
  report.cancelled = !results.footer;
  report.profiles = tally.results();
  report.waivers = waivers.uses(vectors_directory, manifest);
  if (results.footer) {
    report.seconds = results.footer->seconds;
    results.footer = footer_of(report);
  }
  return report;
}

}  // namespace kassay::runner
