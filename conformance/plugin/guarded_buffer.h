// Memory for elements between sentinel bytes, which reveal writes outside of it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace kassay::plugin {

class GuardedBuffer {
 public:
  // Fills every byte with 0xff (a NaN, -1, an invalid bool), so that unwritten elements do not look like a result.
  explicit GuardedBuffer(std::size_t size);

  std::span<std::byte> bytes() const { return {memory_.get() + kGuardBytes, size_}; }
  // "4 bytes after the end"; empty if nothing was written outside of it.
  std::string damage() const;

 private:
  // DLPack requires data aligned to 256 bytes.
  static constexpr std::size_t kGuardBytes = 256;
  struct Free {
    void operator()(std::byte* memory) const;
  };

  std::size_t size_;
  std::unique_ptr<std::byte[], Free> memory_;
};

}  // namespace kassay::plugin
