// Where programs keep files that they can make again.
#pragma once

#include <filesystem>

namespace kassay {

// The folder of compiled chains for CUDA: $KASSAY_CUDA_CACHE, or else kassay/cuda in the user's cache ($XDG_CACHE_HOME, ~/.cache). Empty if
// neither exists or the variable is empty: then nothing is kept.
std::filesystem::path cuda_cache();

}  // namespace kassay
