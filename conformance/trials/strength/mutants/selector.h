// Included before all else where the sources are mutant schemata: which mutant acts in this process, and which were reached.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace kassay::mutants {

inline constexpr int kCapacity = 1 << 16;
inline constexpr int kNone = -1;

// Whether the expression or statement of a mutant was evaluated since this was last cleared.
inline unsigned char reached[kCapacity] = {};

// Programs that know nothing of mutants (unit tests) are told by the environment which acts, and where to write, one number a line,
// those that were reached.
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

// What the schemata ask.
inline bool acts(int mutant) {
  reached[mutant] = 1;
  return active == mutant;
}

}  // namespace kassay::mutants
