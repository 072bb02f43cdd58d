// For processors without machine code by the engine (chosen in optimized/CMakeLists.txt): chains run as loops.
#include "optimized/engine/vector_code.h"

namespace kassay::optimized::engine {

std::unique_ptr<VectorCode> VectorCode::make(const Routine&, std::size_t) { return nullptr; }

}  // namespace kassay::optimized::engine
