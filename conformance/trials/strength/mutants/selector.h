// Included first in sources that are mutant schemata: which mutant acts in this process, and which were reached.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace kassay::mutants {

inline constexpr int kCapacity = 1 << 16;
inline constexpr int kNone = -1;

// Whether the code of each mutant was evaluated since the last clearing.
inline unsigned char reached[kCapacity] = {};

// Unit tests do not select mutants themselves. For them, the environment says which mutant acts, and where to write the numbers of the
// reached ones, one per line.
inline int active_by_environment() {
  const char* number = std::getenv("KASSAY_MUTANT");
  return number == nullptr ? kNone : std::atoi(number);
}
inline int active = active_by_environment();

struct ReachedAtExit {
  ~ReachedAtExit() {
    const char* path = std::getenv("KASSAY_MUTANTS_REACHED");
    std::FILE* file = path == nullptr ? nullptr : std::fopen(path, "w");
    if (file == nullptr) return;
    for (int mutant = 0; mutant < kCapacity; ++mutant) {
      if (reached[mutant] != 0) std::fprintf(file, "%d\n", mutant);
    }
    std::fclose(file);
  }
};
inline const ReachedAtExit reached_at_exit;

// The schemata call this at each mutant.
inline bool acts(int mutant) {
  reached[mutant] = 1;
  return active == mutant;
}

}  // namespace kassay::mutants
