// Machine code of a routine, made at run time for this processor: elements go from one formula to the next in registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "optimized/engine/routine.h"

namespace kassay::optimized::engine {

class VectorCode {
 public:
  // `vector_bytes`: 32 (AVX2 with FMA) or 64 (AVX-512), supported by the processor. Null if the routine needs too many registers, or the
  // system does not grant memory for code.
  static std::unique_ptr<VectorCode> make(const Routine& routine, std::size_t vector_bytes);
  virtual ~VectorCode() = default;

  // Computes `count` elements. An output may be an input that moves.
  virtual void run(const std::byte* const* inputs, std::byte* const* outputs,
                   std::int64_t count) const = 0;
};

}  // namespace kassay::optimized::engine
