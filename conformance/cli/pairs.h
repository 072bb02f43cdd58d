// `kassay coverage --pairs`: which pairs of circumstances the cases have.
#pragma once

#include <string>

namespace kassay::cli {

// Of each function, or of one with its circumstances; returns the exit code. Throws FileError.
int print_pairs(const std::string& vectors, const std::string& function);

}  // namespace kassay::cli
