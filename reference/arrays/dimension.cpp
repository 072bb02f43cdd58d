#include "reference/arrays/dimension.h"

#include <string>

#include "reference/arrays/array.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

[[noreturn]] void too_large(std::int64_t a, const char* sign, std::int64_t b) {
  throw ApiError(ErrorKind::kValue,
                 "a dimension of " + std::to_string(a) + sign + std::to_string(b) + " elements");
}

}  // namespace

std::int64_t add_dimensions(std::int64_t a, std::int64_t b) {
  if (a == kUnknown || b == kUnknown) return kUnknown;
  std::int64_t sum;
  if (__builtin_add_overflow(a, b, &sum)) too_large(a, " + ", b);
  return sum;
}

std::int64_t multiply_dimensions(std::int64_t a, std::int64_t b) {
  if (a == 0 || b == 0) return 0;
  if (a == kUnknown || b == kUnknown) return kUnknown;
  std::int64_t product;
  if (__builtin_mul_overflow(a, b, &product)) too_large(a, " * ", b);
  return product;
}

std::int64_t product_of_dimensions(const Shape& shape, std::size_t first) {
  // The zeros first: with a zero, no other dimension matters, not even an unknown or a huge one.
  for (std::size_t d = first; d < shape.size(); ++d) {
    if (shape[d] == 0) return 0;
  }
  std::int64_t product = 1;
  for (std::size_t d = first; d < shape.size(); ++d) {
    product = multiply_dimensions(product, shape[d]);
  }
  return product;
}

}  // namespace kassay::reference
