// The outcome of a case: an answer against the expectation and the readings of its case.
#pragma once

#include "conformance/compare/compare.h"
#include "spec/lib/results.h"
#include "spec/lib/specification.h"
#include "spec/lib/vectors.h"

namespace kassay::compare {

// Compares the answer with the normative expectation of a case, then with its readings. The outcome
// is pass, pass-accepted (with the reading), fail (with the wrong reading that it matches, if any),
// or error: it raised although values are expected, or the vector itself is at fault (then without
// a failure). Fills the whole result except mode and seconds. With `specification` the message also
// explains the reading.
void judge(const Answer& answer, const Case& test_case, CaseResult& result,
           const Specification* specification = nullptr);

}  // namespace kassay::compare
