#include "conformance/plugin/guarded_buffer.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace kassay::plugin {
namespace {

constexpr std::byte kSentinel{0xa5};
constexpr std::byte kUnwritten{0xff};

std::size_t count_changed(std::span<const std::byte> guard) {
  return guard.size() - static_cast<std::size_t>(std::ranges::count(guard, kSentinel));
}

}  // namespace

void GuardedBuffer::Free::operator()(std::byte* memory) const { std::free(memory); }

GuardedBuffer::GuardedBuffer(std::size_t size) : size_(size) {
  std::size_t total = 0;
  if (__builtin_add_overflow(size, 3 * kGuardBytes - 1, &total)) throw std::bad_alloc();
  total -= total % kGuardBytes;  // aligned_alloc needs a multiple of the alignment
  memory_.reset(static_cast<std::byte*>(std::aligned_alloc(kGuardBytes, total)));
  if (!memory_) throw std::bad_alloc();
  std::fill_n(memory_.get(), kGuardBytes, kSentinel);
  std::fill_n(memory_.get() + kGuardBytes, size_, kUnwritten);
  std::fill_n(memory_.get() + kGuardBytes + size_, kGuardBytes, kSentinel);
}

std::string GuardedBuffer::damage() const {
  const std::size_t before = count_changed({memory_.get(), kGuardBytes});
  const std::size_t after = count_changed({memory_.get() + kGuardBytes + size_, kGuardBytes});
  if (before + after == 0) return {};
  const std::size_t count = before > 0 ? before : after;
  return std::to_string(count) + (count == 1 ? " byte " : " bytes ") +
         (before > 0 ? "before the start" : "after the end");
}

}  // namespace kassay::plugin
