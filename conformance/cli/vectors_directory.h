// Where the vectors are, unless the user says so.
#pragma once

#include <string>

namespace kassay::cli {

// The default of --vectors: $KASSAY_VECTORS or, beside the folder of this program,
// share/kassay/vectors if it is installed and `vectors` in a build folder.
std::string default_vectors_directory();

}  // namespace kassay::cli
