#include "spec/lib/user_cache.h"

#include <cstdlib>

namespace kassay {

std::filesystem::path cuda_cache() {
  if (const char* const folder = std::getenv("KASSAY_CUDA_CACHE")) return folder;
  const std::filesystem::path own = "kassay/cuda";
  if (const char* const cache = std::getenv("XDG_CACHE_HOME")) return cache / own;
  if (const char* const home = std::getenv("HOME"))
    return std::filesystem::path(home) / ".cache" / own;
  return {};
}

}  // namespace kassay
