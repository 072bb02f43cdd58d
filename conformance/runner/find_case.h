// One case of the vectors, by its id.
#pragma once

#include <string>

#include "spec/lib/vectors.h"

namespace kassay {

// Of any tier and edition. Throws NoCaseSelected, naming the closest ids, and FileError.
Case find_case(const std::string& vectors_directory, const std::string& case_id);

}  // namespace kassay
