// The answers of a backend in a run, kept in a folder (PROTOCOL.md, Kept outputs): `run.json`, the
// header of the run, and for each function a file `<function>.outputs` with one frame per answer.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "conformance/compare/compare.h"
#include "conformance/runner/worker_process.h"
#include "spec/lib/results.h"

namespace kassay::runner {

struct KeptAnswer {
  Outcome outcome = Outcome::kPass;  // the outcome of the answer, before waivers
  std::string reading;               // the reading that it matches, if any
  compare::Answer answer;
  std::string lost;  // why the answer itself is missing, if it could not be kept
};

// The frame of this answer, with the case and mode of its result.
std::vector<std::byte> encode_kept(const CaseResult& result, const compare::Answer& answer);

// The folder of a run that has finished or was interrupted. All members throw FileError.
class KeptOutputs {
 public:
  explicit KeptOutputs(const std::string& folder);

  const std::string& folder() const { return folder_; }
  const ResultsHeader& header() const { return header_; }
  const std::set<std::string>& functions() const { return functions_; }

  // By case and mode; the last answer to each counts. An incomplete last frame is left out; any other
  // damage is an error. Empty if the folder lacks a file of the function.
  using Answers = std::map<std::pair<std::string, std::string>, KeptAnswer>;
  Answers read(const std::string& function) const;

 private:
  std::string folder_;
  ResultsHeader header_;
  std::set<std::string> functions_;
};

}  // namespace kassay::runner
