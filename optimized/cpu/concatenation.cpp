#include "optimized/cpu/concatenation.h"

#include <algorithm>

#include "optimized/cpu/parallel.h"
#include "optimized/cpu/strided_copy.h"

namespace kassay::optimized {
namespace {

constexpr std::int64_t kPieceBytes = std::int64_t{1} << 16;

}  // namespace

// Writes blocks of all rows, each whole while it is in the cache; cuts long rows.
void concatenate(const std::vector<Tensor>& tensors, std::int64_t axis, Tensor& result) {
  std::int64_t rows = 1;
  for (std::int64_t d = 0; d < axis; ++d) rows *= result.shape()[static_cast<std::size_t>(d)];
  if (result.size() == 0) return;
  const std::int64_t stride = static_cast<std::int64_t>(result.byte_size()) / rows;
  const std::int64_t length = std::min(stride, kPieceBytes);
  const std::int64_t pieces = (stride + length - 1) / length;
  std::byte* const to = result.mutable_bytes().data();
  // Writes bytes first..last of the result's rows begin..end.
  const auto fill = [&](std::int64_t begin, std::int64_t end, std::int64_t first,
                        std::int64_t last) {
    std::int64_t place = 0;
    for (const Tensor& tensor : tensors) {
      const std::int64_t bytes = static_cast<std::int64_t>(tensor.byte_size()) / rows;
      const std::int64_t from = std::max(first, place), until = std::min(last, place + bytes);
      if (from < until) {
        copy_rows(tensor.bytes().data() + begin * bytes + (from - place), bytes,
                  to + begin * stride + from, stride, end - begin, until - from);
      }
      place += bytes;
    }
  };
  const std::int64_t block = std::max<std::int64_t>(1, kPieceBytes / stride);
  const std::int64_t blocks = (rows + block - 1) / block;
  parallel_blocks(blocks * pieces, 1, block * length, [&](std::int64_t number, std::int64_t) {
    const std::int64_t begin = number / pieces * block, first = number % pieces * length;
    fill(begin, std::min(rows, begin + block), first, std::min(stride, first + length));
  });
}

}  // namespace kassay::optimized
