// The beginning of a value, for results and reports: what people look at, not what is compared.
#pragma once

#include <string>
#include <vector>

#include "spec/lib/value.h"

namespace kassay {

inline constexpr std::size_t kPreviewElements = 64;

struct Preview {
  std::string dtype;  // empty: no tensor; then `elements` holds one text, that of the value
  Shape shape;
  std::vector<std::string> elements;  // the first kPreviewElements, in row-major order
};

Preview preview_of(const Value& value);

// Of a tensor that stores values of `dtype` in float64, as golden vectors do: floats have as many
// digits as tell any two numbers of that dtype apart.
Preview preview_of(const Tensor& values, DType dtype);

}  // namespace kassay
