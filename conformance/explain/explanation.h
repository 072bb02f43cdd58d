// A case with everything known about it: what it tests and why, the expected outputs, the answer of
// a backend, and how the limit of an element is derived.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/compare/compare.h"
#include "conformance/compare/goodness_of_fit.h"
#include "spec/lib/specification.h"
#include "spec/lib/tolerance.h"

namespace kassay::explain {

using compare::Answer;
using compare::Statistic;

struct ElementExplanation {
  int output = 0;
  std::vector<std::int64_t> index;
  std::string expected;
  std::string actual;  // empty without an answer
  double magnitude = 0;
  double roundoff = 0;  // r of tolerance.h
  Accuracy accuracy;
  Limit limit;                   // all 0 for integers and bool
  bool limit_is_stated = false;  // by the case, for each element
  double error = 0;              // of the answer
  double margin = 0;             // of the answer
  bool passed = false;
};

// A statistic of a random output of the answer.
struct SampleExplanation {
  int output = 0;
  Statistic statistic;
};

// A result from a results file.
struct RecordedResult {
  std::string file;
  std::string backend;  // as it was given to the run
  CaseResult result;
};

struct Explanation {
  const Case* test_case = nullptr;
  const Specification* specification = nullptr;
  const FunctionSpecification* function = nullptr;
  Edition edition = Edition::kKo;

  // The answer of a backend now. No `result`: no backend was asked. No `answer`: it gave none.
  std::string backend;
  std::optional<Answer> answer;
  std::optional<CaseResult> result;
  std::vector<RecordedResult> recorded;

  // The requested element, or the worst one.
  std::optional<ElementExplanation> element;
  bool element_is_worst = false;

  // Of all samples among the outputs.
  std::vector<SampleExplanation> statistics;

  std::string reproduce;  // the command that runs the case again
};

// The expectation against which an answer is measured: that of the accepted reading which the
// result names, otherwise the normative one.
const Expectation& measure_of(const Case& test_case, const CaseResult* result);

// The output must be a tensor of `expectation` and the flat index must be within it (a
// precondition). An answer is included if it has a tensor of that dtype and shape there.
ElementExplanation explain_element(const Case& test_case, const Expectation& expectation,
                                   const Answer* answer, int output, std::int64_t flat_index);

// The element of the largest margin, if any element has an error.
std::optional<ElementExplanation> explain_worst_element(const Case& test_case,
                                                        const Expectation& expectation,
                                                        const Answer& answer);

// The statistics of every output that is a sample, as far as the answer allows.
std::vector<SampleExplanation> explain_statistics(const Case& test_case,
                                                  const Expectation& expectation,
                                                  const Answer& answer);

}  // namespace kassay::explain
