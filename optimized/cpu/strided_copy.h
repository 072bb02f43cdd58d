// Copies elements into another order in memory; only their size matters, not their dtype.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "optimized/path.h"

namespace kassay::optimized {

// to[sum of i_d to_d] = from[sum of i_d from_d] for each index i. Different indices lead to different places of `to`.
void copy_strided(std::size_t element_size, const std::byte* from, std::byte* to,
                  std::vector<Dimension> dimensions);

// Copies `count` rows of `bytes` bytes, which begin the given numbers of bytes apart.
void copy_rows(const std::byte* from, std::int64_t from_stride, std::byte* to,
               std::int64_t to_stride, std::int64_t count, std::int64_t bytes);

}  // namespace kassay::optimized
