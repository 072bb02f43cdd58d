// For processors that the engine makes no machine code for (optimized/CMakeLists.txt chooses): chains run as loops.
#include "optimized/engine/vector_code.h"

namespace kassay::optimized::engine {

std::unique_ptr<VectorCode> VectorCode::make(const Routine&, std::size_t) { return nullptr; }

}  // namespace kassay::optimized::engine
