// The optimized interpreter: the runtime of the reference with native kernels that use SIMD and all cores.
#pragma once

#include <memory>

#include "spec/lib/backend.h"

namespace kassay {

std::unique_ptr<Backend> make_optimized(Edition edition);

}  // namespace kassay
