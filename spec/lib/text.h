// Numbers and values in readable form, for failures and explanations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spec/lib/tensor.h"
#include "spec/lib/value.h"

namespace kassay {

std::string joined(const std::vector<std::string>& items, std::string_view separator = ", ");

// "12,345", and "1 case", "2 cases", "12,345 cases".
std::string grouped_digits(long long count);
std::string count_of(long long count, std::string_view noun);

// Replaces each such character by a text.
std::string replaced(std::string_view text, char what, std::string_view with);

// Whether the text is the pattern with any digit in place of each 0.
bool is_like(std::string_view text, std::string_view pattern);

}  // namespace kassay

namespace kassay::wording {

// One element: a float as the shortest decimal that reads back as the same number of its dtype (a
// float16 rounded to the fewest digits that do, a whole one with all of its digits), a bool as
// "True" or "False".
std::string element_text(const Tensor& tensor, std::int64_t flat_index);

// As Python writes it: None, True, 3, 0.5, float('nan'), 'text', [1, 2]; control characters in a
// string are escapes. A tensor is described.
std::string python_text(const Value& value);

// The same, cut off if it is too long for a line.
std::string value_text(const Value& value);

// The elements as nested lists, one row per line, each line after the first behind `indent` spaces.
// With more elements than `longest`, only the first and last three along each axis appear.
std::string tensor_text(const Tensor& tensor, std::size_t indent, std::int64_t longest);

// At most `bytes` of the text, whole characters, "..." if something is left out.
std::string shortened(std::string_view text, std::size_t bytes);

// "[0, 2]": an index or a shape, as a list.
std::string list_text(const std::vector<std::int64_t>& numbers);

// The index of an element, from its place in row-major order.
std::vector<std::int64_t> unflatten(std::int64_t flat_index, const Shape& shape);

}  // namespace kassay::wording
