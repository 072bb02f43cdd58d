#include "conformance/worker/interpreters.h"

#include "optimized/optimized.h"
#include "reference/reference.h"
#include "spec/lib/error.h"

namespace kassay::worker {

std::unique_ptr<Backend> make_interpreter(const std::string& name, Edition edition) {
  if (name == "reference") return make_reference(edition);
  if (name == "optimized") return make_optimized(edition);
  throw Unsupported("there is no interpreter named \"" + name + "\" in this program");
}

}  // namespace kassay::worker
