// Memory for elements between sentinel bytes, which tell whether somebody wrote beside it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace kassay::plugin {

class GuardedBuffer {
 public:
  // Every byte is 0xff (a NaN, -1, no bool): what is never written is not taken for a result.
  explicit GuardedBuffer(std::size_t size);

  std::span<std::byte> bytes() const { return {memory_.get() + kGuardBytes, size_}; }
  // "4 bytes after the end"; empty where nothing was written beside it.
  std::string damage() const;

 private:
  // DLPack asks for data aligned to 256 bytes.
  static constexpr std::size_t kGuardBytes = 256;
  struct Free {
    void operator()(std::byte* memory) const;
  };

  std::size_t size_;
  std::unique_ptr<std::byte[], Free> memory_;
};

}  // namespace kassay::plugin
