// The golden vectors as a list of results to get: each mode of each case, in each edition.
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
  std::vector<runner::SelectedCases> editions;  // what `wanted` points into
  std::vector<Wanted> wanted;
};

// The cases of tier core: all of edition ko, and those of the others that it does not have or that
// are of tier smoke. With `only`, those that match one of its globs. Throws FileError and
// runner::NoCaseSelected.
Suite read_suite(const std::string& vectors_directory, const std::vector<std::string>& only);

struct Judged {
  CaseResult result;
  // It raised what is no error of the API: the reference found fault with itself, as when it has
  // inferred one shape and computed another.
  bool is_own_error;
};

// An interpreter for each edition.
class Interpreters {
 public:
  Interpreters();
  Judged judged(const Wanted& wanted);

 private:
  std::vector<std::unique_ptr<Backend>> of_edition_;
};

}  // namespace kassay::mutants
