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

// A frame of this answer to the case and mode of its result.
std::vector<std::byte> encode_kept(const CaseResult& result, const compare::Answer& answer);

// The folder of a run in progress. All members throw FileError.
class OutputsWriter {
 public:
  // Creates the folder if it does not exist; its parent must exist. Refuses a folder that another
  // run is writing to and, unless a run is resumed, one that is not empty.
  OutputsWriter(const std::string& folder, bool resume);
  OutputsWriter(const OutputsWriter&) = delete;
  // Removes the folder if it was created here and got nothing.
  ~OutputsWriter();

  // Writes the header. If the folder has one, the run is continued: refuses the outputs of another
  // run, and cuts off incomplete frames.
  void begin(const ResultsHeader& header);
  // Whether there was a header.
  bool continues() const { return continues_; }

  // When this returns, the system has the frame: the end of this process does not harm it.
  void add(const std::string& function, std::span<const std::byte> frame);

 private:
  std::string folder_;
  Descriptor lock_;
  bool continues_ = false, created_ = false, begun_ = false;
  std::string function_;  // whose file is open
  Descriptor file_;
};

// The folder of a run that has ended, in whatever way. All members throw FileError.
class KeptOutputs {
 public:
  explicit KeptOutputs(const std::string& folder);

  const std::string& folder() const { return folder_; }
  const ResultsHeader& header() const { return header_; }
  const std::set<std::string>& functions() const { return functions_; }

  // By case and mode; the last answer to each counts. A last frame that was cut off is left out;
  // anything else that is not a frame is an error. Empty if there is no such function.
  using Answers = std::map<std::pair<std::string, std::string>, KeptAnswer>;
  Answers read(const std::string& function) const;

 private:
  std::string folder_;
  ResultsHeader header_;
  std::set<std::string> functions_;
};

}  // namespace kassay::runner
