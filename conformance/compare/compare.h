// Decides whether an answer is right, and says exactly why not.
//
// The comparison takes these steps, and the first difference is the failure: error or values; the
// number of outputs; the kind of each output; the dtype of a tensor, then its shape (rank 0 is not
// (1,)), then its elements: integers and bool exactly, floats within the tolerance (tolerance.h),
// first each element, then the rms; a sample by the range of each element, then by goodness of fit
// (goodness_of_fit.h). A plain value must have the expected kind and value: an int is not a float,
// and a bool not an int; a tuple is a list; a float is compared like a float64 element.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/lib/results.h"
#include "spec/lib/specification.h"
#include "spec/lib/vectors.h"

namespace kassay::compare {

// What a backend answered in one case.
struct Answer {
  std::vector<Value> outputs;
  std::string error_kind;  // not empty: it raised
  std::string error_message;
  std::vector<double> seconds = {};  // of each call that was made to be measured
  std::int64_t failed_call =
      0;  // of an error: the call of the program that raised it, from 1; 0: not known
  std::string remark = {};  // what the message of a failure adds about how it was run; or empty
};

struct Verdict {
  bool passed = false;
  // The largest error / limit over all elements, and over the rms if it is taken: above 1 exactly
  // if a limit is exceeded; 0 if everything is exact; infinite if no limit applies to the
  // difference. The statistics of a sample count in the same way.
  double margin = 0;
  // The place of the largest error / limit of an element: output and flat index; -1 if no element
  // has an error.
  int worst_output = -1;
  std::int64_t worst_element = -1;
  std::optional<Failure> failure;
  // More about the failure than its fields say: what kind of difference, what to look for. If
  // failure->check is kVector, what is wrong with the expectation itself: nothing was compared.
  std::string note;
};

// The answer against one expectation. It passes only if every check proves it.
Verdict compare(const Answer& answer, const Expectation& expectation, const Accuracy& accuracy,
                bool sign_of_zero);

}  // namespace kassay::compare
