#pragma once

#include <stdexcept>

namespace kassay::plugin {

// Something that a plug-in did although the interface forbids it. The message continues a sentence that
// begins with "the plug-in". The host adds the call, and turns it into a Violation.
class Breach : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace kassay::plugin
