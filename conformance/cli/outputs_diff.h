// A comparison of the kept outputs of two runs, for people and for programs.
#pragma once

#include <ostream>
#include <string>

#include "conformance/runner/outputs_comparison.h"

namespace kassay::cli {

// With `all`, every case that differs; otherwise the worst cases of the worst functions.
void print_outputs_comparison(std::ostream& out, const runner::OutputsComparison& comparison,
                              bool all);

// One JSON object, every text in it printable:
//
//   first, second  {folder, backend, version, edition, tier}
//   notices        [sentence]
//   compared, differing, sampled
//   functions      [{function, compared, differing, margin}], worst first; margin of what agrees
//   differences    [{function, case, mode, first, second, check, output, index, difference, limit,
//                  differing, elements, values, command}], where first and second are {outcome,
//                  reading} and values what each has there. A number that JSON lacks is "inf".
//   uncompared     [{function, case, mode, reason}]
std::string outputs_comparison_json(const runner::OutputsComparison& comparison);

}  // namespace kassay::cli
