// The machine code of a program: layers repeat, and equal routines share their code.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>

#include "optimized/engine/vector_code.h"

namespace kassay::optimized::engine {

class VectorCodes {
 public:
  // As for VectorCode::make; 0: no code is made.
  explicit VectorCodes(std::size_t vector_bytes) : vector_bytes_(vector_bytes) {}
  bool makes_any() const { return vector_bytes_ > 0; }
  // Null if VectorCode::make returns null. Precondition: makes_any().
  std::shared_ptr<const VectorCode> find(const Routine& routine);

 private:
  std::size_t vector_bytes_;
  std::unordered_map<std::string, std::shared_ptr<const VectorCode>> made_;  // by routine
};

}  // namespace kassay::optimized::engine
