// Shared by the fuzz targets: passes the bytes from libFuzzer to a reader.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <string>

#include "spec/lib/error.h"

namespace kassay::fuzz {

// Writes the bytes to a file in memory, the same one in each call, and returns its path.
inline std::string file_of(std::span<const std::uint8_t> bytes) {
  static const int file = memfd_create("input", 0);
  if (pwrite(file, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()) ||
      ftruncate(file, static_cast<off_t>(bytes.size())) != 0) {
    std::abort();
  }
  return "/proc/self/fd/" + std::to_string(file);
}

// A copy that ends where its memory ends, so that the address sanitizer detects a read beyond it.
inline std::shared_ptr<std::byte> buffer_of(std::span<const std::uint8_t> bytes) {
  std::shared_ptr<std::byte> buffer(new std::byte[bytes.size()],
                                    std::default_delete<std::byte[]>());
  if (!bytes.empty()) std::memcpy(buffer.get(), bytes.data(), bytes.size());
  return buffer;
}

// Whether the reader accepted the input. It must refuse any other input with a FileError; other exceptions are findings.
template <class Read>
bool is_taken(Read&& read) {
  try {
    read();
    return true;
  } catch (const FileError&) {
    return false;
  }
}

// Aborts if a condition is false that must hold for every input.
inline void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace kassay::fuzz
