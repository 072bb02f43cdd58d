// `kassay list profiles`.
#pragma once

#include <string>

#include "spec/lib/backend.h"

namespace kassay::cli {

// Prints to standard output.
void list_profiles(const std::string& vectors_directory, Edition edition, bool json);

}  // namespace kassay::cli
