#include "spec/lib/preview.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "spec/lib/text.h"

namespace kassay {
namespace {

constexpr std::size_t kLongestText = 400;  // bytes of a value that is not a tensor

Preview preview_with(const Tensor& values, DType dtype, auto&& text_of_element) {
  Preview preview{std::string(dtype_name(dtype)), values.shape(), {}};
  const auto shown = std::min(values.size(), static_cast<std::int64_t>(kPreviewElements));
  for (std::int64_t i = 0; i < shown; ++i) preview.elements.push_back(text_of_element(i));
  return preview;
}

std::string rounded_text(double value) {
  std::array<char, 32> buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general,
                    std::numeric_limits<float>::max_digits10)
          .ptr;
  return std::string(buffer.data(), end);
}

}  // namespace

Preview preview_of(const Value& value) {
  const auto* tensor = value.get_if<Tensor>();
  if (tensor == nullptr) {
    return {"", {}, {wording::shortened(wording::python_text(value), kLongestText)}};
  }
  return preview_with(*tensor, tensor->dtype(),
                      [&](std::int64_t i) { return wording::element_text(*tensor, i); });
}

Preview preview_of(const Tensor& values, DType dtype) {
  const bool short_floats = dtype == DType::kFloat16 || dtype == DType::kFloat32;
  return preview_with(values, dtype, [&](std::int64_t i) {
    const double value = short_floats ? element(values, i) : 0;
    return short_floats && std::isfinite(value) ? rounded_text(value)
                                                : wording::element_text(values, i);
  });
}

}  // namespace kassay
