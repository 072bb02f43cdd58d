// Where programs keep what they can make again.
#pragma once

#include <filesystem>

namespace kassay {

// The folder of compiled chains for CUDA: $KASSAY_CUDA_CACHE, or else kassay/cuda in the user's cache ($XDG_CACHE_HOME, ~/.cache). Empty where
// there is none, or that variable is empty: then nothing is kept.
std::filesystem::path cuda_cache();

}  // namespace kassay
