// The beginning of a value, for results and reports: to show, not to compare.
#pragma once

#include <string>
#include <vector>

#include "spec/lib/value.h"

namespace kassay {

inline constexpr std::size_t kPreviewElements = 64;
inline constexpr std::size_t kMostPreviews = 64;  // of the outputs of one answer

struct Preview {
  std::string dtype;  // empty: not a tensor; then `elements` holds one text, that of the value
  Shape shape;
  std::vector<std::string> elements;  // the first kPreviewElements, in row-major order
};

Preview preview_of(const Value& value);

// For a tensor that stores values of `dtype` in float64, as golden vectors do: floats have enough
// digits to distinguish any two numbers of that dtype.
Preview preview_of(const Tensor& values, DType dtype);

}  // namespace kassay
