#include "optimized/cpu/strided_copy.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "optimized/cpu/parallel.h"

namespace kassay::optimized {
namespace {

using Dimensions = std::vector<Dimension>;

// An unsigned integer as wide as an element, which may alias any type, and 16 bytes of them.
template <std::size_t kSize>
struct WordOf;
template <>
struct WordOf<1> {
  using Type [[gnu::may_alias]] = std::uint8_t;
  using Vector [[gnu::vector_size(16)]] = std::uint8_t;
};
template <>
struct WordOf<2> {
  using Type [[gnu::may_alias]] = std::uint16_t;
  using Vector [[gnu::vector_size(16)]] = std::uint16_t;
};
template <>
struct WordOf<4> {
  using Type [[gnu::may_alias]] = std::uint32_t;
  using Vector [[gnu::vector_size(16)]] = std::uint32_t;
};
template <>
struct WordOf<8> {
  using Type [[gnu::may_alias]] = std::uint64_t;
  using Vector [[gnu::vector_size(16)]] = std::uint64_t;
};

// Elements copied before the order of the rest is looked at again.
constexpr std::int64_t kPiece = 16384;
// Side of the squares for swapping dimensions: whole cache lines on both sides, which stay in the first-level cache.
constexpr std::int64_t kSquare = 64;

// The same copy with as few dimensions as possible, in the order of writing.
Dimensions simplified(Dimensions given, std::size_t element_size, const std::byte*& from,
                      std::byte*& to) {
  for (Dimension& d : given) {
    if (d.to > 0) continue;
    const auto bytes = static_cast<std::int64_t>(element_size) * (d.size - 1);
    from += d.from * bytes;
    to += d.to * bytes;
    d = {d.size, -d.from, -d.to};
  }
  std::ranges::stable_sort(given, std::ranges::greater{}, &Dimension::to);
  return merged(given);
}

// Two dimensions of a copy; if any dimension is written densely, the second one is.
struct Plane {
  Dimension p;
  Dimension q;
};

template <std::size_t kSize>
class Copy {
  using Word = typename WordOf<kSize>::Type;
  // The number of elements in 16 bytes, which any processor shuffles in one instruction.
  static constexpr int kLanes = 16 / kSize;
  using Vector = typename WordOf<kSize>::Vector;

 public:
  static void plane(const Word* from, Word* to, const Plane& plane) {
    const auto& [p, q] = plane;
    if (q.to != 1) return each(from, to, plane);
    if (q.from == 1) {
      constexpr auto kBytes = static_cast<std::int64_t>(kSize);
      copy_rows(reinterpret_cast<const std::byte*>(from), p.from * kBytes,
                reinterpret_cast<std::byte*>(to), p.to * kBytes, p.size, q.size * kBytes);
    } else if (q.from == 0) {
      repeat(from, to, plane);
    } else if (q.from == -1) {
      reverse(from, to, plane);
    } else if (p.from != 1) {
      each(from, to, plane);
    } else if (q.size <= 4 && p.to == q.size) {
      with_count(q.size, [&](auto rows) { interleave<rows>(from, to, plane); });
    } else if (p.size <= 4 && q.from == p.size) {
      with_count(p.size, [&](auto rows) { separate<rows>(from, to, plane); });
    } else {
      transpose(from, to, plane);
    }
  }

 private:
  // Calls visit(std::integral_constant<int, count>) for a number from 2 to 4, which makes it a compile-time constant.
  template <class Visit>
  static void with_count(std::int64_t count, Visit&& visit) {
    if (count == 2) return visit(std::integral_constant<int, 2>{});
    if (count == 3) return visit(std::integral_constant<int, 3>{});
    visit(std::integral_constant<int, 4>{});
  }

  static void each(const Word* from, Word* to, const Plane& plane) {
    const auto& [p, q] = plane;
    for (std::int64_t i = 0; i < p.size; ++i, from += p.from, to += p.to) {
      for (std::int64_t j = 0; j < q.size; ++j) to[j * q.to] = from[j * q.from];
    }
  }

  static void reverse(const Word* from, Word* to, const Plane& plane) {
    const auto& [p, q] = plane;
    for (std::int64_t i = 0; i < p.size; ++i, from += p.from, to += p.to) {
#pragma omp simd
      for (std::int64_t j = 0; j < q.size; ++j) to[j] = from[-j];
    }
  }

  static void repeat(const Word* from, Word* to, const Plane& plane) {
    const auto& [p, q] = plane;
    if (q.size <= 4 && p.from == 1 && p.to == q.size) {
      with_count(q.size, [&](auto copies) {
        constexpr int kCount = copies;
#pragma omp simd
        for (std::int64_t i = 0; i < p.size; ++i) {
          for (int j = 0; j < kCount; ++j) to[i * kCount + j] = from[i];
        }
      });
      return;
    }
    for (std::int64_t i = 0; i < p.size; ++i, from += p.from, to += p.to) {
      std::fill_n(to, q.size, *from);
    }
  }

  // Few rows become parts of long ones.
  template <int kCount>
  static void interleave(const Word* from, Word* to, const Plane& plane) {
    const Word* rows[kCount];
    for (int j = 0; j < kCount; ++j) rows[j] = from + j * plane.q.from;
#pragma omp simd
    for (std::int64_t i = 0; i < plane.p.size; ++i) {
      for (int j = 0; j < kCount; ++j) to[i * kCount + j] = rows[j][i];
    }
  }

  template <int kCount>
  static void separate(const Word* from, Word* to, const Plane& plane) {
    Word* rows[kCount];
    for (int i = 0; i < kCount; ++i) rows[i] = to + i * plane.p.to;
#pragma omp simd
    for (std::int64_t j = 0; j < plane.q.size; ++j) {
      for (int i = 0; i < kCount; ++i) rows[i][j] = from[j * kCount + i];
    }
  }

  template <int kFirst, std::size_t... I>
  static Vector zipped(Vector a, Vector b, std::index_sequence<I...>) {
    return __builtin_shufflevector(a, b, (kFirst + I / 2 + (I % 2) * kLanes)...);
  }

  // A square of kLanes by kLanes: zipping the halves log2(kLanes) times transposes it.
  static void transpose_square(const Word* from, std::int64_t from_stride, Word* to,
                               std::int64_t to_stride) {
    Vector rows[kLanes], next[kLanes];
#pragma GCC unroll 16
    for (int j = 0; j < kLanes; ++j) std::memcpy(&rows[j], from + j * from_stride, sizeof(Vector));
    constexpr std::make_index_sequence<kLanes> kAll;
#pragma GCC unroll 4
    for (int step = 1; step < kLanes; step *= 2) {
#pragma GCC unroll 8
      for (int j = 0; j < kLanes / 2; ++j) {
        next[2 * j] = zipped<0>(rows[j], rows[j + kLanes / 2], kAll);
        next[2 * j + 1] = zipped<kLanes / 2>(rows[j], rows[j + kLanes / 2], kAll);
      }
      // One by one: a block copy would go through memory.
#pragma GCC unroll 16
      for (int j = 0; j < kLanes; ++j) rows[j] = next[j];
    }
#pragma GCC unroll 16
    for (int i = 0; i < kLanes; ++i) std::memcpy(to + i * to_stride, &rows[i], sizeof(Vector));
  }

  // Side of a square whose rows are whole cache lines.
  static constexpr std::int64_t kLine = 64 / kSize;

  // Bound by memory: a cache line is read at once and written at once, through a buffer, so that lines of the same cache set do not evict
  // each other. On one thread within the last-level cache, a third of the speed of memcpy. Beyond that cache, where each line of a column
  // is in a different page, 0.25 for elements of 4 and 8 bytes, and down to 0.05 for smaller ones.
  static void transpose(const Word* from, Word* to, const Plane& plane) {
    const auto& [p, q] = plane;
    const std::int64_t rows = p.size / kLine * kLine, columns = q.size / kLine * kLine;
    alignas(64) Word buffer[kLine * kLine];
    for (std::int64_t i = 0; i < rows; i += kLine) {
      for (std::int64_t j = 0; j < columns; j += kLine) {
        for (std::int64_t jj = 0; jj < kLine; jj += kLanes) {
          for (std::int64_t ii = 0; ii < kLine; ii += kLanes)
            transpose_square(from + (j + jj) * q.from + i + ii, q.from, buffer + ii * kLine + jj,
                             kLine);
        }
        for (std::int64_t ii = 0; ii < kLine; ++ii)
          std::memcpy(to + (i + ii) * p.to + j, buffer + ii * kLine, 64);
      }
    }
    transpose_border(from + columns * q.from, to + columns,
                     {{rows, p.from, p.to}, {q.size - columns, q.from, q.to}});
    transpose_border(from + rows, to + rows * p.to, {{p.size - rows, p.from, p.to}, q});
  }

  static void transpose_border(const Word* from, Word* to, const Plane& plane) {
    const auto& [p, q] = plane;
    const std::int64_t rows = p.size / kLanes * kLanes, columns = q.size / kLanes * kLanes;
    for (std::int64_t i = 0; i < rows; i += kLanes) {
      for (std::int64_t j = 0; j < columns; j += kLanes)
        transpose_square(from + j * q.from + i, q.from, to + i * p.to + j, p.to);
    }
    each(from + columns * q.from, to + columns,
         {{rows, p.from, p.to}, {q.size - columns, q.from, q.to}});
    each(from + rows, to + rows * p.to, {{p.size - rows, p.from, p.to}, q});
  }
};

// The two dimensions of the blocks that are copied at a time, and their pieces.
struct Tiling {
  std::size_t p;  // its place among the dimensions; q is the last one
  std::int64_t p_piece;
  std::int64_t q_piece;
};

Tiling tiling(const Dimensions& dimensions) {
  const std::size_t last = dimensions.size() - 1;
  const Dimension& q = dimensions[last];
  std::size_t p = last - 1;
  if (q.from < -1 || q.from > 1) {
    const auto dense = std::ranges::find(dimensions, 1, &Dimension::from);
    if (dense != dimensions.end()) p = static_cast<std::size_t>(dense - dimensions.begin());
  }
  const std::int64_t p_size = dimensions[p].size;
  if (dimensions[p].from != 1 || q.from == 1 || q.from == 0 || q.from == -1) {
    const std::int64_t q_piece = std::min(q.size, kPiece);
    return {p, std::min(p_size, std::max<std::int64_t>(1, kPiece / q_piece)), q_piece};
  }
  const std::int64_t p_square = std::min(p_size, kSquare), q_square = std::min(q.size, kSquare);
  constexpr std::int64_t kElements = kSquare * kSquare;
  return {p, std::min(p_size, std::max(p_square, kElements / q_square)),
          std::min(q.size, std::max(q_square, kElements / p_square))};
}

template <std::size_t kSize>
void copy(const std::byte* from_bytes, std::byte* to_bytes, const Dimensions& dimensions) {
  using Word = typename WordOf<kSize>::Type;
  const auto* const from = reinterpret_cast<const Word*>(from_bytes);
  auto* const to = reinterpret_cast<Word*>(to_bytes);
  const Tiling tile = tiling(dimensions);
  const Dimension p = dimensions[tile.p], q = dimensions.back();
  const std::int64_t p_pieces = (p.size + tile.p_piece - 1) / tile.p_piece;
  const std::int64_t q_pieces = (q.size + tile.q_piece - 1) / tile.q_piece;
  Dimensions outer = dimensions;
  outer.pop_back();
  outer.erase(outer.begin() + static_cast<std::ptrdiff_t>(tile.p));
  outer.push_back({p_pieces, p.from * tile.p_piece, p.to * tile.p_piece});
  outer.push_back({q_pieces, q.from * tile.q_piece, q.to * tile.q_piece});
  std::int64_t pieces = 1;
  for (const Dimension& d : outer) pieces *= d.size;
  const std::int64_t cost = tile.p_piece * tile.q_piece;
  parallel_blocks(
      pieces, std::max<std::int64_t>(1, kPiece / cost), cost,
      [&](std::int64_t begin, std::int64_t end) {
        std::vector<std::int64_t> index(outer.size());
        std::int64_t rest = begin, from_place = 0, to_place = 0;
        for (std::size_t d = outer.size(); d-- > 0; rest /= outer[d].size) {
          index[d] = rest % outer[d].size;
          from_place += index[d] * outer[d].from;
          to_place += index[d] * outer[d].to;
        }
        const std::size_t at_p = outer.size() - 2, at_q = outer.size() - 1;
        for (std::int64_t piece = begin; piece < end; ++piece) {
          const std::int64_t p_size = std::min(tile.p_piece, p.size - index[at_p] * tile.p_piece);
          const std::int64_t q_size = std::min(tile.q_piece, q.size - index[at_q] * tile.q_piece);
          Copy<kSize>::plane(from + from_place, to + to_place,
                             {{p_size, p.from, p.to}, {q_size, q.from, q.to}});
          for (std::size_t d = outer.size(); d-- > 0;) {
            from_place += outer[d].from;
            to_place += outer[d].to;
            if (++index[d] < outer[d].size) break;
            from_place -= index[d] * outer[d].from;
            to_place -= index[d] * outer[d].to;
            index[d] = 0;
          }
        }
      });
}

template <std::int64_t kBytes>
void copy_short_rows(const std::byte* from, std::int64_t from_stride, std::byte* to,
                     std::int64_t to_stride, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i)
    std::memcpy(to + i * to_stride, from + i * from_stride, kBytes);
}

}  // namespace

void copy_rows(const std::byte* from, std::int64_t from_stride, std::byte* to,
               std::int64_t to_stride, std::int64_t count, std::int64_t bytes) {
  switch (bytes) {
#define KASSAY_SHORT_ROWS(size) \
  case size:                    \
    return copy_short_rows<size>(from, from_stride, to, to_stride, count);
    KASSAY_SHORT_ROWS(1)
    KASSAY_SHORT_ROWS(2)
    KASSAY_SHORT_ROWS(4)
    KASSAY_SHORT_ROWS(8)
    KASSAY_SHORT_ROWS(12)
    KASSAY_SHORT_ROWS(16)
    KASSAY_SHORT_ROWS(32)
    KASSAY_SHORT_ROWS(64)
#undef KASSAY_SHORT_ROWS
    default:
      for (std::int64_t i = 0; i < count; ++i)
        std::memcpy(to + i * to_stride, from + i * from_stride, static_cast<std::size_t>(bytes));
  }
}

void copy_strided(std::size_t element_size, const std::byte* from, std::byte* to,
                  Dimensions dimensions) {
  if (std::ranges::find(dimensions, 0, &Dimension::size) != dimensions.end()) return;
  dimensions = simplified(std::move(dimensions), element_size, from, to);
  while (dimensions.size() < 2) dimensions.insert(dimensions.begin(), {1, 0, 0});
  switch (element_size) {
    case 1:
      return copy<1>(from, to, dimensions);
    case 2:
      return copy<2>(from, to, dimensions);
    case 4:
      return copy<4>(from, to, dimensions);
    default:
      return copy<8>(from, to, dimensions);
  }
}

}  // namespace kassay::optimized
