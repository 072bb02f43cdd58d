// Why a result is not right, in words that results of the same mistake have in common.
#pragma once

#include <string>
#include <vector>

#include "spec/lib/results.h"

namespace kassay {

// Stands in a cause for the name of the function of the result.
inline constexpr char kFunctionMark = '\x1a';

// The cause of a result that is neither right nor waived: the wrong reading that the answer
// matches, what of the answer differs, or the message. A message of several lines gives two
// causes: that of its first line, and that of its last or, if there is one, of the last line that
// begins an exception ("ValueError: no such axis"). An error that a wrong reading raises, too, has the reading and the message as
// causes. Parts of a traceback do not count. "…" stands
// for each number and each list of numbers or dtypes, kFunctionMark for the function. Each is one
// line, not yet printable.
std::vector<std::string> causes_of(const CaseResult& result);

}  // namespace kassay
