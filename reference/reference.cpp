#include "reference/reference.h"

#include "reference/graph/interpreter.h"

namespace kassay {

std::unique_ptr<Backend> make_reference(Edition edition) {
  return std::make_unique<reference::Interpreter>(edition);
}

}  // namespace kassay
