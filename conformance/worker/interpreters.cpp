#include "conformance/worker/interpreters.h"

#include "optimized/device/interpreter.h"
#include "optimized/device/library.h"
#include "optimized/optimized.h"
#include "reference/reference.h"
#include "spec/lib/error.h"

namespace kassay::worker {

std::unique_ptr<Backend> make_interpreter(const std::string& name, Edition edition) {
  if (name == "reference") return make_reference(edition);
  if (name == "optimized") return make_optimized(edition);
  if (name == "optimized:cuda")
    return optimized::device::make_interpreter(edition, optimized::device::load_cuda());
  throw Unsupported("there is no interpreter named \"" + name + "\" in this program");
}

}  // namespace kassay::worker
