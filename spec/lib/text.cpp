#include "spec/lib/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace kassay {

std::string joined(const std::vector<std::string>& items, std::string_view separator) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += separator;
    text += items[i];
  }
  return text;
}

std::string grouped_digits(long long count) {
  std::string digits = std::to_string(count);
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  for (std::size_t i = digits.size(); i > first + 3;) digits.insert(i -= 3, ",");
  return digits;
}

std::string count_of(long long count, std::string_view noun) {
  return grouped_digits(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string replaced(std::string_view text, char what, std::string_view with) {
  std::string result;
  for (const char c : text) {
    if (c == what) {
      result += with;
    } else {
      result += c;
    }
  }
  return result;
}

bool is_like(std::string_view text, std::string_view pattern) {
  return std::ranges::equal(text, pattern, [](char c, char wanted) {
    return wanted == '0' ? c >= '0' && c <= '9' : c == wanted;
  });
}

}  // namespace kassay

namespace kassay::wording {
namespace {

template <class Float>
std::string shortest_of(Float value) {
  if (std::isnan(value)) return "nan";  // its sign means nothing
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return std::string(buffer.data(), end);
}

constexpr int kFloat16Digits = 5;  // significant ones, enough to distinguish any two float16
                                   // numbers

std::string float16_text(Float16 number) {
  const auto value = static_cast<float>(number);
  if (!std::isfinite(value) || value == std::trunc(value)) return shortest_of(value);
  for (int digits = 1;; ++digits) {
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::scientific, digits - 1)
                         .ptr;
    double rounded = 0;
    std::from_chars(buffer.data(), end, rounded);
    const bool same = Float16(rounded).bits() == number.bits();
    if (same || digits == kFloat16Digits) return shortest_of(rounded);
  }
}

std::string python_float(double value) {
  const std::string text = shortest_of(value);
  if (!std::isfinite(value)) return "float('" + text + "')";
  const bool looks_like_int = text.find_first_of(".e") == std::string::npos;
  return looks_like_int ? text + ".0" : text;
}

std::string escape(unsigned char character) {
  std::array<char, 8> buffer;
  std::snprintf(buffer.data(), buffer.size(), "\\x%02x", character);
  return buffer.data();
}

std::string python_string(std::string_view text) {
  std::string result = "'";
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (character == '\'' || character == '\\') {
      result += '\\';
      result += character;
    } else if (character == '\n') {
      result += "\\n";
    } else if (character == '\t') {
      result += "\\t";
    } else {
      result += byte < 0x20 || byte == 0x7f ? escape(byte) : std::string(1, character);
    }
  }
  return result + "'";
}

std::string python_list(const List& list) {
  std::string result = "[";
  for (std::size_t i = 0; i < list.size(); ++i) {
    result += (i > 0 ? ", " : "") + python_text(list[i]);
  }
  return result + "]";
}

constexpr std::int64_t kEdge = 3;  // elements at either end of a shortened axis

// Appends the part of the tensor whose first `axis` indices are fixed; `first` is the flat index
// where it starts, `size` the number of its elements.
void append_part(const Tensor& tensor, std::size_t axis, std::int64_t first, std::int64_t size,
                 std::size_t indent, bool shorten, std::string& text) {
  if (axis == tensor.shape().size()) {
    text += element_text(tensor, first);
    return;
  }
  const bool innermost = axis + 1 == tensor.shape().size();
  const std::string separator = innermost ? ", " : ",\n" + std::string(indent + axis + 1, ' ');
  const std::int64_t count = tensor.shape()[axis];
  const std::int64_t part = count == 0 ? 0 : size / count;
  text += '[';
  for (std::int64_t i = 0; i < count; ++i) {
    if (i > 0) text += separator;
    if (shorten && count > 2 * kEdge && i == kEdge) {
      text += "..." + separator;
      i = count - kEdge;
    }
    append_part(tensor, axis + 1, first + i * part, part, indent, shorten, text);
  }
  text += ']';
}

}  // namespace

std::string tensor_text(const Tensor& tensor, std::size_t indent, std::int64_t longest) {
  std::string text;
  append_part(tensor, 0, 0, tensor.size(), indent, tensor.size() > longest, text);
  return text;
}

std::string element_text(const Tensor& tensor, std::int64_t flat_index) {
  const auto i = static_cast<std::size_t>(flat_index);
  switch (tensor.dtype()) {
    case DType::kBool: {
      const std::uint8_t byte = tensor.data<std::uint8_t>()[i];
      return byte == 0 ? "False" : byte == 1 ? "True" : "the byte " + std::to_string(byte);
    }
    case DType::kFloat16:
      return float16_text(tensor.data<Float16>()[i]);
    case DType::kFloat32:
      return shortest_of(tensor.data<float>()[i]);
    case DType::kFloat64:
      return shortest_of(tensor.data<double>()[i]);
    default:
      return std::to_string(static_cast<std::int64_t>(element(tensor, flat_index)));
  }
}

std::string python_text(const Value& value) {
  if (value.is_none()) return "None";
  if (const auto* boolean = value.get_if<bool>()) return *boolean ? "True" : "False";
  if (const auto* integer = value.get_if<std::int64_t>()) return std::to_string(*integer);
  if (const auto* number = value.get_if<double>()) return python_float(*number);
  if (const auto* text = value.get_if<std::string>()) return python_string(*text);
  if (const auto* list = value.get_if<List>()) return python_list(*list);
  return describe(value);
}

std::string value_text(const Value& value) {
  constexpr std::size_t kLongest = 200;  // bytes; a failure is for reading, not for storage
  return shortened(python_text(value), kLongest);
}

std::string shortened(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  const auto continues_character = [&](std::size_t i) {
    return (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80;
  };
  std::size_t end = bytes;
  while (end > 0 && continues_character(end)) --end;
  return std::string(text.substr(0, end)) + "...";
}

std::string list_text(const std::vector<std::int64_t>& numbers) {
  std::string result = "[";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    result += (i > 0 ? ", " : "") + std::to_string(numbers[i]);
  }
  return result + "]";
}

std::vector<std::int64_t> unflatten(std::int64_t flat_index, const Shape& shape) {
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t i = shape.size(); i-- > 0;) {
    index[i] = flat_index % shape[i];
    flat_index /= shape[i];
  }
  return index;
}

}  // namespace kassay::wording
