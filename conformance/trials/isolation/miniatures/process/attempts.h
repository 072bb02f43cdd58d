// A worker's attempts to reach files, processes and the network outside its sandbox.
#pragma once

#include <string>

namespace kassay::miniatures {

// Returns "done", or the name of the errno that prevented the attempt; empty if `what` does not name
// one. The test names the targets in KASSAY_TEST_FILE (a path) and KASSAY_TEST_PORT (of a listening
// socket).
std::string attempt(const std::string& what);

}  // namespace kassay::miniatures
