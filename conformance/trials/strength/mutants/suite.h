// The golden vectors as a list of wanted results: each mode of each case, in each edition.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/runner/selection.h"
#include "spec/lib/backend.h"
#include "spec/lib/results.h"

namespace kassay::mutants {

struct Wanted {
  const FunctionVectors* vectors;
  std::size_t index;  // in `vectors`
  const std::string* function;
  Mode mode;
  Tier tier;
  Edition edition;
  const std::string& case_id() const { return vectors->cases()[index].id; }
};

struct Suite {
  std::vector<runner::SelectedCases> editions;  // `wanted` points into them
  std::vector<Wanted> wanted;
};

// The cases of tier core: all of edition ko, and of the other editions those that are not in ko or
// belong to tier smoke. With `only`, just those that match one of its globs. Throws FileError and
// runner::NoCaseSelected.
Suite read_suite(const std::string& vectors_directory, const std::vector<std::string>& only);

struct Judged {
  CaseResult result;
  // It raised an error that is not one of the API: the reference detected its own fault, for example an
  // inferred shape that differs from the computed one.
  bool is_own_error;
};

// One interpreter for each edition.
class Interpreters {
 public:
  Interpreters();
  Judged judged(const Wanted& wanted);

 private:
  std::vector<std::unique_ptr<Backend>> of_edition_;
};

}  // namespace kassay::mutants
