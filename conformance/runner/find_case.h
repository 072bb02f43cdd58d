// One case of the vectors, by its id or by a glob.
#pragma once

#include <stdexcept>
#include <string>

#include "spec/lib/vectors.h"

namespace kassay::runner {

// Several cases match. The message names the first few.
class SeveralCases : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The case with the id `wanted`, or the only case that it matches as an element of Selection::filter.
// Searches all editions and every generated tier. Throws SeveralCases, NoCaseSelected (which names the
// closest ids) and FileError.
Case find_case(const std::string& vectors_directory, const std::string& wanted);

}  // namespace kassay::runner
