// The levels of the architecture that the kernels are compiled for, and the choice for this processor.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "optimized/cpu/kernel.h"

namespace kassay::optimized {

struct Level {
  std::string_view name;
  // Whether this processor and its operating system can run the code of the level.
  bool (*is_supported)();
  // The bytes of vectors in the engine's machine code (engine/vector_code.h); 0: the engine makes no code.
  std::size_t (*vector_bytes)();
  // The native kernel of a function or of an internal operation; null if there is none. Precondition: is_supported().
  const Kernel* (*find_kernel)(std::string_view operation);
};

// Each level includes the one before it. The first one is supported everywhere.
std::span<const Level> levels();

// The highest supported level, or the one named by the environment variable KASSAY_CPU_LEVEL. Throws Unsupported if this processor lacks
// it, and std::runtime_error if the name is not a level.
const Level& level_to_use();

}  // namespace kassay::optimized
