// The levels of the architecture that the kernels are compiled for, and which one this processor gets.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "optimized/cpu/kernel.h"

namespace kassay::optimized {

struct Level {
  std::string_view name;
  // Whether this processor, and its operating system, can run the code of the level.
  bool (*is_supported)();
  // The vectors of the machine code that the engine makes (engine/vector_code.h); 0: it makes none.
  std::size_t (*vector_bytes)();
  // The native kernel of a function or of an internal operation; null where there is none. Precondition: is_supported().
  const Kernel* (*find_kernel)(std::string_view operation);
};

// Each is more than the one before it. The first one is supported everywhere.
std::span<const Level> levels();

// The highest supported one, or what the environment variable KASSAY_CPU_LEVEL names. Throws Unsupported where this processor
// lacks that, and std::runtime_error where it is no level.
const Level& level_to_use();

}  // namespace kassay::optimized
