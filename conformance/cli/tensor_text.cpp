#include "conformance/cli/tensor_text.h"

#include "spec/lib/text.h"

namespace kassay::cli {
namespace {

std::string nested_text(const Tensor& tensor, std::size_t dimension, std::int64_t& next) {
  if (dimension == tensor.shape().size()) return wording::element_text(tensor, next++);
  // Each row has its own line, under the bracket that opens it.
  bool innermost = dimension + 1 == tensor.shape().size();
  std::string separator = innermost ? ", " : ",\n" + std::string(dimension + 1, ' ');
  std::string text = "[";
  for (std::int64_t i = 0; i < tensor.shape()[dimension]; ++i) {
    if (i > 0) text += separator;
    text += nested_text(tensor, dimension + 1, next);
  }
  return text + "]";
}

std::string indented(const std::string& text) {
  std::string result = "  ";
  for (char c : text) {
    result += c;
    if (c == '\n') result += "  ";
  }
  return result;
}

}  // namespace

std::string elements_text(const Tensor& tensor) {
  std::int64_t next = 0;
  return nested_text(tensor, 0, next);
}

std::string value_text(const Value& value) {
  if (const auto* tensor = value.get_if<Tensor>()) {
    return std::string(dtype_name(tensor->dtype())) + " " + to_string(tensor->shape()) + "\n" +
           indented(elements_text(*tensor));
  }
  const auto* list = value.get_if<List>();
  bool has_tensor = false;
  if (list != nullptr) {
    for (const Value& item : *list) has_tensor = has_tensor || item.get_if<Tensor>() != nullptr;
  }
  if (!has_tensor) return wording::python_text(value);
  std::string text = "a list of " + std::to_string(list->size());
  for (const Value& item : *list) text += "\n" + indented(value_text(item));
  return text;
}

}  // namespace kassay::cli
