// What the fuzz targets share: the bytes that libFuzzer made, as a reader takes them.
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

// A file in memory, the same one in each call, that holds these bytes: its path.
inline std::string file_of(std::span<const std::uint8_t> bytes) {
  static const int file = memfd_create("input", 0);
  if (pwrite(file, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()) ||
      ftruncate(file, static_cast<off_t>(bytes.size())) != 0) {
    std::abort();
  }
  return "/proc/self/fd/" + std::to_string(file);
}

// A copy that ends where its memory ends, so that the address sanitizer sees a byte too many.
inline std::shared_ptr<std::byte> buffer_of(std::span<const std::uint8_t> bytes) {
  std::shared_ptr<std::byte> buffer(new std::byte[bytes.size()],
                                    std::default_delete<std::byte[]>());
  if (!bytes.empty()) std::memcpy(buffer.get(), bytes.data(), bytes.size());
  return buffer;
}

// Whether the reader took the input. A FileError is what a reader owes its user for anything else; other exceptions are findings.
template <class Read>
bool is_taken(Read&& read) {
  try {
    read();
    return true;
  } catch (const FileError&) {
    return false;
  }
}

// A condition that holds whatever the input is.
inline void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace kassay::fuzz
