// The kept outputs of two runs, compared case by case (compare/agreement.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/compare/agreement.h"
#include "spec/lib/results.h"

namespace kassay::runner {

// A case and mode whose answers were compared.
struct ComparedCase {
  std::string function, case_id, mode;
  Outcome first_outcome = Outcome::kPass, second_outcome = Outcome::kPass;
  std::string first_reading, second_reading;
  compare::Agreement agreement;
};

// A case and mode that was not compared.
struct UncomparedCase {
  std::string function, case_id, mode;
  std::string reason;
  bool in_both = false;  // both folders have an entry, but an answer could not be kept
};

struct FunctionComparison {
  std::string function;
  std::int64_t compared = 0, sampled = 0;
  double margin = 0;  // the largest among the cases that agree
  std::vector<ComparedCase> differing;
};

struct OutputsComparison {
  std::string first_folder, second_folder;
  ResultsHeader first, second;
  std::vector<std::string> notices;           // sentences: how the runs themselves differ
  std::vector<FunctionComparison> functions;  // those with a compared case, worst first
  std::vector<UncomparedCase> uncompared;     // only one has an answer, or one could not be kept

  std::int64_t compared() const;
  std::int64_t differing() const;
  // How many cases `uncompared` has; with `common`, only those with `in_both`.
  std::int64_t missing(bool common) const;
  // How many cases have a random output; only its dtype and shape are compared.
  std::int64_t sampled() const;
};

// Throws FileError if a folder does not hold outputs, or holds outputs of vectors other than those in
// `vectors_directory`; NoCaseSelected if no case has an answer in both.
OutputsComparison compare_outputs(const std::string& first_folder, const std::string& second_folder,
                                  const std::string& vectors_directory);

}  // namespace kassay::runner
