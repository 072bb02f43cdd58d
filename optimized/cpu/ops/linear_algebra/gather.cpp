#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <type_traits>
#include <vector>

#include "optimized/cpu/half.h"
#include "optimized/cpu/integers.h"
#include "optimized/cpu/movement.h"

namespace kassay::optimized::gather_op {
namespace {

// The entry that each index chooses, counted from the first; empty if an index is out of range (the reference reports the error).
std::optional<std::vector<std::int64_t>> entries(const Tensor& indices, std::int64_t count) {
  const Tensor numbers = as_integers(indices);
  std::vector<std::int64_t> result(numbers.data<std::int64_t>().begin(),
                                   numbers.data<std::int64_t>().end());
  bool inside = true;
  for (std::int64_t& entry : result) {
    inside = inside && entry >= -count && entry < count;
    entry += entry < 0 ? count : 0;
  }
  if (!inside) return std::nullopt;
  return result;
}

// Bound by memory: distant rows are read whole.
bool compute(const Tensor& reference, const Tensor& indices, Tensor& result) {
  const auto rows = entries(indices, reference.shape().front());
  if (!rows) return false;
  if (result.size() == 0) return true;
  const auto count = static_cast<std::int64_t>(rows->size());
  const auto bytes = static_cast<std::int64_t>(result.byte_size()) / count;
  constexpr std::int64_t kPieceBytes = std::int64_t{1} << 15;
  const std::byte* const from = reference.bytes().data();
  std::byte* const to = result.mutable_bytes().data();
  parallel_blocks(count, std::max<std::int64_t>(1, kPieceBytes / bytes), bytes,
                  [&](std::int64_t begin, std::int64_t end) {
                    const auto copy = [&](auto row_bytes) {
                      for (std::int64_t i = begin; i < end; ++i) {
                        std::memcpy(to + i * row_bytes,
                                    from + (*rows)[static_cast<std::size_t>(i)] * row_bytes,
                                    static_cast<std::size_t>(row_bytes));
                      }
                    };
                    if (bytes == 4) {
                      copy(std::integral_constant<std::int64_t, 4>{});
                    } else if (bytes == 8) {
                      copy(std::integral_constant<std::int64_t, 8>{});
                    } else {
                      copy(bytes);
                    }
                  });
  return true;
}

// The numbers of the rows of g, sorted by the entries that they belong to; those of entry e begin at begin[e].
struct Sorted {
  std::vector<std::int64_t> begin;
  std::vector<std::int64_t> rows;
};
Sorted sorted(const std::vector<std::int64_t>& entries, std::int64_t count) {
  Sorted result{std::vector<std::int64_t>(static_cast<std::size_t>(count) + 1),
                std::vector<std::int64_t>(entries.size())};
  for (const std::int64_t entry : entries) ++result.begin[static_cast<std::size_t>(entry) + 1];
  for (std::size_t e = 1; e < result.begin.size(); ++e) result.begin[e] += result.begin[e - 1];
  std::vector<std::int64_t> next = result.begin;
  for (std::size_t row = 0; row < entries.size(); ++row) {
    const auto place = next[static_cast<std::size_t>(entries[row])]++;
    result.rows[static_cast<std::size_t>(place)] = static_cast<std::int64_t>(row);
  }
  return result;
}

// Each entry collects its rows of g, in their order: two threads never write to the same entry.
template <class T>
void collect(const T* g, const Sorted& sorted, std::int64_t length, T* x) {
  const auto count = static_cast<std::int64_t>(sorted.begin.size()) - 1;
  const std::int64_t pieces = (length + kBlock - 1) / kBlock;
  const std::int64_t terms = 1 + static_cast<std::int64_t>(sorted.rows.size()) / count;
  const std::int64_t block = std::max<std::int64_t>(1, kBlock / (std::min(length, kBlock) * terms));
  parallel_blocks(count * pieces, block, std::min(length, kBlock) * terms,
                  [&](std::int64_t begin, std::int64_t end) {
                    std::array<double, kBlock> sums;
                    for (std::int64_t number = begin; number < end; ++number) {
                      const std::int64_t entry = number / pieces, first = number % pieces * kBlock;
                      const std::int64_t size = std::min(kBlock, length - first);
                      T* const to = x + entry * length + first;
                      const std::int64_t from = sorted.begin[static_cast<std::size_t>(entry)];
                      const std::int64_t until = sorted.begin[static_cast<std::size_t>(entry) + 1];
                      std::fill_n(sums.begin(), size, 0.0);
                      for (std::int64_t i = from; i < until; ++i) {
                        const T* const row =
                            g + sorted.rows[static_cast<std::size_t>(i)] * length + first;
#pragma omp simd
                        for (std::int64_t c = 0; c < size; ++c)
                          sums[c] += static_cast<double>(row[c]);
                      }
#pragma omp simd
                      for (std::int64_t c = 0; c < size; ++c) to[c] = static_cast<T>(sums[c]);
                    }
                  });
}

bool compute_back(const Tensor& /*reference*/, const Tensor& indices, const Tensor& g, std::int64_t,
                  Tensor& result) {
  const std::int64_t count = result.shape().front();
  const auto rows = entries(indices, count);
  if (!rows || !is_floating(g.dtype()) || g.dtype() != result.dtype()) return false;
  if (result.size() == 0) return true;
  const Sorted places = sorted(*rows, count);
  const auto kernel = [&](const Tensor& from, Tensor& to) {
    with_float_type(to.dtype(), [&](auto zero) {
      using T = decltype(zero);
      collect(from.data<T>().data(), places, to.size() / count, to.mutable_data<T>().data());
    });
  };
  compute_wide(result, kernel, g);
  return true;
}

}  // namespace

Kernel kernel() { return with_back(define(compute), define(compute_back)); }

}  // namespace kassay::optimized::gather_op
