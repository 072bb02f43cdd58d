// The outputs of a program, as text.
#pragma once

#include <string>

#include "spec/lib/value.h"

namespace kassay::cli {

// The elements as nested lists, each in the shortest form that reads back as the same number.
std::string elements_text(const Tensor& tensor);

// A tensor with its dtype, shape and elements; anything else as Python writes it.
std::string value_text(const Value& value);

}  // namespace kassay::cli
