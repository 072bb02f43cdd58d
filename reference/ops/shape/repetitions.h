// How often elements are repeated.
#pragma once

#include <cstdint>
#include <string>

#include "reference/graph/unpack.h"
#include "spec/lib/error.h"

namespace kassay::reference {

// The number itself. Throws ApiError (value) that names `argument` if it is negative.
inline std::int64_t repetitions(const std::string& argument, std::int64_t number) {
  if (number < 0) {
    throw mismatch(ErrorKind::kValue, argument, "a number of at least 0", number);
  }
  return number;
}

}  // namespace kassay::reference
