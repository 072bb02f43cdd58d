// `kassay coverage --pairs` and `--triples`: which of them the cases have.
#pragma once

#include <string>

namespace kassay::cli {

enum class Combination { kPairs, kTriples };

// Of each function, or of one with its circumstances; returns the exit code. Throws FileError.
int print_pairs(const std::string& vectors, const std::string& function, Combination combination);

}  // namespace kassay::cli
