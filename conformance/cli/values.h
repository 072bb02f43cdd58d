// Conditions on the values of options, in words. CLI11's own texts show how it stores values.
#pragma once

#include <CLI/CLI.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace kassay::cli {

// Accepts one of the words, which the description of the option lists.
CLI::Validator one_of(std::vector<std::string> words);

// A number of bytes, also with a unit. For Option::transform: it becomes digits.
CLI::Validator size_in_bytes();

// Accepts values that fulfil `check`; the message about others is "300 is not a number between 1 and 256".
inline CLI::Validator that_is(const CLI::Validator& check, const std::string& description,
                              const std::string& wrong) {
  const auto say = [check, wrong](const std::string& text) {
    return check(text).empty() ? "" : text + " is " + wrong;
  };
  return CLI::Validator(say, description);
}

inline CLI::Validator more_than_zero() {
  return that_is(CLI::PositiveNumber, "more than 0", "not a number above 0");
}

// Without words: the type of the option, such as COUNT or FILE, is enough.
inline CLI::Validator zero_or_more() {
  return that_is(CLI::NonNegativeNumber, "", "not a number, 0 or above");
}
inline CLI::Validator existing_file() {
  return that_is(CLI::ExistingFile, "", "not a file that exists");
}
inline CLI::Validator existing_path() {
  return that_is(CLI::ExistingPath, "", "neither a file nor a folder that exists");
}

template <typename Number>
CLI::Validator in_range(Number low, Number high) {
  std::ostringstream words, wrong;
  words << low << " to " << high;
  wrong << "not a number between " << low << " and " << high;
  return that_is(CLI::Range(low, high), words.str(), wrong.str());
}

}  // namespace kassay::cli
