// A comparison of two runs as JSON.
#pragma once

#include <string>

#include "reports/diff/comparison.h"

namespace kassay::reports {

// One JSON object, every text in it printable (text.h):
//
//   old, new  {files, complete, results, backend, edition, tier, vectors, started}
//   header    [{field, old, new, meaning}]: fields in which the headers differ
//   notices   [sentence]
//   kinds     [{name, meaning, worse, count}], in the order of the changes
//   same      how many cases and modes have no change
//   worse     whether any change is worse
//   changes   [{kind, function, case, mode, cause, old, new, note, command}]. old and new are null or
//             {outcome, margin, seconds, reading, message}. The cause (spec/lib/cause_groups.h) is
//             why the new result is not right or, if that is right or missing, why the old one was
//             not; empty if both are. The note states what the specification did to the case; it may
//             be empty. The command explains the case on the new backend, or on the old one if the
//             new one has no result. A number that JSON lacks is "nan", "inf" or "-inf".
std::string diff_json(const RunComparison& comparison);

}  // namespace kassay::reports
