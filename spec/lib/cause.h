// Why a result is not right, in words that are the same for all results of one mistake.
#pragma once

#include <string>
#include <vector>

#include "spec/lib/results.h"

namespace kassay {

// Replaces the name of the result's function in a cause.
inline constexpr char kFunctionMark = '\x1a';

// The cause of a result that is neither right nor waived: the wrong reading that the answer matches, the
// part of the answer that differs, or the message. A message of several lines gives two causes: its
// first line, and its last line or, if there is one, the last line that begins an exception
// ("ValueError: no such axis"). Parts of a traceback do not count. "…" replaces each number and each
// list of numbers or dtypes, kFunctionMark the function. Each cause is one line, not yet printable.
std::vector<std::string> causes_of(const CaseResult& result);

}  // namespace kassay
