// A comparison of two runs as JSON.
#pragma once

#include <string>

#include "reports/diff/comparison.h"

namespace kassay::reports {

// One JSON object, every text in it printable (text.h):
//
//   old, new  {files, complete, results, backend, edition, tier, vectors, started}
//   header    [{field, old, new, meaning}]: in what the headers differ
//   notices   [sentence]
//   kinds     [{name, meaning, worse, count}], in the order of the changes
//   same      how many cases and modes have no change
//   worse     whether one of the changes is
//   changes   [{kind, function, case, mode, old, new, note, command}], where the note says what
//             the specification did to the case (it may be empty), old and new are null or
//             {outcome, margin, seconds, reading, message} and the command explains the case on the
//             new backend (where that has no result, on the old one). A number that JSON lacks is
//             "nan", "inf" or "-inf".
std::string diff_json(const RunComparison& comparison);

}  // namespace kassay::reports
