#include "conformance/runner/merge.h"

#include <map>
#include <utility>
#include <vector>

#include "conformance/runner/patience.h"
#include "conformance/runner/selection.h"
#include "conformance/runner/waive.h"
#include "spec/lib/error.h"
#include "spec/lib/modes.h"
#include "spec/lib/specification.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {
namespace {

// The case and mode of each line of a run, in the order of a run with one job.
std::vector<ModeOfCase> lines_of(const SelectedCases& selected) {
  std::vector<ModeOfCase> lines;
  for (const SelectedFunction& function : selected.functions) {
    for (const SelectedCase& one : function.cases) {
      const std::string& id = function.vectors->cases().at(one.index).id;
      for (const Mode mode : one.modes) lines.emplace_back(id, mode_name(mode));
    }
  }
  return lines;
}

std::string text_of(const ModeOfCase& line) { return line.first + " in mode " + line.second; }

}  // namespace

void put_in_order(Results& results, const std::string& file, const std::string& vectors_directory,
                  int max_restarts) {
  const Manifest manifest = read_manifest(vectors_directory);
  check_vectors_of_run(results.header, manifest, file, vectors_directory);
  const std::vector<ModeOfCase> lines =
      lines_of(select_cases(vectors_directory, manifest, read_specification(vectors_directory),
                            selection_of(results, file)));
  constexpr char kRemedy[] = "Name the file of each shard of one run exactly once.";
  std::map<ModeOfCase, CaseResult> found;
  for (CaseResult& result : results.cases) {
    ModeOfCase line{result.case_id, result.mode};
    const bool added = found.try_emplace(line, std::move(result)).second;
    if (!added) throw FileError(file, "", text_of(line) + " appears twice", kRemedy);
  }
  results.cases.clear();
  Patience patience(max_restarts);
  for (const ModeOfCase& line : lines) {
    const auto place = found.find(line);
    if (place == found.end()) throw FileError(file, "", text_of(line) + " is missing", kRemedy);
    CaseResult result = std::move(place->second);
    found.erase(place);
    if (patience.exhausted(result.function)) {
      result = Patience::given_up(line.first, result.function, line.second, max_restarts);
    }
    patience.add(result);
    results.cases.push_back(std::move(result));
  }
  if (!found.empty()) {
    throw FileError(file, "", text_of(found.begin()->first) + " is not selected by its header",
                    kRemedy);
  }
}

}  // namespace kassay::runner
