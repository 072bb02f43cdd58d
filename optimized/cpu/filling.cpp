#include "optimized/cpu/filling.h"

#include <algorithm>
#include <cstring>

#include "optimized/cpu/parallel.h"

namespace kassay::optimized {

// Both are bound by the memory's speed of writing.
void fill_with_zeros(Tensor& result) {
  constexpr std::int64_t kBytes = std::int64_t{1} << 16;
  std::byte* const bytes = result.mutable_bytes().data();
  parallel_blocks(static_cast<std::int64_t>(result.byte_size()), kBytes, 1,
                  [&](std::int64_t begin, std::int64_t end) {
                    std::memset(bytes + begin, 0, static_cast<std::size_t>(end - begin));
                  });
}

void fill_with_ones(Tensor& result) {
  with_type_of(result.dtype(), [&](auto sample) {
    using T = decltype(sample);
    T* const elements = result.mutable_data<T>().data();
    parallel_blocks(result.size(), 8 * kBlock, 1, [&](std::int64_t begin, std::int64_t end) {
      std::fill(elements + begin, elements + end, static_cast<T>(1.0L));
    });
  });
}

}  // namespace kassay::optimized
