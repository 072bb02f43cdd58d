// The default directory of the vectors.
#pragma once

#include <string>

namespace kassay::cli {

// The default of --vectors: $KASSAY_VECTORS or, next to the folder of this program,
// share/kassay/vectors if it is installed and `vectors` in a build folder.
std::string default_vectors_directory();

}  // namespace kassay::cli
