// What the values of options must fulfil, in words: CLI11's own texts show how it stores them.
#pragma once

#include <CLI/CLI.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace kassay::cli {

// One of the words, which the description of the option lists.
CLI::Validator one_of(std::vector<std::string> words);

// A number of bytes, also with a unit. For Option::transform: it becomes digits.
CLI::Validator size_in_bytes();

inline CLI::Validator more_than_zero() { return CLI::PositiveNumber.description("more than 0"); }

// Without words: the type of the option, such as COUNT or FILE, says it.
inline CLI::Validator zero_or_more() { return CLI::NonNegativeNumber.description(""); }
inline CLI::Validator existing_file() { return CLI::ExistingFile.description(""); }
inline CLI::Validator existing_path() { return CLI::ExistingPath.description(""); }

template <typename Number>
CLI::Validator in_range(Number low, Number high) {
  std::ostringstream words;
  words << low << " to " << high;
  return CLI::Range(low, high).description(words.str());
}

}  // namespace kassay::cli
