// What a worker tries against everything that is not its own.
#pragma once

#include <string>

namespace kassay::miniatures {

// "done", or the name of the errno that prevented it; empty where `what` is no such attempt. The test
// says against what, in KASSAY_TEST_FILE (a path) and KASSAY_TEST_PORT (of a listening socket).
std::string attempt(const std::string& what);

}  // namespace kassay::miniatures
