#include "spec/lib/user_cache.h"

#include <cstdlib>

namespace kassay {

std::filesystem::path cuda_cache() {
  const auto folder = [](const char* variable) {
    const char* const value = std::getenv(variable);
    return std::filesystem::path(value == nullptr ? "" : value);
  };
  const std::filesystem::path own = "kassay/cuda", home = folder("HOME");
  if (std::getenv("KASSAY_CUDA_CACHE") != nullptr) return folder("KASSAY_CUDA_CACHE");
  if (folder("XDG_CACHE_HOME").is_absolute()) return folder("XDG_CACHE_HOME") / own;
  return home.is_absolute() ? home / ".cache" / own : std::filesystem::path();
}

}  // namespace kassay
