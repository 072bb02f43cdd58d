#include "optimized/cuda/source_files.h"

#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <system_error>

namespace kassay::optimized::cuda {

std::string hash_of(std::string_view bytes) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  std::array<char, 17> digits;
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
  return digits.data();
}

void write_source(const std::string& source, const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / (hash_of(source) + ".cu");
  if (std::filesystem::exists(file)) return;
  const std::filesystem::path temporary = file.string() + "." + std::to_string(getpid());
  std::ofstream(temporary, std::ios::binary) << source;
  std::filesystem::rename(temporary, file);
}

}  // namespace kassay::optimized::cuda
