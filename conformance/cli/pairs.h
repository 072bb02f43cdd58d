// `kassay coverage --pairs` and `--triples`: which ones the cases have.
#pragma once

#include <string>

namespace kassay::cli {

enum class Combination { kPairs, kTriples };

// Prints the counts of each function, or one function with its circumstances. Returns the exit code. Throws FileError.
int print_pairs(const std::string& vectors, const std::string& function, Combination combination);

}  // namespace kassay::cli
