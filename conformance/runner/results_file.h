// The results file during a run: each line goes to the file at once, so that a killed run can be
// continued from it.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>

#include "conformance/runner/worker_process.h"
#include "spec/lib/result_lines.h"
#include "spec/lib/results.h"

namespace kassay::runner {

// A difference between two runs that prevents combining their results, as a sentence without its
// period; empty if they are one run, perhaps continued.
std::string run_differences(const ResultsHeader& there, const ResultsHeader& here);

// What becomes of a file that is not empty.
enum class EarlierResults { kRefuse, kContinue, kReplace };

class ResultsFile {
 public:
  // Opens `file` for writing and leaves what is in it; an empty name is standard output. All
  // members throw FileError: one that cannot be written to, that another run is writing to, or that
  // holds something and must not, is found here, before anything runs.
  ResultsFile(const std::string& file, EarlierResults earlier);
  ResultsFile(const ResultsFile&) = delete;
  // Removes the file if it was created here and got no line.
  ~ResultsFile();

  // Begins anew with this header, or continues what is there: a last line that was cut off is
  // dropped, and the results so far are returned. Refuses where the header there belongs to another
  // run.
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
  off_t size_ = 0;  // what is written
  bool created_ = false;
  bool written_ = false;
};

}  // namespace kassay::runner
