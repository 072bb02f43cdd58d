#include "optimized/level.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "optimized/cpu/entry.h"
#include "spec/lib/error.h"

namespace kassay::optimized {
namespace {

constexpr const char* kLevelVariable = "KASSAY_CPU_LEVEL";

// The bytes of a vector.
constexpr std::size_t kAvx2 = 32, kAvx512 = 64;

#ifdef __x86_64__
[[maybe_unused]] bool has_avx2() { return __builtin_cpu_supports("x86-64-v3") != 0; }
[[maybe_unused]] bool has_avx512() { return __builtin_cpu_supports("x86-64-v4") != 0; }
#else
[[maybe_unused]] bool has_avx2() { return false; }
[[maybe_unused]] bool has_avx512() { return false; }
#endif

constexpr Level kLevels[] = {
// KASSAY_LEVEL_<name>: the build compiled that level.
#ifdef KASSAY_LEVEL_native
    {"native", [] { return true; },
     [] { return has_avx512() ? kAvx512
                 : has_avx2() ? kAvx2
                              : std::size_t{0}; },
     kassay_find_kernel_native},
#endif
#ifdef KASSAY_LEVEL_baseline
    {"baseline", [] { return true; }, [] { return std::size_t{0}; }, kassay_find_kernel_baseline},
#endif
#ifdef KASSAY_LEVEL_avx2
    {"avx2", has_avx2, [] { return kAvx2; }, kassay_find_kernel_avx2},
#endif
#ifdef KASSAY_LEVEL_avx512
    {"avx512", has_avx512, [] { return kAvx512; }, kassay_find_kernel_avx512},
#endif
};

std::string names() {
  std::string list;
  for (const Level& level : kLevels) {
    if (!list.empty()) list += ", ";
    list += level.name;
  }
  return list;
}

}  // namespace

std::span<const Level> levels() { return kLevels; }

const Level& level_to_use() {
  const char* const wanted = std::getenv(kLevelVariable);
  if (wanted == nullptr || *wanted == '\0') {
    const Level* best = kLevels;
    for (const Level& level : kLevels) {
      if (level.is_supported()) best = &level;
    }
    return *best;
  }
  const auto* const level = std::ranges::find(kLevels, std::string_view(wanted), &Level::name);
  const std::string given = std::string(kLevelVariable) + " is \"" + wanted + "\", ";
  if (level == std::end(kLevels)) {
    throw std::runtime_error(given + "and this program has the levels " + names() +
                             ": choose one of them, or leave the variable unset");
  }
  if (!level->is_supported()) {
    throw Unsupported(given +
                      "and this processor lacks instructions of that level: leave the variable "
                      "unset for the best one it has");
  }
  return *level;
}

}  // namespace kassay::optimized
