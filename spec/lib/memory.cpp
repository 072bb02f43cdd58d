#include "spec/lib/memory.h"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <vector>

namespace kassay {
namespace {

constexpr std::size_t kLine = 64;                    // bytes
constexpr std::size_t kPage = std::size_t{2} << 20;  // a huge one
// The allocator of the C library serves smaller blocks, and also keeps them.
constexpr std::size_t kLarge = kPage / 2;
// No machine has more in one piece. Beyond it, the allocator of the address sanitizer ends the process, others return null.
constexpr std::size_t kMost = std::size_t{1} << 40;
// The most bytes to keep: enough for one step of a network, little compared with what a process may use.
constexpr std::size_t kMostKept = std::size_t{1} << 30;

std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
  if (bytes > static_cast<std::size_t>(-1) - unit) throw std::bad_alloc();
  return (bytes + unit - 1) / unit * unit;
}

std::byte* from_system(std::size_t bytes, std::size_t alignment) {
  void* const memory = bytes < kMost ? std::aligned_alloc(alignment, bytes) : nullptr;
  if (memory == nullptr) throw std::bad_alloc();
  return static_cast<std::byte*>(memory);
}

// Unused large blocks, by size.
class KeptBlocks {
 public:
  std::byte* take(std::size_t bytes) {
    {
      const std::lock_guard lock(mutex_);
      const auto found = blocks_.find(bytes);
      if (found != blocks_.end()) {
        std::byte* const block = found->second.back();
        found->second.pop_back();
        if (found->second.empty()) blocks_.erase(found);
        kept_ -= bytes;
        return block;
      }
    }
    try {
      return fresh(bytes);
    } catch (const std::bad_alloc&) {
      release_all();
      return fresh(bytes);
    }
  }

  // Does not throw: it is called by destructors.
  void give_back(std::byte* block, std::size_t bytes) noexcept {
    try {
      const std::lock_guard lock(mutex_);
      if (kept_ + bytes <= kMostKept) {
        blocks_[bytes].push_back(block);
        kept_ += bytes;
        return;
      }
    } catch (...) {  // no memory for the list: free the block
    }
    std::free(block);
  }

 private:
  static std::byte* fresh(std::size_t bytes) {
    std::byte* const block = from_system(bytes, kPage);
    madvise(block, bytes, MADV_HUGEPAGE);  // only advice: pages of the usual size work too
    return block;
  }

  void release_all() {
    const std::lock_guard lock(mutex_);
    for (const auto& [bytes, blocks] : blocks_) {
      for (std::byte* block : blocks) std::free(block);
    }
    blocks_.clear();
    kept_ = 0;
  }

  std::mutex mutex_;
  std::map<std::size_t, std::vector<std::byte*>> blocks_;
  std::size_t kept_ = 0;
};

// Never destroyed: tensors may outlive every other static object.
KeptBlocks& kept_blocks() {
  static KeptBlocks& blocks = *new KeptBlocks;
  return blocks;
}

}  // namespace

std::shared_ptr<std::byte> unspecified_memory(std::size_t bytes) {
  const std::size_t in_lines = rounded_up(bytes == 0 ? 1 : bytes, kLine);
#ifdef __SANITIZE_ADDRESS__
  // A kept block would hide a use after its release; a block of zeros would hide an element that was never written.
  std::byte* const block = from_system(in_lines, kLine);
  std::memset(block, 0xff, in_lines);
  return {block, std::free};
#endif
  if (bytes < kLarge) return {from_system(in_lines, kLine), std::free};
  const std::size_t size = rounded_up(bytes, kPage);
  return {kept_blocks().take(size),
          [size](std::byte* block) { kept_blocks().give_back(block, size); }};
}

}  // namespace kassay
