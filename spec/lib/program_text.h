// A program as a reader of the documents would write it.
#pragma once

#include <string>

#include "spec/lib/program.h"

namespace kassay {

// One line per call, each with a newline: "y = K.softmax(x, axis=-1)", and finally "return y". An
// input passed as a raw array is array(x).
std::string program_text(const Program& program);
// The line of one call, without a newline.
std::string call_text(const Call& call);

}  // namespace kassay
