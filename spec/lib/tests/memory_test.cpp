#include "spec/lib/memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <new>

#include "spec/lib/tensor.h"

namespace kassay::memory_test {
namespace {

constexpr std::size_t kMany = (std::size_t{4} << 20) + 12;

TEST(UnspecifiedMemory, IsAlignedToACacheLine) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{100}, kMany}) {
    const auto memory = unspecified_memory(bytes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.get()) % 64, 0u) << bytes;
  }
}

TEST(UnspecifiedMemory, BlocksInUseAreDifferent) {
  const auto one = unspecified_memory(kMany), other = unspecified_memory(kMany);
  EXPECT_NE(one.get(), other.get());
}

TEST(UnspecifiedMemory, IsWritableToItsEnd) {
  auto memory = unspecified_memory(kMany);
  memory.get()[kMany - 1] = std::byte{7};
  EXPECT_EQ(memory.get()[kMany - 1], std::byte{7});
}

TEST(UnspecifiedMemory, MoreThanThereIsThrows) {
  EXPECT_THROW(unspecified_memory(std::numeric_limits<std::size_t>::max()), std::bad_alloc);
  EXPECT_THROW(unspecified_memory(std::numeric_limits<std::size_t>::max() / 2), std::bad_alloc);
}

TEST(UnspecifiedTensor, HasItsShape) {
  const Tensor tensor = Tensor::unspecified(DType::kInt16, {3, 5});
  EXPECT_EQ(tensor.byte_size(), 30u);
  EXPECT_EQ(tensor.shape(), Shape({3, 5}));
}

}  // namespace
}  // namespace kassay::memory_test
