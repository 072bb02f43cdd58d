#pragma once

#include <stdexcept>

namespace kassay::plugin {

// What a plug-in did that the interface forbids: the rest of a sentence that begins with "the
// plug-in". The host adds in which call, and makes it a Violation.
class Breach : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace kassay::plugin
