// How well a rule learned on the cases predicts which other calls a faulty backend gets wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "conformance/rules/learn.h"
#include "conformance/trials/strength/faults/trial.h"

namespace kassay::faults {

// The common property of a fault's failures in the suite.
struct Explanation {
  std::string function;  // the one whose cases fail most; empty: none fails
  rules::Rules rules;
};
Explanation explain(const Fault& fault, const runner::SelectedCases& suite,
                    const Specification& specification);

struct Prediction {
  Explanation explanation;                      // learned on the suite
  std::int64_t wrong = 0, right = 0;            // fresh results
  std::int64_t wrong_told = 0, right_told = 0;  // of these, how many the rules predict

  // The mean of the predicted shares; nullopt if all fresh calls are right, or all wrong.
  std::optional<double> balanced_accuracy() const;
};

// `fresh` contains calls that are not in any case.
Prediction predict(const Fault& fault, const runner::SelectedCases& suite,
                   const runner::SelectedCases& fresh, const Specification& specification);

}  // namespace kassay::faults
