// Writes the answers of a backend in a run into a folder (kept_outputs.h reads it).
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "conformance/runner/worker_process.h"
#include "spec/lib/results.h"

namespace kassay::runner {

// The folder of a run in progress. All members throw FileError.
class OutputsWriter {
 public:
  // Creates the folder if it does not exist; its parent must exist. Refuses a folder that another
  // run is writing to and, unless a run is resumed, one that is not empty.
  OutputsWriter(const std::string& folder, bool resume);
  OutputsWriter(const OutputsWriter&) = delete;
  // Removes the folder if this object created it and it is still empty.
  ~OutputsWriter();

  // Writes the header. If the folder already has one, continues its run: refuses the outputs of another
  // run and damaged ones, and cuts off an incomplete last record.
  void begin(const ResultsHeader& header);
  // Sentences about records that were cut off.
  const std::vector<std::string>& notices() const { return notices_; }
  // Whether the folder already had a header.
  bool continues() const { return continues_; }

  // When this returns, the operating system has the frame: it survives the end of this process.
  void add(const std::string& function, std::span<const std::byte> frame);

  // The outputs are on the disk afterwards.
  void finish();

 private:
  std::string folder_;
  Descriptor lock_;
  bool continues_ = false, created_ = false, begun_ = false;
  std::vector<std::string> notices_;
  std::set<std::string> written_;  // files
  std::string function_;           // whose file is open
  Descriptor file_;
};

}  // namespace kassay::runner
