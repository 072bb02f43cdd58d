// The results file during a run. Each line is written at once, so that a killed run can be continued.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>

#include "conformance/runner/worker_process.h"
#include "spec/lib/result_lines.h"
#include "spec/lib/results.h"

namespace kassay::runner {

// The differences between two runs that prevent combining their results, as a sentence without its
// period; empty if they are one run, perhaps continued.
std::string run_differences(const ResultsHeader& there, const ResultsHeader& here);

// What to do with a file that is not empty.
enum class EarlierResults { kRefuse, kContinue, kReplace };

class ResultsFile {
 public:
  // Opens `file` for writing without changing it; an empty name means standard output. All members throw
  // FileError. A file that cannot be written to, that another run is writing to, or that is not empty
  // although it must be, is reported here, before anything runs.
  ResultsFile(const std::string& file, EarlierResults earlier);
  ResultsFile(const ResultsFile&) = delete;
  // Removes the file if this object created it and it is still empty.
  ~ResultsFile();

  // Starts a new file with this header, or continues the existing one: drops an incomplete last line and
  // returns the results so far. Throws if the existing header belongs to another run.
  std::optional<Results> begin(const ResultsHeader& header);

  void add(const CaseResult& result) { write_line(to_line(result)); }
  // The results are on the disk afterwards.
  void finish(const ResultsFooter& footer);

 private:
  void write_line(std::string line);
  void truncate(std::size_t size);
  // Throws FileError if something else has shortened or removed it.
  void check_unchanged() const;
  // The number of bytes up to and including the last newline.
  std::size_t complete_size() const;
  [[noreturn]] void fail(const std::string& problem, const std::string& remedy) const;

  std::string file_;
  EarlierResults earlier_;
  Descriptor descriptor_;
  int fd_;
  bool regular_ = false;
  off_t size_ = 0;  // bytes written
  bool created_ = false;
  bool written_ = false;
};

}  // namespace kassay::runner
